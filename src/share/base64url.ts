/** A character for each number from 0 to 63. */
export const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const DIGITS: ReadonlyMap<string, number> = new Map([...ALPHABET].map((char, i) => [char, i]))

/** Bytes as base64url (RFC 4648 §5), unpadded: three bytes become four characters. */
export function toBase64url(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3)
    const bits = (a << 16) | (b << 8) | c
    const chars = Math.min(4, bytes.length - i + 1)
    for (let k = 0; k < chars; k++) text += ALPHABET[(bits >> (18 - 6 * k)) & 63]
  }
  return text
}

/** The bytes of a base64url text; undefined if it contains any other character. */
export function parseBase64url(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let bits = 0
  let count = 0
  let length = 0
  for (const char of text) {
    const digit = DIGITS.get(char)
    if (digit === undefined) return undefined
    bits = ((bits << 6) | digit) & 0xfff
    count += 6
    if (count < 8) continue
    count -= 8
    bytes[length++] = bits >> count
  }
  return bytes
}
