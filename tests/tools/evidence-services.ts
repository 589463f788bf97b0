// The share of recordings inside the ranges of what-if answers, for all recorded programs; and for each program, with
// ranges that were made from all others.

import type { Calibration } from '../../src/calibration/calibrate.ts'
import { leavesCpuIdle, mayBeJob } from '../../src/calibration/fit/model-run.ts'
import { toKnown } from '../../src/known/known.ts'
import { noiseFactor } from '../../src/known/log/log-allowance.ts'
import { markNoise } from '../../src/known/log/mark-noise.ts'
import { TABLES, UNFILLED } from '../../src/known/measure/memory.ts'
import type { ProcessRun, Scrape } from '../../src/known/measure/timeline.ts'
import { type Quantity, type QuantityKey, quantityOf } from '../../src/known/quantities.ts'
import { ensembleOf } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { ensembleUnder } from '../../src/known/what-if.ts'
import { finish } from '../../src/model/slices.ts'
import type { Allowance } from '../../src/prediction/allowance.ts'
import { type Outlook, toOutlook } from '../../src/prediction/outlook.ts'
import { type Ensemble, toPrediction, widen } from '../../src/prediction/predict.ts'
import type { Prediction } from '../../src/prediction/prediction.ts'
import type { Spread } from '../../src/prediction/spread.ts'
import { weightedQuantile } from '../../src/prediction/spread.ts'
import { searchWithNeed } from '../../src/prediction/under-limit.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { underSettings } from '../../src/scenario/under-settings.ts'
import { MIB } from '../../src/units.ts'
import { type ContainerLimit, outlooksOf, toEnsembled, toVerdicts, type VerdictRow } from './evidence-verdicts.ts'
import {
  ALL_GROUPS,
  type Beside,
  basesOf,
  basesUnderLimit,
  compulsoryShares,
  type Group,
  kinds,
  measuredIn,
  type Predicted,
  quiet,
  readers,
  services,
} from './recorded-groups.ts'
import { recordedSettings } from './recorded-settings.ts'

export const FIGURES = [
  'cycles',
  'peak heap',
  'GC CPU',
  'compulsory GC',
  'counted',
  'RSS',
  'elapsed',
  'stopped by quota',
] as const
export type RangedFigure = (typeof FIGURES)[number]

/** One predicted figure, and every recording of it. */
export interface RangedRow {
  readonly group: string
  readonly program: string
  readonly figure: RangedFigure
  readonly isLimited: boolean
  /** Whether the program may end when its work is done. */
  readonly isJob: boolean
  /** Whether it is a job that leaves CPUs idle. */
  readonly leavesCpuIdle: boolean
  /** Multiplies the factors: `noiseFactor` of the log for GC CPU and for GC's share, 1 for other figures. */
  readonly further: number
  /** With the allowance for errors, as in answers (`spread`), and without it (`plain`). */
  readonly spread: Spread
  readonly plain: Spread
  /** Of GC CPU, where answers have one: the range for a machine as free as while the log was written. */
  readonly onSameMachine: Spread | undefined
  readonly measured: readonly number[]
}

/** Predictions for recordings: figures, and verdicts on containers. */
export interface Said {
  readonly rows: readonly RangedRow[]
  readonly verdicts: readonly VerdictRow[]
}

/** The inputs that predictions are made from, with the groups of recordings that have them. */
const KNOWN_FROM = {
  /** From every base recording. The first group is the programs that calibration was built on. */
  log: { groups: ALL_GROUPS, toBases: (group: Group) => basesOf(group) },
  /** The same with what was measured beside the log. */
  measured: {
    groups: () => [services(), kinds(), quiet(), readers()],
    toBases: (group: Group) => basesOf(group, true),
  },
  /** From logs that were recorded under a memory limit. */
  limited: { groups: () => [services(), quiet()], toBases: basesUnderLimit },
} as const
type KnownFrom = keyof typeof KNOWN_FROM

