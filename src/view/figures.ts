import { fitScales } from '../charts/scales.ts'
import {
  formatBetween,
  formatCount,
  formatSeconds,
  formatShare,
  formatSizeNumber,
  formatTimes,
  type SizeUnit,
  sizeUnit,
} from '../format.ts'
import { hasTwoClocks } from '../model/clock.ts'
import { cyclesAside, gcAside, gogcAside, liveAside, lowestGogc } from '../model/judgement/headline.ts'
import type { Trace } from '../model/trace.ts'
import type { Circumstances } from '../model/verdict.ts'
import { secondsOf } from '../scenario/rates.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Source } from '../share/link.ts'
import { circumstancesOf } from '../store/circumstances.ts'

export interface Measured {
  readonly trace: Trace
  readonly scenario: Scenario
  readonly circumstances: Circumstances
}

/** A run with what its verdict needs, except for whether it could follow its drawing. */
export function toMeasured(trace: Trace, { scenario, presetId }: Source): Measured {
  return { trace, scenario, circumstances: circumstancesOf({ presetId }) }
}

/** Shown instead of a verdict while only the beginning of a run is known. */
export const COMPUTING = {
  kind: 'loading',
  label: '…',
  reason: 'This run is long: the rest is being computed.',
} as const

export interface ResultFigure {
  readonly key: string
  readonly label: (run: Measured) => string
  /** The number to compare with a pinned run, which is measured as the shown one is; undefined if there is none. */
  readonly measure: (run: Measured, shown?: Measured) => number | undefined
  /** The number as text, in the unit of the run that it is shown beside. */
  readonly format: (value: number, run: Measured) => string
  readonly unit: (run: Measured) => string
  /** A second line that puts the number into proportion. */
  readonly aside: (run: Measured) => string
}

export function axisUnit({ trace }: Pick<Measured, 'trace'>): SizeUnit {
  return sizeUnit(fitScales(trace, undefined).memoryMax)
}

export const RESULT_FIGURES: readonly ResultFigure[] = [
  {
    key: 'gc-cpu',
    label: () => 'GC CPU',
    measure: ({ trace }) => trace.result.compulsoryGcFraction * 100,
    format: (value) => value.toFixed(1),
    unit: () => '%',
    aside: ({ trace }) => gcAside(trace),
  },
  {
    key: 'peak-memory',
    // Beside memory outside Go, the figure says that it is not the peak of the total that the chart draws.
    label: ({ trace: { result } }) => `Peak ${result.peakContainerBytes > result.peakMemoryBytes ? 'Go ' : ''}memory`,
    measure: ({ trace }) => trace.result.peakMemoryBytes,
    format: (value, run) => formatSizeNumber(value, axisUnit(run)),
    unit: (run) => axisUnit(run).name,
    aside: (run) => liveAside(run.trace, axisUnit(run)),
  },
  {
    key: 'total-time',
    // The time for which a person waits. If CPU time differs, it is in the second line.
    label: ({ trace }) => (hasTwoClocks(trace) ? 'Elapsed time' : 'Total CPU time'),
    measure: ({ trace }, shown) => trace.result[shown && !hasTwoClocks(shown.trace) ? 'totalSeconds' : 'wallSeconds'],
    format: (value, run) => (value < 1000 ? (value * (isBrief(run) ? 1e3 : 1)).toFixed(2) : formatCount(value)),
    unit: (run) => (isBrief(run) ? 'ms' : 's'),
    aside({ trace }) {
      const { outcome, totalSeconds, mutatorSeconds } = trace.result
      const isKilled = outcome.kind === 'oom-killed'
      const done = isKilled ? `${formatShare(outcome.progress)} of its work done` : ''
      if (hasTwoClocks(trace)) {
        const cpu = formatSeconds(totalSeconds)
        return isKilled ? `${cpu} CPU, ${done}` : `${cpu} of CPU time`
      }
      return done || (mutatorSeconds > 0 ? `${formatTimes(totalSeconds / mutatorSeconds)} the time without GC` : '')
    },
  },
  {
    key: 'cycles',
    label: () => 'GC cycles',
    measure: ({ trace }) => trace.result.cycles,
    format: (value) => formatCount(value),
    unit: () => '',
    aside: ({ trace }) => cyclesAside(trace),
  },
  {
    key: 'effective-gogc',
    label: () => 'Effective GOGC',
    measure: ({ trace }) => effectiveGogc(trace),
    format: (value) => (value < 10 ? value.toFixed(1) : String(Math.round(value))),
    unit: ({ trace }) => (effectiveGogc(trace) === undefined ? '' : '%'),
    aside: ({ trace }) => gogcAside(trace),
  },
]

function effectiveGogc(trace: Trace): number | undefined {
  const lowest = lowestGogc(trace)
  return lowest < Infinity ? lowest : undefined
}

/** Whether a time is so short that in seconds it would show hardly a digit. */
function isBrief({ trace }: Measured): boolean {
  return trace.result.wallSeconds > 0 && trace.result.wallSeconds < 0.1
}

/** Figures that grow with a run’s length. */
const TOTALS: readonly string[] = ['total-time', 'cycles']

/**
 * The difference between a figure of two runs; empty if both look the same. Totals of runs that are not alike have no
 * difference, nor have shares if a run ended early.
 */
export function toComparison(figure: ResultFigure, before: Measured, now: Measured): string {
  const [was, is] = [figure.measure(before, now), figure.measure(now)]
  if (was === undefined) return ''
  if (is !== undefined && showFigure(figure, was, now) === showFigure(figure, is, now)) return ''
  const text = `was ${figure.format(was, now)}`
  const isOpen =
    figure.key === 'gc-cpu' ? !areWhole(before, now) : TOTALS.includes(figure.key) && !areAlike(before, now)
  if (is === undefined || isOpen) return text
  return `${text}, ${formatBetween(showFigure(figure, was, now), showFigure(figure, is, now))}`
}

/** A value with its unit, on one line: `60.0 MiB`. */
export function showFigure(figure: ResultFigure, value: number | undefined, run: Measured): string {
  return value === undefined ? '–' : `${figure.format(value, run)}\u00a0${figure.unit(run)}`.trim()
}

/** Whether totals of two runs compare: both completed in one model, with phases of equal length in sum. */
export function areAlike(a: Measured, b: Measured): boolean {
  return (
    areWhole(a, b) && a.trace.model === b.trace.model && secondsOf(a.scenario.program) === secondsOf(b.scenario.program)
  )
}

/** Whether both runs completed. If a run ended early, its shares are those of its beginning. */
export function areWhole(...runs: readonly Measured[]): boolean {
  return runs.every(({ trace }) => trace.result.outcome.kind === 'completed')
}
