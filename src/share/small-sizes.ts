import { countOf } from '../format.ts'
import type { Problem } from '../result.ts'
import { KNOBS } from './base.ts'
import type { Pairs } from './pairs.ts'
import { isUnitInDoubt } from './text.ts'

/**
 * Doubts about sizes that a link gives as small numbers without a unit. They are read as bytes, as in JSON and as Go
 * reads GOMEMLIMIT, but were most likely meant in MiB. The link is valid, so its reader is only told.
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
