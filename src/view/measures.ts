import { formatSeconds, formatShare, formatSize } from '../format.ts'
import { isEmptyTrace } from '../model/empty.ts'
import { factsOf } from '../model/judgement/facts.ts'
import { throttledPortion } from '../model/judgement/rules.ts'
import type { Trace } from '../model/trace.ts'
import { axisUnit } from './figures.ts'

interface Measure {
  readonly key: string
  readonly label: string
  /** The figure with its unit; undefined where the run has none. */
  readonly show: (trace: Trace) => string | undefined
}

type PeakKey = 'peakHeapBytes' | 'peakMemoryBytes' | 'peakContainerBytes' | 'peakLiveBytes'

/** Most bytes at any instant, in the unit of the axis. */
function peak(key: string, label: string, of: PeakKey): Measure {
  return { key, label, show: (trace) => formatSize(trace.result[of], axisUnit({ trace })) }
}

const LIVE = peak('live', 'Live heap', 'peakLiveBytes')

/** Four peaks of memory that are easily confused, each contained in the next; then where the CPU time went. */
const MEASURES: readonly Measure[] = [
  {
    ...LIVE,
    show: (trace) => (trace.cycles.count > 0 || trace.result.peakLiveBytes > 0 ? LIVE.show(trace) : 'not measured'),
  },
  peak('heap', 'Heap', 'peakHeapBytes'),
  peak('counted', 'Go memory', 'peakMemoryBytes'),
  peak('container', 'In the container', 'peakContainerBytes'),
  { key: 'assists', label: 'Assists', show: assistShare },
  { key: 'limited', label: 'Limited', show: limitedText },
  { key: 'throttled', label: 'Throttled', show: throttledText },
]

/** How long the quota stopped the program; undefined if it never did. */
function throttledText(trace: Trace): string | undefined {
  return trace.result.throttledSeconds === 0 ? undefined : throttledPortion(trace)
}

/** The measures of a run with their figures; empty while nothing is known of the run. */
export function toShownMeasures(trace: Trace): readonly (readonly [Measure, string])[] {
  if (isEmptyTrace(trace)) return []
  return MEASURES.flatMap((measure) => {
    const text = measure.show(trace)
    return text === undefined ? [] : [[measure, text] as const]
  })
}

function assistShare({ cycles, result, unfinished }: Trace): string | undefined {
  if (!cycles.runtime) return undefined
  let seconds = unfinished?.assist ?? 0
  for (const assist of cycles.runtime.assist.subarray(0, cycles.count)) seconds += assist
  return formatShare(result.totalSeconds > 0 ? seconds / result.totalSeconds : 0)
}

/** The guide model has one clock. */
function limitedText(trace: Trace): string | undefined {
  const { model, segments } = trace
  if (model === 'guide' && segments.every(({ cpuLimiter }) => !cpuLimiter)) return undefined
  const { limitedSeconds } = factsOf(trace)
  if (limitedSeconds === 0) return 'never'
  return formatSeconds(limitedSeconds) + (model === 'runtime' ? ' elapsed' : '')
}
