import type { CycleColumns } from '../columns.ts'

/** If one process writes all lines, cycle numbers continue at this share of the changes of prefix, or more. */
const GOES_ON = 0.9
/**
 * With fewer, two processes may have consecutive cycle numbers by chance, and restarts may look like lines in reverse.
 */
const FEWEST = 3

/**
 * Finds streams that one process wrote, although their prefixes differ: a prefix may have the number of the entry, or
 * output without a line end (`go test -bench` prints the name of a benchmark like that).
 * @param names of the streams, by their index
 * @returns the same name for streams of one process; undefined if every stream keeps its name
 */
export function writersOf(columns: CycleColumns, names: readonly string[]): string[] | undefined {
  if (names.length < 2) return undefined
  const [whole] = countChanges(
    columns,
    names.map(() => 0),
  )
  if (whole && whole.changes >= FEWEST && goesOn({ ...whole, begun: 0, ended: 0 })) return names.map(() => '')
  const bases = names.map((name) => baseOf(name, names))
  const isOne = countChanges(columns, bases).map(goesOn)
  return isOne.includes(true) ? names.map((name, i) => (isOne[bases[i]!] ? names[bases[i]!]! : name)) : undefined
}

/**
 * Index of the stream that this one may be part of, or its own. Output without a line end stands after the prefix of
 * the process, so the name of its stream begins with the name of theirs.
 */
function baseOf(name: string, names: readonly string[]): number {
  const mayBe = (base: string) =>
    name === base || (name.startsWith(base) && (base === '' || !IN_NAME.test(name[base.length]!)))
  return names.reduce(
    (best, base, i) => (mayBe(base) && base.length <= names[best]!.length ? i : best),
    names.indexOf(name),
  )
}

/** `web-1` and `web-12` are two writers. */
const IN_NAME = /[\w./-]/

interface Changes {
  last: number
  changes: number
  /** How often the cycle number grows by one and time goes on. */
  onward: number
  /** The reverse, as in lines that run backwards. */
  back: number
  /** How often the next line, or the last one, is the first cycle of a process. */
  begun: number
  ended: number
}

function goesOn({ changes, onward, back, begun, ended }: Changes): boolean {
  const isForward = onward > 0 && onward >= GOES_ON * (changes - begun)
  return isForward || (back > 0 && back >= GOES_ON * (changes - ended))
}

/** @param groups by the index of the stream */
function countChanges({ count, stream, number, startSeconds }: CycleColumns, groups: readonly number[]): Changes[] {
  const found = groups.map(() => ({ last: -1, changes: 0, onward: 0, back: 0, begun: 0, ended: 0 }))
  for (let i = 0; i < count; i++) {
    const group = found[groups[stream[i]!]!]!
    const { last } = group
    group.last = i
    if (last < 0 || stream[i] === stream[last]) continue
    group.changes++
    const step = number[i]! - number[last]!
    const seconds = startSeconds[i]! - startSeconds[last]!
    if (step === 1 && seconds >= 0) group.onward++
    else if (number[i] === 1) group.begun++
    if (step === -1 && seconds <= 0) group.back++
    else if (number[last] === 1) group.ended++
  }
  return found
}

/** Whether the lines run from the newest to the oldest, as Grafana and Kibana export them. */
export function isNewestFirst({ count, stream, number, startSeconds }: CycleColumns): boolean {
  const last = new Map<number, number>()
  let forward = 0
  let backward = 0
  for (let i = 0; i < count; i++) {
    const before = last.get(stream[i]!)
    last.set(stream[i]!, i)
    if (before === undefined) continue
    const step = number[i]! - number[before]!
    if (step === -1 && startSeconds[i]! <= startSeconds[before]!) backward++
    else if (step > 0) forward++
  }
  return backward >= FEWEST && backward > 2 * forward
}
