import type { Problem } from '../../result.ts'
import { didYouMean } from '../../share/suggest.ts'
import { clip } from '../../units.ts'

/** What each option of a block takes: a pattern, and the same in words. */
const OPTIONS: ReadonlyMap<string, readonly [pattern: RegExp, takes: string]> = new Map([
  ['caption', [/\S/, 'words, in quotes']],
  ['height', [/^[1-9]\d{0,4}$/, 'pixels on the page, such as 300']],
  ['lang', [/^[a-z]{2,3}(-[a-z\d]{1,8})*$/i, 'the language of the caption, such as en or pt-BR']],
  ['show', [/^heap$/, 'heap (without the chart of GC’s CPU share)']],
  ['width', [/^[1-9]\d{0,4}$/, 'pixels of the picture, such as 960']],
])

/** Problems of the options behind a block’s mark. */
export function checkOptions(options: ReadonlyMap<string, string>): readonly Problem[] {
  return [...options].flatMap(([key, value]) => {
    const [pattern, takes] = OPTIONS.get(key) ?? []
    if (!pattern) {
      const near = didYouMean(key, OPTIONS.keys()) || `; there is ${[...OPTIONS.keys()].join(', ')}`
      return [{ path: clip(key), message: `is no option of a block${near}` }]
    }
    return pattern.test(value) ? [] : [{ path: key, message: `"${clip(value)}": takes ${takes}` }]
  })
}
