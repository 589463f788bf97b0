import { ok, type Result } from '../result.ts'
import { packText, unpackText } from './pack.ts'
import { type Pairs, parsePairs, toPairsText } from './pairs.ts'

/** Packs pairs into one value (see `packText`). */
export function toPacked(pairs: Pairs): string {
  return packText(toPairsText(pairs))
}

/** The pairs of a packed value, or the one problem that it is damaged: its CRC tells. Never throws. */
export function parsePacked(text: string): Result<Pairs> {
  const pairs = unpackText(text)
  return pairs.ok ? ok(parsePairs(pairs.value).pairs) : pairs
}
