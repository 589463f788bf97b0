import { printGctrace } from '../gctrace/show/print.ts'
import { type CycleEntry, toCycleEntry } from '../model/cycle-list.ts'
import { toVerdict } from '../model/verdict.ts'
import { parametersOf } from '../scenario/params.ts'
import { toJsonValue, type Value } from '../scenario/value.ts'
import type { Experiment } from './experiment.ts'
import { type Sampled, SCRAPE_SECONDS, sampledRange, sampleTrace } from './sample.ts'

/** The unit of a measure. It decides how a number is written. */
export type Unit = 'bytes' | 'seconds' | 'share' | 'rate' | 'cycles' | 'times' | 'number'

export interface Quantity {
  readonly value: number | string
  readonly unit: Unit
}

const RESULTS = [
  'totalSeconds',
  'mutatorSeconds',
  'gcSeconds',
  'wallSeconds',
  'gcCpuFraction',
  'compulsoryGcFraction',
  'cycles',
  'peakMemoryBytes',
  'peakContainerBytes',
  'peakHeapBytes',
  'peakLiveBytes',
  'limiterSeconds',
  'throttledSeconds',
] as const

const OUTCOMES = ['outcome.kind', 'outcome.atSeconds', 'outcome.progress'] as const
const SETTINGS = [...parametersOf('scenario'), ...parametersOf('program')]
const MANY = ['sum', 'max', 'min', 'mean'] as const

/** A line as GODEBUG=gctrace=1 prints it, counted from 0; runtime model only. */
const GCTRACE = /^gctrace\[(\d+)\]$/
const CYCLE = /^cycleList\[(-?\d+|sum|max|min|mean)\]\.(\w+)$/

/** The names that a message may suggest for a misspelt measure. */
export const MEASURES: readonly string[] = [...RESULTS, ...OUTCOMES, 'verdict']

/**
 * A result, `verdict`, a setting, or a column of the cycles as `sawtooth simulate --cycles` prints them,
 * `cycleList[3].liveBytes` (negative: from the end) or `cycleList[sum].assistSeconds`; also `gctrace[3]`, a line of its
 * log, and the most that a dashboard’s samples show, `dashboard.peakBytes` and `dashboard.peakMemoryBytes`.
 * @returns null if this run has no value, or was stopped before it was known; undefined if there is no such measure
 */
export function readMeasure(name: string, experiment: Experiment): Quantity | null | undefined {
  if (isOneOf(RESULTS, name))
    return isWhole(experiment) ? { value: experiment.trace.result[name], unit: unitOf(name) } : null
  if (isOneOf(OUTCOMES, name)) return readOutcome(name, experiment)
  if (name === 'verdict') return { value: toVerdict(experiment.trace, experiment.circumstances).kind, unit: 'number' }
  const [, which, field] = CYCLE.exec(name) ?? []
  if (which !== undefined && field !== undefined) return readCycles(which, field, experiment)
  const [, line] = GCTRACE.exec(name) ?? []
  if (line !== undefined) {
    const text = printGctrace(experiment.trace, experiment.scenario).split('\n')[Number(line)]
    return text ? { value: text, unit: 'number' } : null
  }
  if (name === 'dashboard.peakBytes') return readDashboard(experiment, 'heap')
  if (name === 'dashboard.peakMemoryBytes') return readDashboard(experiment, 'memory')
  if (name === 'dashboard.seconds') return { value: SCRAPE_SECONDS, unit: 'number' }
  return readSetting(name, experiment)
}

/** Whether the run came to its end. The figures of a stopped run cover only its beginning. */
function isWhole({ trace }: Experiment): boolean {
  return trace.result.outcome.kind !== 'stopped'
}

function readDashboard(experiment: Experiment, of: Sampled): Quantity | null {
  if (!isWhole(experiment)) return null
  return { value: sampledRange(sampleTrace(experiment.trace, SCRAPE_SECONDS, of)).high, unit: 'bytes' }
}

