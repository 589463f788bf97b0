import { DAMAGED, isWhole } from '../share/crc32.ts'
import type * as Pack from '../share/pack.ts'
import { findParts, type Packing } from './part-registry.ts'

// Replaces src/share/pack.ts in a frame's script (build/embed.ts). Few links are packed. The library is loaded with the
// first of them, and packs its state again when the reader changes it.

export const packText: typeof Pack.packText = (text) => loadedPacking().packText(text)
export const unpackText: typeof Pack.unpackText = (text) => (isWhole(text) ? loadedPacking().unpackText(text) : DAMAGED)

function loadedPacking(): Packing {
  const { packed } = findParts()
  if (!packed) throw new Error('what packs links has not been loaded')
  return packed
}
