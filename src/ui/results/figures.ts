import {
  formatCount,
  formatDelta,
  formatMiB,
  formatSeconds,
  formatShare,
  formatTimes,
  formatValue,
} from '../../format.ts'
import type { Trace } from '../../model/trace.ts'
import { toEffectiveGogc } from '../../model/verdict.ts'
import type { Scenario } from '../../scenario/types.ts'

/** A run and the settings that gave it. */
export interface Measured {
  readonly trace: Trace
  readonly scenario: Scenario
}

/** One result in large figures. */
export interface ResultFigure {
  readonly key: string
  readonly label: string
  /** The number as compared with a pinned run; undefined where there is none to compare. */
  readonly measure: (run: Measured) => number | undefined
  readonly format: (value: number) => string
  readonly unit: string
  /** A second line that puts the number into proportion. */
  readonly aside: (run: Measured) => string
}

export const RESULT_FIGURES: readonly ResultFigure[] = [
  {
    key: 'gc-cpu',
    label: 'GC CPU',
    measure: ({ trace }) => trace.result.gcCpuFraction * 100,
    format: (value) => value.toFixed(1),
    unit: '%',
    aside: ({ trace }) => `${formatSeconds(trace.result.gcSeconds)} of CPU time`,
  },
  {
    key: 'peak-memory',
    label: 'Peak memory',
    measure: ({ trace }) => trace.result.peakMemoryBytes / (1024 * 1024),
    format: formatPeak,
    unit: 'MiB',
    aside: ({ trace }) => `${formatMiB(trace.result.peakLiveBytes)} MiB live at most`,
  },
  {
    key: 'total-time',
    label: 'Total CPU time',
    measure: ({ trace }) => trace.result.totalSeconds,
    format: (value) => (value < 1000 ? value.toFixed(2) : formatCount(value)),
    unit: 's',
    aside({ trace: { result } }) {
      const { outcome, totalSeconds, mutatorSeconds } = result
      if (outcome.kind === 'oom-killed') return `${formatShare(outcome.progress)} of the work done`
      return mutatorSeconds > 0 ? `${formatTimes(totalSeconds / mutatorSeconds)} the time without GC` : ''
    },
  },
  {
    key: 'cycles',
    label: 'GC cycles',
    measure: ({ trace }) => trace.result.cycles,
    format: formatCount,
    unit: '',
    aside({ trace: { result, cycles } }) {
      const forced = cycles.forced.length > 0 ? [`${formatCount(cycles.forced.length)} forced beside them`] : []
      const paced = result.cycles > 0 ? [`one per ${formatSeconds(result.totalSeconds / result.cycles)}`] : []
      return [...paced, ...forced].join(', ') || 'memory only grows'
    },
  },
  {
    key: 'effective-gogc',
    label: 'Effective GOGC',
    measure: ({ trace, scenario }) =>
      toEffectiveGogc(trace)?.lowest ?? (scenario.gogc.kind === 'percent' ? scenario.gogc.percent : undefined),
    format: (value) => (value < 10 ? value.toFixed(1) : formatValue(Math.round(value))),
    unit: '',
    aside({ trace }) {
      const effective = toEffectiveGogc(trace)
      return effective ? `limit rules ${Math.round(effective.share * 100)} % of cycles` : 'as set: no limit rules'
    },
  },
]

/** Before, after and the difference, for a figure beside a pinned run. */
export function toComparison(figure: ResultFigure, before: Measured, now: Measured): string {
  const [was, is] = [figure.measure(before), figure.measure(now)]
  if (was === undefined || is === undefined) return was === undefined ? '' : `was ${figure.format(was)}`
  return `was ${figure.format(was)}, ${formatDelta(is - was, figure.format)}`
}

/** One decimal as long as there is room for it. */
function formatPeak(mib: number): string {
  return mib < 10_000 ? mib.toFixed(1) : formatCount(mib)
}
