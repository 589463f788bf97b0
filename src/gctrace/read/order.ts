import { ColumnWriter, type CycleColumns, copyCycle, createDraft } from '../columns.ts'
import type { Commands } from './command.ts'
import { RunTracker } from './runs.ts'

/** If one process writes lines with different prefixes, this share of them or more continue another one. */
const GOES_ON = 0.9
/**
 * With fewer, two processes may have consecutive cycle numbers by chance, and restarts may look like lines in reverse.
 */
const FEWEST = 3

/** A day, perhaps with a time, in the name of a file. */
const DAY_IN_NAME = String.raw`(?:[-._]|(?<=\/))20\d\d([-._]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?:[-._T]\d\d){0,3}(?:\.\d{3})?(?!\d)(?=[^/\s]*(?:\s|$))`
const DAY_AS_FOLDER = String.raw`(?<=\/)20\d\d-[01]\d-[0-3]\d(?=\/)`
/** How often a file was rotated. */
const ROTATION = String.raw`(?<=\.[a-z]{2,5})\.\d{1,2}(?=\s|$)`
/** Where the names of the files of one program differ. */
const OF_FILE = new RegExp(`${DAY_IN_NAME}|${DAY_AS_FOLDER}|${ROTATION}`, 'g')
/** So many lines of a log may be lost where its file changes. */
const MOST_LOST = 3

/** Joins the files of one program if each goes on where another ends. @returns names of streams, and the order of cycles */
export function joinFiles({ count, stream, number, startSeconds }: CycleColumns, names: readonly string[]) {
  const keys = names.map((name) => name.replace(OF_FILE, ''))
  if (new Set(keys).size === names.length) return undefined
  const ends = names.map((_, file) => [stream.indexOf(file), stream.lastIndexOf(file)] as const)
  // Numbers go down if the newest line comes first.
  const isNext = (step: number, lost: number, a: number, b: number) => {
    const [[from, end], [start]] = [ends[a]!, ends[b]!]
    const isStep = step * (number[start]! - number[end]!) === 1 + lost
    const isLater = step * (startSeconds[start]! - startSeconds[end]!) >= 0
    return a !== b && keys[a] === keys[b] && isStep && isLater && step * (number[end]! - number[from]!) >= 0
  }
  /** The file that another one goes on from, with the fewest lines lost between; -1 if there is none. */
  const previousOf = (step: number, b: number, lost = 0): number => {
    const a = names.findIndex((_, k) => isNext(step, lost, k, b))
    return a >= 0 || lost === MOST_LOST ? a : previousOf(step, b, lost + 1)
  }
  const [before] = [1, -1]
    .map((step) => names.map((_, b) => previousOf(step, b)))
    .filter((each) => each.some((a) => a >= 0))
  if (!before) return undefined
  const chains = names.map((_, file) => {
    const chain = [file]
    for (let a = before[file]!; a >= 0 && chain.length < names.length; a = before[a]!) chain.unshift(a)
    return chain
  })
  const isJoined = (file: number) => before[file]! >= 0 || before.includes(file)
  return {
    names: chains.map(([head = 0], i) => (isJoined(i) ? names[head]!.replace(OF_FILE, '*') : names[i]!)),
    order: Array.from({ length: count }, (_, i) => i).toSorted((i, j) => {
      const [a, b] = [chains[stream[i]!]!, chains[stream[j]!]!]
      return a[0]! - b[0]! || a.length - b.length || i - j
    }),
  }
}

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

/** How well cycles follow each other in the runs that they were assigned to. */
export interface Continuity {
  /** How many cycles are the next after the one before them in their run. */
  readonly next: number
  /** For each cycle how many stand in a row up to it, together. */
  readonly inRows: number
}

/** Reads lines the other way round if rows of cycles are longer then, by this factor. */
const LONGER = 1.5
/** A log whose rows are at least this long, on average, runs forwards. */
const LONG_ROW = 16

/**
 * Whether the lines run from the newest to the oldest, as Grafana, Kibana and Loki export them. Several processes may
 * write into one stream.
 * @param forwards as the lines stand
 */
export function isNewestFirst(
  columns: CycleColumns,
  names: readonly string[],
  commands: Commands,
  forwards: Continuity,
): boolean {
  if (forwards.inRows >= LONG_ROW * columns.count) return false
  const backwards = continuityOf(columns, (i) => names[columns.stream[i]!]!, commands, true)
  if (backwards.next < FEWEST || backwards.inRows < forwards.inRows) return false
  return backwards.inRows > LONGER * forwards.inRows || countsDown(columns)
}

/**
 * Whether most cycles have the number just below that of the cycle above them. Of a process that restarts again and
 * again, rows are as long read forwards: each life has about the same numbers, so cycles of different lives go on.
 */
function countsDown({ count, stream, number, startSeconds }: CycleColumns): boolean {
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

/** Whether nearly all lines continue another one if they have these names, read forwards or backwards. */
export function areConnected(columns: CycleColumns, names: readonly string[], commands: Commands): boolean {
  return [false, true].some((isBackwards) => {
    return continuityOf(columns, (i) => names[i]!, commands, isBackwards).next >= GOES_ON * columns.count
  })
}

function continuityOf(
  columns: CycleColumns,
  nameOf: (i: number) => string,
  commands: Commands,
  isBackwards: boolean,
): Continuity {
  const writer = new ColumnWriter()
  const tracker = new RunTracker(writer, commands)
  const draft = createDraft()
  for (let n = 0; n < columns.count; n++) {
    const i = isBackwards ? columns.count - 1 - n : n
    copyCycle(columns, i, draft)
    if (tracker.assign(draft, tracker.streamOf(nameOf(i)), '') !== 'repeated') writer.add(draft)
  }
  return tracker.continuity
}
