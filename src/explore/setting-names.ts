import { findParameter } from '../scenario/params.ts'

/** Keys of a scenario in words, as controls call them: `allocRate, procs` is `allocation rate, GOMAXPROCS`. Other words stay. */
export function nameSettings(keys: string): string {
  return keys
    .split(', ')
    .map((key) => {
      const label = findParameter(key.replace(/^program\./, ''))?.label
      return label === undefined ? key : inSentence(label)
    })
    .join(', ')
}

/** Within a sentence: a name in capitals stays, a word begins small. */
function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label
}
