import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate'
import { failedAt, ok, type Result } from '../result.ts'
import { parseBase64url, toBase64url } from './base64url.ts'
import { toCrc32 } from './crc32.ts'
import { DICTIONARY_V1 } from './dictionary.ts'
import { type Pairs, parsePairs, toPairsText } from './pairs.ts'

/** Larger than the text of the largest valid scenario; a bomb is refused. */
const MAX_UNPACKED = 1_000_000
const CRC_DIGITS = 8
const DICTIONARY = strToU8(DICTIONARY_V1)

/** Packs pairs into one value: deflated (raw, with the dictionary), base64url, and the CRC-32 of those characters in 8 hex digits. */
export function toPacked(pairs: Pairs): string {
  const body = toBase64url(deflateSync(strToU8(toPairsText(pairs)), { level: 9, mem: 8, dictionary: DICTIONARY }))
  return body + toCrc32(body)
}

/** The pairs of a packed value, or the one problem that it is damaged: its CRC tells. Never throws. */
export function parsePacked(text: string): Result<Pairs> {
  const body = text.slice(0, -CRC_DIGITS)
  if (text.length <= CRC_DIGITS || toCrc32(body) !== text.slice(-CRC_DIGITS))
    return failedAt('z', 'the packed scenario is damaged or cut: its checksum does not match')
  const bytes = parseBase64url(body)
  const unpacked = bytes && inflated(bytes)
  return unpacked === undefined
    ? failedAt('z', 'the packed scenario cannot be unpacked, though its checksum matches')
    : ok(parsePairs(unpacked).pairs)
}

function inflated(bytes: Uint8Array): string | undefined {
  try {
    // Into a buffer of fixed length: what a bomb would write beyond it is dropped.
    const out = inflateSync(bytes, { out: new Uint8Array(MAX_UNPACKED + 1), dictionary: DICTIONARY })
    return out.length > MAX_UNPACKED ? undefined : strFromU8(out)
  } catch {
    return undefined
  }
}
