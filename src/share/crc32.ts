import { failedAt } from '../result.ts'

/** CRC-32 with the reversed polynomial of IEEE 802.3, one table entry per byte value. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

/** Length of the CRC-32, in hex digits, at the end of a packed scenario. */
export const CRC_DIGITS = 8

export function toCrc32(text: string): string {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) crc = (TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0) ^ (crc >>> 8)
  return (~crc >>> 0).toString(16).padStart(8, '0')
}

/** Whether the checksum at the end of a packed value matches. If not, the value is not unpacked. */
export function isWhole(text: string): boolean {
  return text.length > CRC_DIGITS && toCrc32(text.slice(0, -CRC_DIGITS)) === text.slice(-CRC_DIGITS)
}

export const DAMAGED = failedAt('z', 'the packed scenario is damaged or cut: its checksum does not match')
