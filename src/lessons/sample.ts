import { noCycles } from '../model/empty.ts'
import { readAt } from '../model/reading.ts'
import { endOf } from '../model/steps.ts'
import type { Trace } from '../model/trace.ts'
import { onClock } from '../model/wall-clock.ts'

/** How often a dashboard of the lessons looks, in seconds of elapsed time. */
export const SCRAPE_SECONDS = 15

/**
 * A run as a dashboard knows it: the heap at instants a fixed time apart, joined by straight lines. Everything between
 * two of them is lost. Laid out by elapsed time.
 */
export function sampleTrace(run: Trace, intervalSeconds: number): Trace {
  const trace = onClock(run, 'wall')
  const times = sampleTimes(trace, intervalSeconds)
  const heap = times.map((time) => {
    const reading = readAt(trace, time)
    return { live: reading?.live ?? 0, fresh: reading?.fresh ?? 0 }
  })
  return {
    ...trace,
    points: {
      count: times.length,
      time: Float64Array.from(times),
      live: Float64Array.from(heap, ({ live }) => live),
      fresh: Float64Array.from(heap, ({ fresh }) => fresh),
    },
    cycles: noCycles(),
  }
}

/** The most of all memory that such samples of a run show, as its container counts it, in bytes. */
export function highestMemory(run: Trace, intervalSeconds: number): number {
  const trace = onClock(run, 'wall')
  return sampleTimes(trace, intervalSeconds).reduce((highest, time) => {
    const { container, total = 0 } = readAt(trace, time) ?? {}
    return Math.max(highest, container ?? total)
  }, 0)
}

function sampleTimes(trace: Trace, intervalSeconds: number): readonly number[] {
  return Array.from({ length: Math.floor(endOf(trace) / intervalSeconds) + 1 }, (_, i) => i * intervalSeconds)
}

/** The smallest and the largest heap at the points of a run, or at its samples. */
export function heapRange({ points }: Trace): { readonly low: number; readonly high: number } {
  let low = Infinity
  let high = 0
  for (let i = 0; i < points.count; i++) {
    const heap = (points.live[i] ?? 0) + (points.fresh[i] ?? 0)
    low = Math.min(low, heap)
    high = Math.max(high, heap)
  }
  return { low: Math.min(low, high), high }
}
