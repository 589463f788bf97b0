import { explainLine } from '../../gctrace/show/explain-line.ts'

/** A raw line; of one that is wrapped, as many of the lines after it as it takes to end. */
export function joinLine([first, ...rest]: readonly string[]): string {
  if (first === undefined) return ''
  let text = first
  for (const next of rest) {
    if (isWhole(text) || /gc #?\d+ @/.test(next)) return isWhole(text) ? text : first
    text = `${text.trimEnd()}${next.trim()}`
  }
  return isWhole(text) ? text : first
}

function isWhole(text: string): boolean {
  return explainLine(text).some(({ name }) => name === 'procs')
}
