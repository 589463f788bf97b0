import { countOf } from '../format.ts'
import type { Problem } from '../result.ts'
import { KNOBS } from './base.ts'
import type { Pairs } from './pairs.ts'

/** Below this (64 KiB) nobody means bytes: no Go program has so little. */
const LEAST_MEANT = 2 ** 16

/**
 * Sizes that a link gives as a small number without a unit. They are bytes, as in JSON and as Go reads GOMEMLIMIT, and
 * most likely were meant in MiB: nothing is wrong with the link, and its reader has to know.
 */
export function listSmallSizes(pairs: Pairs, prefix = ''): readonly Problem[] {
  return KNOBS.flatMap(({ key, kind }) => {
    const text = pairs.get(key) ?? ''
    const isSize = kind === 'size' || kind === 'size-or-off' || kind === 'rate'
    const bytes = /^\d+$/.test(text) ? Number(text) : 0
    if (!isSize || bytes === 0 || bytes >= LEAST_MEANT) return []
    const message = `${text} is ${countOf(bytes, 'byte')}. For ${bytes} MiB write ${key}=${bytes}MiB.`
    return [{ path: prefix + key, message }]
  })
}
