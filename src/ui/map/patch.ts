import type { Patch } from '../../store/state.ts'
import { OFF, toLimit } from '../../units.ts'

interface Asked {
  /** Percent; Infinity: off. */
  readonly gogc?: number
  /** Bytes; Infinity: off. */
  readonly memoryLimit?: number
}

/** What sets GOGC, GOMEMLIMIT or both, as the sliders do. */
export function toPatch({ gogc, memoryLimit }: Asked): Patch {
  return {
    ...(gogc !== undefined && { gogc: Number.isFinite(gogc) ? { kind: 'percent', percent: gogc } : OFF }),
    ...(memoryLimit !== undefined && { memoryLimit: toLimit(memoryLimit) }),
  }
}