/** The predictions from one base recording, computed on demand. */
export interface SaidOfBase {
  /** `quiet/api-b` */
  readonly name: string
  readonly say: () => Said
}

export function sayOfEach(from: KnownFrom, groups: readonly Group[] = KNOWN_FROM[from].groups()): SaidOfBase[] {
  return groups.flatMap((group) =>
    KNOWN_FROM[from].toBases(group).map(({ name, toPredicted }) => ({
      name: `${group.title}/${name}`,
      say: () => joinSaid(toPredicted().map((one) => say(group.title, one))),
    })),
  )
}

export function joinSaid(said: readonly Said[]): Said {
  return { rows: said.flatMap(({ rows }) => rows), verdicts: said.flatMap(({ verdicts }) => verdicts) }
}

/** What was measured beside the log, with the bounds that a scrape has. */
function measuredBeside({ heap, counted, other, stacks, unused, rss }: Beside): Quantity[] {
  // Tables that grow with the heap count as overhead, as with /metrics.
  const own = Math.max(0, other - TABLES * heap)
  const overhead = unusedHalfWay(unused, heap) / (0.75 * heap) + TABLES
  const outside = Math.max(0, rss - counted)
  const around = (key: QuantityKey, value: number, error: number) =>
    quantityOf(key, value, { low: Math.max(0, value - error), high: value + error }, 'recorded', 'measured')
  return [
    around('otherMemory', own, Math.max(0.1 * own, MIB / 2)),
    around('heapOverhead', overhead, Math.max(0.3 * overhead, 0.01)),
    around('outsideMemory', outside, Math.max(0.5 * outside, 4 * MIB)),
    around('stacks', stacks, 0),
  ]
}

/**
 * Unused slots half way through a cycle with GOGC=100, for which overhead is defined (src/known/measure/memory.ts),
 * from the most, at the end of the cycle before: half of the slots that new objects fill are still free. Slots that
 * nothing fills are a constant share of the heap, at most those measured.
 */
function unusedHalfWay(most: number, heap: number): number {
  const unfilled = Math.min(UNFILLED, most / heap)
  return (most - (unfilled * heap) / 2) / 2 + unfilled * 0.75 * heap
}

/** The programs that fit the log and what was measured beside it: the scrapes or, without any, the maxima. */
function ensembleFor(calibration: Calibration, beside: Beside | undefined): Ensemble {
  if (!beside) return ensembleUnder(calibration)
  const known = toKnown({ runs: beside.scrapes ? [toRun(beside.scrapes)] : [], manifests: [], typed: {}, calibration })
  const measured = beside.scrapes ? [] : measuredBeside(beside)
  const others = known.quantities.filter(({ key }) => !measured.some((one) => one.key === key))
  const program = programOf({ ...known, quantities: [...others, ...measured] })
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return ensembleOf(program.value)
}

export function toRun(scrapes: readonly Scrape[]): ProcessRun {
  const process = { namespace: '', pod: '', container: '', job: '', instance: '' }
  return { process, goVersion: undefined, scrapes, pauseEnds: [], clock: 'stamps' }
}

/** Figures and verdicts are of the same runs. */
function say(group: string, predicted: Predicted): Said {
  const settings = recordedSettings(predicted.recording)
  const { candidates, allowanceOf } = ensembleFor(predicted.calibration, predicted.beside)
  const ensemble = { candidates: candidates.filter(({ weight }) => weight > 0), allowanceOf }
  const under = (scenario: Scenario) => underSettings(scenario, settings)
  const all = toEnsembled(ensemble, under)
  return {
    rows: toRows(group, predicted, toPrediction(all.ran, {}), all.allowance),
    verdicts: toVerdicts(group, predicted, outlooksOf(ensemble, under, all)),
  }
}

/** Two recorded programs are called cache: one of `tests/fixtures/runs`, and one of the services. */
function nameOf(group: string, program: string): string {
  return OF_RUNS.includes(group) ? `${program} of runs` : program
}

const OF_RUNS = ['built on', 'later', 'further']

