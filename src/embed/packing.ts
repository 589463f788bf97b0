import type * as Fflate from 'fflate'
import { findParts, type Packing } from './given.ts'

// Stands for fflate in a frame's script (build/embed.ts). Few links are packed: what unpacks them comes with one of those,
// and packs what it has unpacked when the reader changes it.

export const strToU8: typeof Fflate.strToU8 = (text) => new TextEncoder().encode(text)
export const strFromU8: typeof Fflate.strFromU8 = (bytes) => new TextDecoder().decode(bytes)
export const deflateSync: typeof Fflate.deflateSync = (bytes, options) => here().deflateSync(bytes, options)

export class Inflate {
  private readonly inflate: Fflate.Inflate

  constructor(options: Fflate.InflateStreamOptions, take: Fflate.FlateStreamHandler) {
    this.inflate = new (here().Inflate)(options, take)
  }

  push(bytes: Uint8Array, isLast: boolean): void {
    this.inflate.push(bytes, isLast)
  }
}

function here(): Packing {
  const { packed } = findParts()
  if (!packed) throw new Error('what packs links has not been loaded')
  return packed
}
