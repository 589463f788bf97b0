import { createDraft } from '../columns.ts'
import { cleanLine } from '../line/clean.ts'
import { GcLineReader } from '../line/gc-line.ts'
import type { Field } from '../line/grammar.ts'
import { findGc } from '../line/locate.ts'

/** One figure of a gc line: its place in the line as given, its name, and its meaning. */
export interface FieldSpan {
  readonly start: number
  readonly end: number
  /** The name in JSON where it has one. */
  readonly name: string
  /** The figure as the line writes it, with its unit. */
  readonly value: string
  readonly text: string
}

/** Explains every figure of a raw line, as far as the line goes, from left to right; none if it is no gc line. */
export function explainLine(line: string): FieldSpan[] {
  const origins: number[] = []
  const text = cleanLine(line, origins)
  const start = findGc(text, 0)
  if (start < 0) return []
  const reader = new GcLineReader(createDraft())
  reader.readSteps(text, start)
  return reader.places().map(({ field, start: from, end: to }) => {
    const { name, text: meaning } = GLOSSARY[field]
    const unit = UNITS.find(([ending]) => name.endsWith(ending))?.[1] ?? ''
    // What cleaning removed after the figure (a colour, an entity) is not part of its span.
    const end = (origins[to - 1] ?? 0) + 1
    return { start: origins[from] ?? 0, end, name, value: text.slice(from, to) + unit, text: meaning }
  })
}

const UNITS: readonly (readonly [ending: string, unit: string])[] = [
  ['Seconds', ' s'],
  ['PercentSoFar', ' %'],
  ['Ms', ' ms'],
  ['MiB', ' MiB'],
]

const CPU = 'CPU time over all processors'
const SIZE = 'Whole MiB, rounded down, though Go writes MB.'

/** Meanings as in Go 1.26: runtime/mgc.go, gcMarkTermination; runtime/extern.go, gctrace. */
const GLOSSARY: Readonly<Record<Field, { readonly name: string; readonly text: string }>> = {
  number: { name: 'number', text: 'Number of the GC cycle since the process started.' },
  start: { name: 'startSeconds', text: 'When the cycle began, since the process started.' },
  percent: {
    name: 'gcPercentSoFar',
    text: 'Share of all CPU time (GOMAXPROCS × elapsed) since the process started that went to the collector, marking on idle CPUs not counted. Not this cycle’s.',
  },
  leaks: { name: 'leakCheck', text: 'This cycle also looked for goroutines that can never run again.' },
  sweepTerm: {
    name: 'sweepTermMs',
    text: 'World stopped: sweeping of the last cycle is finished, marking is set up. Counted from Go’s request to stop; until all goroutines stop, some still run.',
  },
  scan: { name: 'markMs', text: 'Go 1.5: scanning stacks and globals, while the program runs.' },
  sync: { name: 'markMs', text: 'Go 1.5: waiting until every processor has switched the write barrier on.' },
  mark: { name: 'markMs', text: 'Marking, while the program runs.' },
  markTerm: { name: 'markTermMs', text: 'World stopped once more: marking is finished, the next goal set.' },
  sweepTermCpu: {
    name: 'sweepTermCpuMs',
    text: `${CPU} that the first pause took: its length times GOMAXPROCS (at most the CPUs of the machine), also for processors that had not stopped yet.`,
  },
  scanCpu: { name: 'scanCpuMs', text: `Go 1.5: ${CPU} for scanning stacks and globals.` },
  syncCpu: { name: 'scanCpuMs', text: `Go 1.5: ${CPU} for switching the write barrier on.` },
  assist: {
    name: 'assistMs',
    text: `${CPU} of goroutines that had to help because they allocated: it delays the program directly.`,
  },
  background: {
    name: 'backgroundMs',
    text: `${CPU} of the background workers, which may take 25 % of GOMAXPROCS while a cycle marks.`,
  },
  idle: { name: 'idleMs', text: `${CPU} of processors that were idle. Under a CPU quota this is not free.` },
  markTermCpu: { name: 'markTermCpuMs', text: `${CPU} that the second pause took.` },
  heapStart: { name: 'heapStartMiB', text: `Heap as marking started: where the cycle was triggered. ${SIZE}` },
  heapEnd: {
    name: 'heapEndMiB',
    text: `Heap at the end of the mark phase, with what was allocated meanwhile; about the peak of the cycle. ${SIZE}`,
  },
  heapLive: { name: 'heapLiveMiB', text: `Live heap that the cycle found. The next goal follows from it. ${SIZE}` },
  goal: {
    name: 'goalMiB',
    text: `Heap goal of this cycle: marking should be done before the heap reaches it. GOGC sets it as the last cycle ends; with a memory limit, this is the goal as marking ended. ${SIZE}`,
  },
  stacks: { name: 'stacksMiB', text: `Goroutine stacks that were scanned. They count towards the goal. ${SIZE}` },
  globals: {
    name: 'globalsMiB',
    text: 'Global variables that marking scans. They count towards the goal. Most programs have less than 1 MiB, so Go prints 0.',
  },
  procs: { name: 'procs', text: 'GOMAXPROCS: how many processors the program may use at once.' },
  forced: { name: 'forced', text: 'The program asked for this cycle: runtime.GC or debug.FreeOSMemory.' },
}