function toRows(
  group: string,
  { recording, calibration }: Predicted,
  plain: Prediction,
  allowance: Allowance,
): RangedRow[] {
  const { program, repeats, memory } = recording
  const { workload } = calibration.fitted
  const wide = widen(plain, allowance)
  const common = {
    group,
    program: nameOf(group, program),
    isLimited: recording.memoryLimit !== 'off',
    isJob: mayBeJob(workload),
    leavesCpuIdle: leavesCpuIdle(workload),
  }
  const row = (figure: RangedFigure, of: (made: typeof wide) => Spread, measured: readonly number[]): RangedRow => ({
    ...common,
    figure,
    further: figure === 'GC CPU' || figure === 'compulsory GC' ? noiseFactor(markNoise(workload.series)) : 1,
    spread: of(wide),
    plain: of(plain),
    onSameMachine: figure === 'GC CPU' ? wide.gcSecondsOnSameMachine : undefined,
    measured,
  })
  const shares = compulsoryShares(recording)
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)
  return [
    row(
      'cycles',
      ({ spread }) => spread.cycles,
      repeats.map(({ cycles }) => cycles),
    ),
    row(
      'peak heap',
      ({ cycleHeap }) => cycleHeap,
      repeats.map(({ peakHeapMiB }) => (peakHeapMiB + 0.5) * MIB),
    ),
    row(
      'GC CPU',
      ({ spread }) => spread.gcSeconds,
      repeats.map(({ cpuSeconds }) => sum(cpuSeconds)),
    ),
    ...(shares ? [row('compulsory GC', ({ spread }) => spread.compulsoryGcFraction, shares)] : []),
    row(
      'elapsed',
      ({ spread }) => spread.wallSeconds,
      repeats.map(({ wallSeconds }) => wallSeconds),
    ),
    ...(memory
      ? [
          ...(memory.counted === undefined
            ? []
            : [row('counted', ({ spread }) => spread.peakMemoryBytes, [memory.counted])]),
          row('RSS', ({ spread }) => spread.peakContainerBytes, [memory.rss]),
        ]
      : []),
  ]
}

/** Verdicts on containers, as in answers; every nth recording is simulated in each container. */
export function verdictsOfRuns(groups: readonly Group[], every: number, isMeasured = false): VerdictRow[] {
  return groups.flatMap((group) =>
    basesOf(group, isMeasured)
      .flatMap(({ toPredicted }) => toPredicted())
      .filter((_, i) => i % every === 0)
      .flatMap((one) => toVerdicts(group.title, one, (containerLimit) => runIn(containerLimit, one))),
  )
}

function runIn(containerLimit: ContainerLimit, { recording, calibration, beside }: Predicted): Outlook {
  const settings = { ...recordedSettings(recording), containerLimit }
  const search = searchWithNeed(ensembleFor(calibration, beside), (scenario) => underSettings(scenario, settings))
  return toOutlook(finish(search))!
}

/** How far ranges have to reach beyond the programs of their logs for nine of ten recordings to lie within. */
interface Factors {
  readonly below: number
  readonly above: number
}

/** Of a program that the factors are not made from, somewhat more is outside: so nine of ten are inside. */
const TAIL = 0.045

/** Each program counts as much as every other, however often it was recorded: the next one is a program too. */
export function factorsOf(rows: readonly RangedRow[]): Factors {
  const counts = new Map<string, number>()
  for (const { program, measured } of rows) counts.set(program, (counts.get(program) ?? 0) + measured.length)
  const each = (of: (plain: Spread, value: number) => number) => {
    const ratios = rows.flatMap(({ program, plain, measured, further }) =>
      measured.map((value) => ({ value: of(plain, value) / further, weight: 1 / counts.get(program)! })),
    )
    return Math.max(1, weightedQuantile(ratios, 1 - TAIL))
  }
  return { below: each(({ low }, value) => low / value), above: each(({ high }, value) => value / high) }
}

/** Shares of recordings inside, and the median of high over low. */
interface Cover {
  readonly inside: number
  readonly width: number
}