function readOutcome(name: (typeof OUTCOMES)[number], { trace }: Experiment): Quantity | null {
  const { outcome } = trace.result
  if (name === 'outcome.kind') return { value: outcome.kind, unit: 'number' }
  if (name === 'outcome.atSeconds')
    return outcome.kind === 'completed' ? null : { value: outcome.atSeconds, unit: 'seconds' }
  return outcome.kind === 'oom-killed' ? { value: outcome.progress, unit: 'share' } : null
}

function readCycles(which: string, field: string, experiment: Experiment): Quantity | null | undefined {
  const { trace } = experiment
  const { count } = trace.cycles
  const at = (i: number) => (toCycleEntry(trace, i) as CycleEntry & Record<string, unknown>)[field]
  if (count === 0) return null
  if (at(0) === undefined) return undefined
  const isFromStart = Number(which) >= 0
  if (!isFromStart && !isWhole(experiment)) return null
  if (!isOneOf(MANY, which)) {
    const i = Number(which) < 0 ? count + Number(which) : Number(which)
    return i >= 0 && i < count ? toQuantity(at(i), unitOf(field)) : null
  }
  const numbers = Array.from({ length: count }, (_, i) => at(i)).filter((value) => typeof value === 'number')
  return numbers.length === 0 ? null : { value: fold(which, numbers), unit: unitOf(field) }
}

const ONE_CYCLE = /cycleList\[(-?\d+)\]/g

/** The single cycles that a formula reads of a step’s own run, counted from 0, in their order. @param count how many there are */
export function cyclesIn(formula: string, count: number): readonly number[] {
  // Under other settings it reads those of another run.
  if (/\bwith\b/.test(formula)) return []
  const all = [...formula.matchAll(ONE_CYCLE)].map(([, which]) => (Number(which) < 0 ? count : 0) + Number(which))
  return [...new Set(all)].sort((a, b) => a - b)
}

/** Whether a formula asks when one cycle starts or ends: then to mark that cycle would give the answer away. */
export function asksForCycle(formula: string): boolean {
  return /^cycleList\[-?\d+\]\.(start|end)(Wall)?Seconds$/.test(formula.trim())
}

function fold(how: (typeof MANY)[number], numbers: readonly number[]): number {
  if (how === 'max') return numbers.reduce((a, b) => Math.max(a, b))
  if (how === 'min') return numbers.reduce((a, b) => Math.min(a, b))
  const sum = numbers.reduce((a, b) => a + b)
  return how === 'sum' ? sum : sum / numbers.length
}

function readSetting(name: string, { scenario }: Experiment): Quantity | null | undefined {
  const parameter = SETTINGS.find(({ key }) => key === name)
  if (!parameter) return undefined
  const holder = (parameter.place === 'program' ? scenario.program : scenario) as unknown as Record<string, Value>
  const value = holder[name]
  const units: Readonly<Record<string, Unit>> = {
    size: 'bytes',
    'size-or-off': 'bytes',
    rate: 'rate',
    seconds: 'seconds',
    share: 'share',
  }
  return value === undefined ? null : toQuantity(toJsonValue(value), units[parameter.kind] ?? 'number')
}

function toQuantity(value: unknown, unit: Unit): Quantity | null {
  if (typeof value === 'number') return { value, unit }
  if (typeof value === 'boolean') return { value: value ? 'on' : 'off', unit }
  return typeof value === 'string' ? { value, unit } : null
}

function unitOf(name: string): Unit {
  if (name === 'cycles') return 'cycles'
  if (name.endsWith('Bytes')) return 'bytes'
  if (name.endsWith('Seconds')) return 'seconds'
  return name.endsWith('Fraction') ? 'share' : 'number'
}

/** Whether a measure is a size of the heap alone: the heap chart draws it above other memory. */
export function isOfHeap(name: string): boolean {
  return /^(peakHeap|peakLive|dashboard\.peak|cycleList\[.*\]\.(live|goal|trigger|heapStart|heapEnd))Bytes$/.test(name)
}

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name)
}
