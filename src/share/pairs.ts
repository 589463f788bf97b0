import type { Problem } from '../result.ts'
import { clip } from '../units.ts'

/** The keys and values of a link, in its own order. */
export type Pairs = ReadonlyMap<string, string>

/** Far more than there are keys; bounds the work that a hostile text can cause. */
const MAX_PAIRS = 200

export function toPairsText(pairs: Iterable<readonly [string, string]>): string {
  return [...pairs].map(([key, value]) => `${key}=${value}`).join('&')
}

/** Parses `key=value&…`. If a key is given twice, the first counts. Never throws. */
export function parsePairs(text: string): { readonly pairs: Pairs; readonly problems: readonly Problem[] } {
  const pairs = new Map<string, string>()
  const problems: Problem[] = []
  const parts = text.split('&', MAX_PAIRS + 1)
  for (const [i, part] of parts.slice(0, MAX_PAIRS).entries()) {
    const [, key = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(part) ?? []
    const before = pairs.get(key)
    if (part === '') {
      if (i === parts.length - 1 && i > 0)
        problems.push({ path: '', message: 'ends in "&": the link may have been cut' })
    } else if (value === undefined || value === '' || key === '')
      problems.push({ path: clip(key), message: `"${clip(part)}" is not key=value: the link may have been cut there` })
    else if (before === undefined) pairs.set(key, value)
    else if (before !== value)
      problems.push({ path: clip(key), message: `is given twice; "${clip(before)}" counts, "${clip(value)}" does not` })
  }
  if (parts.length > MAX_PAIRS)
    problems.push({ path: '', message: `has more than ${MAX_PAIRS} parts; the rest was not read` })
  return { pairs, problems }
}