export function coverOf(
  rows: readonly RangedRow[],
  boundsOf = ({ spread }: RangedRow): Omit<Spread, 'likely'> => spread,
): Cover {
  const inside = rows.flatMap((row) => {
    const { low, high } = boundsOf(row)
    return row.measured.map((value) => low <= value && value <= high)
  })
  const widths = rows.map((row) => boundsOf(row).high / Math.max(boundsOf(row).low, 1e-9))
  return { inside: inside.filter(Boolean).length / inside.length, width: quantile(widths, 0.5) }
}

/** The share inside the ranges of GC CPU for a machine as free as while the log was written. */
export function coverOnSameMachine(rows: readonly RangedRow[]): Cover {
  return coverOf(
    rows.filter(({ onSameMachine }) => onSameMachine),
    ({ onSameMachine }) => onSameMachine!,
  )
}

/** The share inside ranges whose allowance is made from all other programs: the mean over the programs. */
export function coverLeftOut(rows: readonly RangedRow[]): Cover {
  const programs = [...new Set(rows.map(({ program }) => program))]
  const covers = programs.map((name) => {
    const { below, above } = factorsOf(rows.filter(({ program }) => program !== name))
    const own = rows.filter(({ program }) => program === name)
    return coverOf(own, ({ plain, further }) => ({
      low: plain.low / (below * further),
      high: plain.high * above * further,
    }))
  })
  const inside = covers.reduce((sum, cover) => sum + cover.inside, 0) / covers.length
  return {
    inside,
    width: quantile(
      covers.map(({ width }) => width),
      0.5,
    ),
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Errors of likely values, and shares inside their ranges. */
export interface Reached {
  readonly figure: RangedFigure
  /** Errors of the likely value, in the median and at the 90th percentile, as shares. */
  readonly median: number
  readonly p90: number
  readonly inside: number
  readonly width: number
}

export function reachedOf(rows: readonly RangedRow[], figure: RangedFigure): Reached {
  const own = rows.filter((row) => row.figure === figure)
  const errors = errorsOf(own)
  return { figure, median: quantile(errors, 0.5), p90: quantile(errors, 0.9), ...coverOf(own) }
}

/** How far the likely values are off, as shares. */
function errorsOf(rows: readonly RangedRow[]): number[] {
  return rows.map(({ spread, measured }) => {
    const mean = measured.reduce((sum, value) => sum + value, 0) / measured.length
    return Math.abs(spread.likely / mean - 1)
  })
}

/**
 * The ratio of GC CPU in two base recordings of one program: no prediction from one of them can be closer than that.
 * @returns its median and its 90th percentile
 */
export function gcCpuApart(groups = ALL_GROUPS()): { readonly median: number; readonly p90: number } {
  const ratios = groups.flatMap(({ recordings, logOf, single = [] }) =>
    [...new Set(recordings.map(({ program }) => program))]
      .filter((program) => !single.includes(program))
      .map((program) => {
        const [a, b] = [measuredIn(logOf(program, 'a')).gcSeconds, measuredIn(logOf(program, 'b')).gcSeconds]
        return Math.max(a / b, b / a)
      }),
  )
  return { median: quantile(ratios, 0.5), p90: quantile(ratios, 0.9) }
}

/** Kinds of settings or of programs for which the ranges of a figure are widened separately. */
export function kindsOf(figure: RangedFigure): readonly (readonly [kind: string, isOf: (row: RangedRow) => boolean])[] {
  if (figure === 'elapsed')
    return [
      ['driven by clients', ({ isJob }) => !isJob],
      ['jobs', ({ isJob }) => isJob],
    ]
  if (figure === 'compulsory GC')
    return [
      ['most programs', ({ leavesCpuIdle }) => !leavesCpuIdle],
      ['jobs with an idle CPU', ({ leavesCpuIdle }) => leavesCpuIdle],
    ]
  return [
    ['without a limit', ({ isLimited }) => !isLimited],
    ['with one', ({ isLimited }) => isLimited],
  ]
}
