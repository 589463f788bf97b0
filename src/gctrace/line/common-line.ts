import { ABSENT, type Draft } from '../columns.ts'
import { MOST_GOAL } from './grammar.ts'

/*
 * A line exactly as Go prints it, with figures that fit into the columns. Nearly all lines of a long log have this
 * form, and one regular expression takes half the time of GcLineReader's steps, with the same result.
 */
const COMMON = new RegExp(
  [
    'gc W @(\\d{1,12}(?:\\.\\d{1,3})?)s W%(?: \\([a-z ]{1,58}\\))?: ',
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

/**
 * Reads the line from its `gc` at `start` into the draft.
 * @returns where the line ends; −1 if it has another form, and then nothing is written
 */
export function readCommonLine(text: string, start: number, draft: Draft): number {
  COMMON.lastIndex = start
  const found = COMMON.exec(text)
  if (found === null || Number(found[GOAL]) > MOST_GOAL) return -1
  if ((found[FIVE_TIMES] === undefined) !== (found[SEVEN_OF_CPU] === undefined)) return -1
  write(found, draft)
  return COMMON.lastIndex
}

/** Groups of the regular expression. */
const FIVE_TIMES = 6
const SEVEN_OF_CPU = 10
const GOAL = 19

function write(found: RegExpExecArray, draft: Draft): void {
  const micros = (group: number) => Math.round(Number(found[group] ?? 0) * 1000)
  draft.number = Number(found[1])
  draft.startSeconds = Number(found[2])
  draft.gcPercentSoFar = Number(found[3])
  draft.sweepTermUs = micros(4)
  // In Go 1.5 these are scan, sync and mark.
  draft.markUs = found[6] === undefined ? micros(5) : micros(5) + micros(6) + micros(7)
  draft.markTermUs = micros(8)
  draft.sweepTermCpuUs = micros(9)
  draft.scanCpuUs = found[10] === undefined ? 0 : micros(10) + micros(11)
  draft.assistUs = micros(12)
  draft.backgroundUs = micros(13)
  draft.idleUs = micros(14)
  draft.markTermCpuUs = micros(15)
  draft.heapStartMiB = Number(found[16])
  draft.heapEndMiB = Number(found[17])
  draft.heapLiveMiB = Number(found[18])
  draft.goalMiB = Number(found[19])
  draft.stacksMiB = found[20] === undefined ? ABSENT : Number(found[20])
  draft.globalsMiB = found[21] === undefined ? ABSENT : Number(found[21])
  draft.procs = Number(found[22])
  draft.forced = found[23] === undefined ? 0 : 1
}
