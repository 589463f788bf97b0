import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate'
import { failedAt, ok, type Result } from '../result.ts'
import { parseBase64url, toBase64url } from './base64url.ts'
import { CRC_DIGITS, DAMAGED, isWhole, toCrc32 } from './crc32.ts'
import { DICTIONARY_V1 } from './dictionary.ts'

/** In bytes. A longer text is refused: the text of the largest valid scenario is shorter. */
export const MAX_UNPACKED = 1_000_000
/** How many packed bytes are unpacked at once. Deflate turns each into at most about a thousand bytes of text. */
const CHUNK = 1024
const DICTIONARY = strToU8(DICTIONARY_V1)

/** A text deflated (raw, with the dictionary), in base64url, and the CRC-32 of those characters in 8 hex digits. */
export function packText(text: string): string {
  const body = toBase64url(deflateSync(strToU8(text), { level: 9, mem: 8, dictionary: DICTIONARY }))
  return body + toCrc32(body)
}

/** The text that was packed; else the one problem: it is damaged or too long. Never throws. */
export function unpackText(text: string): Result<string> {
  if (!isWhole(text)) return DAMAGED
  const bytes = parseBase64url(text.slice(0, -CRC_DIGITS))
  if (!bytes) return failedAt('z', NOT_PACKED)
  try {
    const text = toText(inflatedPieces(bytes))
    return text === undefined ? failedAt('z', TOO_LONG) : ok(text)
  } catch {
    return failedAt('z', NOT_PACKED)
  }
}

const NOT_PACKED = 'the packed scenario cannot be unpacked, though its checksum matches'
const TOO_LONG = 'the packed scenario cannot be unpacked: it holds more than a scenario can'

/**
 * Pieces of the text, unpacked as the caller asks for them: a small link that unpacks to a huge text is stopped after
 * its first ones.
 * @throws if the bytes are not deflated
 */
export function* inflatedPieces(bytes: Uint8Array): Generator<Uint8Array> {
  let piece = new Uint8Array(0)
  const inflate = new Inflate({ dictionary: DICTIONARY }, (next) => {
    piece = next
  })
  for (let at = 0; at < bytes.length; at += CHUNK) {
    inflate.push(bytes.subarray(at, at + CHUNK), at + CHUNK >= bytes.length)
    yield piece
  }
}

/** The text of the pieces; undefined if it is longer than `MAX_UNPACKED`. */
function toText(pieces: Iterable<Uint8Array>): string | undefined {
  const all = new Uint8Array(MAX_UNPACKED)
  let length = 0
  for (const piece of pieces) {
    if (length + piece.length > MAX_UNPACKED) return undefined
    all.set(piece, length)
    length += piece.length
  }
  return strFromU8(all.subarray(0, length))
}
