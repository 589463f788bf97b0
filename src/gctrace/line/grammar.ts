import { MOST_WHOLE } from '../columns.ts'

/** Every figure and every remark of a gc line: its kind, and what it is, in words for a message. */
const FIELDS = {
  number: ['whole', 'the number of the cycle'],
  start: ['decimal', 'the seconds since the start'],
  percent: ['decimal', 'the GC share in percent'],
  leaks: ['remark', '")"'],
  sweepTerm: ['time'],
  scan: ['time'],
  sync: ['time'],
  mark: ['time'],
  markTerm: ['time'],
  sweepTermCpu: ['time'],
  scanCpu: ['time'],
  syncCpu: ['time'],
  assist: ['time'],
  background: ['time'],
  idle: ['time'],
  markTermCpu: ['time'],
  heapStart: ['whole', 'the heap as marking started'],
  heapEnd: ['whole', 'the heap as marking ended'],
  heapLive: ['whole', 'the live heap'],
  goal: ['whole', 'the heap goal'],
  stacks: ['whole', 'the stacks'],
  globals: ['whole', 'the globals'],
  procs: ['whole', 'the number of processors'],
  forced: ['remark', ''],
} as const satisfies Readonly<Record<string, readonly [Step['kind'], string?]>>

export type Field = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as readonly Field[]
export const SLOTS = Object.fromEntries(FIELD_NAMES.map((field, slot) => [field, slot])) as Record<Field, number>

/** By field: whether it is a time, printed in milliseconds. */
export const IS_TIME = Object.values(FIELDS).map(([kind]) => (kind as string) === 'time')

/** A goal of 2⁶⁴ − 1 bytes: GOGC=off without a limit. */
const MOST_GOAL = 2 ** 44 - 1

/** One step through a line. All steps have the same fields, so that V8 reads them all with the same code. */
export interface Step {
  readonly kind: 'word' | 'whole' | 'decimal' | 'time' | 'remark' | 'end' | 'patched'
  /** In lower case; a line may have it in capitals. */
  readonly word: string
  /** Another spelling of the word: MiB for MB, since Go means MiB. */
  readonly other: string
  readonly slot: number
  readonly most: number
  readonly expected: string
  readonly next: Step | undefined
  /** The step that follows if an optional word is missing. */
  readonly or: Step | undefined
}

const LAST: Step = { kind: 'end', word: '', other: '', slot: -1, most: 0, expected: '', next: undefined, or: undefined }
const PATCHED: Step = { ...LAST, kind: 'patched', expected: 'one percentage (this is a patched format)' }

function toStep(token: string, next: Step, branch: Step): Step {
  const field = /^<(\w+)>$/.exec(token)?.[1] as Field | undefined
  if (field === undefined) {
    const text = token.replace(/\?$/, '')
    const word = text.toLowerCase()
    const step = { ...LAST, word, other: word === 'mb' ? 'mib' : '', expected: `"${text}"`, kind: 'word' } as const
    return text === token ? { ...step, next } : { ...step, next: branch, or: next }
  }
  const [kind, what = 'a time in milliseconds, from 0 to 4294967.294'] = FIELDS[field]
  const expected = kind === 'whole' ? `${what}, a whole number that is not negative` : what
  const most = kind === 'decimal' ? Number.POSITIVE_INFINITY : field === 'goal' ? MOST_GOAL : MOST_WHOLE
  return { ...LAST, kind, slot: SLOTS[field], most, expected, next }
}

/** @param branch the step that follows an optional word which is there */
function chain(tokens: string, end: Step, branch: Step = end): Step {
  return tokens.split(' ').reduceRight((next, token) => toStep(token, next, branch), end)
}

/*
 * A gc line of Go 1.5 to 1.27 after its `gc` (Go 1.26, runtime/mgc.go, gcMarkTermination): fields, words, and optional
 * words with a question mark. Spaces between them are optional: a line that was wrapped has lost some.
 */
const STACKS = chain('stacks , <globals> MB globals , <procs> P <forced>', LAST)
/** Since Go 1.18 the stacks come first: the number read is followed by MB. */
const TAIL = chain('<procs> MB? P <forced>', LAST, STACKS)
const HEAP = chain('<heapStart> -> <heapEnd> -> <heapLive> MB , <goal> MB goal ,', TAIL)
const CPU = chain('<assist> / <background> / <idle> + <markTermCpu> ms cpu ,', HEAP)
/** Go 1.5 has five clock times and seven CPU times, so the clock times read last belong to other fields. */
const FIVE = chain('<mark> + <markTerm> ms clock , <sweepTermCpu> + <scanCpu> + <syncCpu> +', CPU)
const CLOCK = chain('<sweepTerm> + <mark> + <markTerm> +? ms clock , <sweepTermCpu> +', CPU, FIVE)
/** Some patched programs print two percentages. */
const HEAD = chain('<number> @ <start> s <percent> /? % <leaks> :', CLOCK, PATCHED)
export const GC_LINE = chain('#?', HEAD)

/** If a line continues with this step, figures read before belong to other fields: from one field to another. */
export const MOVES: ReadonlyMap<Step, readonly (readonly [from: number, to: number])[]> = new Map([
  [
    FIVE,
    [
      [SLOTS.mark, SLOTS.scan],
      [SLOTS.markTerm, SLOTS.sync],
    ],
  ],
  [STACKS, [[SLOTS.procs, SLOTS.stacks]]],
])

/*
 * A line exactly as Go prints it. Nearly all lines of a long log have this form, and one regular expression takes half
 * the time of GcLineReader's steps, with the same result.
 */
const COMMON = new RegExp(
  [
    'gc W @(\\d{1,12}(?:\\.\\d{1,3})?)s W%( \\([a-z ]{1,58}\\))?: ',
    'T\\+T\\+(?:T\\+T\\+)?T ms clock, T\\+(?:T\\+T\\+)?T/T/T\\+T ms cpu, ',
    'WAWAW ?Mi?B, (\\d{1,14}) ?Mi?B goal, (?:W ?Mi?B stacks, W ?Mi?B globals, )?W P',
    // Other spellings of “(forced)”, and text that needs cleaning, are left to the steps.
    '(?: (\\(forced\\))|(?![ \\t\\r\\u00a0]*(?:[(&]|\\\\u|[^\\t\\r -~])))',
  ]
    .join('')
    // JSON and HTML escape the arrow.
    .replaceAll('A', '(?:->|-\\\\u003e|-&gt;|→)')
    .replaceAll('W', '(\\d{1,9})')
    .replaceAll('T', '(\\d{1,6}(?:\\.\\d{1,3})?)'),
  'y',
)

/** A line of the common form, from its `gc` at `start`: group n + 1 is field n. undefined if it has another form. */
export function matchCommon(text: string, start: number): RegExpExecArray | undefined {
  COMMON.lastIndex = start
  const found = COMMON.exec(text)
  if (found === null || Number(found[SLOTS.goal + 1]) > MOST_GOAL) return undefined
  return (found[SLOTS.sync + 1] === undefined) === (found[SLOTS.syncCpu + 1] === undefined) ? found : undefined
}
