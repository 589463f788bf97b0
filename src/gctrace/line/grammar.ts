import { MOST_WHOLE } from '../columns.ts'

/** Every figure of a gc line and every remark in it, with what stands there, in words. */
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
/** Where each field stands among them. */
export const SLOTS = Object.fromEntries(FIELD_NAMES.map((field, slot) => [field, slot])) as Record<Field, number>

/** A goal of 2⁶⁴ − 1 bytes: GOGC=off without a limit. */
export const MOST_GOAL = 2 ** 44 - 1

/** One step through a line. All have the same fields, so that the engine reads all of them alike. */
export interface Step {
  readonly kind: 'word' | 'whole' | 'decimal' | 'time' | 'remark' | 'end' | 'patched'
  /** In lower case; a line may have it in capitals. */
  readonly word: string
  /** What may stand for the word: MiB for MB, which is what Go means. */
  readonly other: string
  readonly slot: number
  /** Of a figure, the most it may be. */
  readonly most: number
  /** What stands there, as a person is told of it. */
  readonly expected: string
  readonly next: Step | undefined
  /** What follows where a word is missing that need not be there. */
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

/** @param branch where a line goes on behind a word that need not be there, and is */
function chain(tokens: string, end: Step, branch: Step = end): Step {
  return tokens.split(' ').reduceRight((next, token) => toStep(token, next, branch), end)
}

/*
 * A gc line of Go 1.5 to 1.27 behind its `gc`, as `gcMarkTermination` prints it (Go 1.26, runtime/mgc.go): fields, words,
 * and words with a question mark that need not be there. Spaces may stand or be missing anywhere between them: a line
 * that was wrapped and joined again has lost some.
 */
const STACKS = chain('stacks , <globals> MB globals , <procs> P <forced>', LAST)
/** Since Go 1.18 what stands first are the stacks. */
const TAIL = chain('<procs> MB? P <forced>', LAST, STACKS)
const HEAP = chain('<heapStart> -> <heapEnd> -> <heapLive> MB , <goal> MB goal ,', TAIL)
const CPU = chain('<assist> / <background> / <idle> + <markTermCpu> ms cpu ,', HEAP)
/** Go 1.5 has five times on the clock, so that those read last are others, and seven of CPU. */
const FIVE = chain('<mark> + <markTerm> ms clock , <sweepTermCpu> + <scanCpu> + <syncCpu> +', CPU)
const CLOCK = chain('<sweepTerm> + <mark> + <markTerm> +? ms clock , <sweepTermCpu> +', CPU, FIVE)
/** Some patched programs print two percentages. */
const HEAD = chain('<number> @ <start> s <percent> /? % <leaks> :', CLOCK, PATCHED)
export const GC_LINE = chain('#?', HEAD)

/** What the figures read last turn out to be where a line goes on so: from one field to another. */
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
