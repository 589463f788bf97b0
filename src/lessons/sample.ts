import { noCycles } from '../model/empty.ts'
import { readAt } from '../model/reading.ts'
import { endOf } from '../model/steps.ts'
import type { Trace } from '../model/trace.ts'
import { onClock } from '../model/wall-clock.ts'

/** Elapsed seconds between two samples of the dashboards in lessons. */
export const SCRAPE_SECONDS = 15

/** What a dashboard in a lesson draws: the heap, or all memory that the container counts. */
export type Sampled = 'heap' | 'memory'

/** Samples of elapsed time, joined by straight lines. Everything between two samples is lost. */
export function sampleTrace(run: Trace, intervalSeconds: number, of: Sampled = 'heap'): Trace {
  const trace = onClock(run, 'wall')
  const times = Array.from({ length: Math.floor(endOf(trace) / intervalSeconds) + 1 }, (_, i) => i * intervalSeconds)
  const isHeap = of === 'heap'
  const samples = times.map((time) => {
    const { live = 0, fresh = 0, container, total = 0 } = readAt(trace, time) ?? {}
    // A dashboard has one number for the heap: it cannot show which part is garbage.
    return { heap: isHeap ? live + fresh : 0, memory: container ?? total }
  })
  const column = (key: keyof (typeof samples)[number]) => Float64Array.from(samples, (sample) => sample[key])
  const time = Float64Array.from(times)
  const none = new Float64Array(times.length)
  const memory = column('memory')
  return {
    ...trace,
    points: {
      count: times.length,
      time,
      live: none,
      fresh: column('heap'),
      ...(!isHeap && {
        runtime: { wall: time, counted: memory, container: memory, fill: none, limiting: new Uint8Array(times.length) },
      }),
    },
    // Other memory is not part of the heap. It is part of all memory, but a sample does not show it separately.
    segments: trace.segments.map((segment) => ({ ...segment, otherMemory: 0 })),
    cycles: noCycles(),
    // No sample shows that the program was killed.
    result: { ...trace.result, outcome: { kind: 'completed' } },
  }
}

/** The smallest and the largest sample of a run, in bytes: of all memory if the samples have it, else of the heap. */
export function sampledRange({ points }: Trace): { readonly low: number; readonly high: number } {
  let low = Infinity
  let high = 0
  for (let i = 0; i < points.count; i++) {
    const bytes = points.runtime?.container[i] ?? (points.live[i] ?? 0) + (points.fresh[i] ?? 0)
    low = Math.min(low, bytes)
    high = Math.max(high, bytes)
  }
  return { low: Math.min(low, high), high }
}
