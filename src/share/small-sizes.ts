import { countOf } from '../format.ts'
import type { Problem } from '../result.ts'
import { KNOBS } from './base.ts'
import type { Pairs } from './pairs.ts'
import { isUnitInDoubt } from './text.ts'

/**
 * Sizes that a link gives as a small number without a unit. They are bytes, as in JSON and as Go reads GOMEMLIMIT, and
 * most likely were meant in MiB: nothing is wrong with the link, and its reader has to know.
 */
export function listSmallSizes(pairs: Pairs, prefix = ''): readonly Problem[] {
  return KNOBS.flatMap(({ key, kind }) => {
    const text = pairs.get(key) ?? ''
    const isSize = kind === 'size' || kind === 'size-or-off' || kind === 'rate'
    if (!isSize || !isUnitInDoubt(text)) return []
    const bytes = Number(text)
    const message = `${text} is ${countOf(bytes, 'byte')}. For ${bytes} MiB write ${key}=${bytes}MiB.`
    return [{ path: prefix + key, message }]
  })
}
