import { endOf } from '../model/steps.ts'
import type { Trace } from '../model/trace.ts'
import { nextRound } from '../numbers.ts'
import { MIB } from '../units.ts'

/** The upper ends of the axes: memory in bytes, time in seconds. */
export interface Scales {
  readonly memoryMax: number
  readonly timeEnd: number
}

/** A limit is drawn to scale up to this many times the peak; one further off would flatten the run. */
const LIMIT_REACH = 2.2
const ROOM_ABOVE = 1.04
/** How far beyond the end of a longer run a held time axis reaches, so that it does not move at every step of a drag. */
const GROWTH = 1.08
const ROUND = [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9]

/** Scales that fit both runs. @param band the top of a band around estimated memory, in bytes: above its line */
export function fitScales(trace: Trace, pinned: Trace | undefined, band = 0): Scales {
  const traces = pinned ? [trace, pinned] : [trace]
  const peaks = traces.map(({ result }) => Math.max(result.peakMemoryBytes, result.peakContainerBytes))
  const peak = Math.max(band, ...peaks)
  const limits = trace.segments.flatMap(({ memoryLimit, containerLimit }) => [memoryLimit, containerLimit])
  const near = limits.filter((limit) => limit <= peak * LIMIT_REACH)
  return {
    memoryMax: nextRound(ROUND, (Math.max(peak, ...near, MIB) * ROOM_ABOVE) / MIB) * MIB,
    timeEnd: Math.max(...traces.map(endOf)) || 1,
  }
}

/** Held scales only grow, so that the run stays within them. */
export function holdScales(held: Scales, wanted: Scales): Scales {
  const hasRoom = wanted.memoryMax <= held.memoryMax && wanted.timeEnd <= held.timeEnd
  if (hasRoom) return held
  return {
    memoryMax: Math.max(held.memoryMax, wanted.memoryMax),
    timeEnd: wanted.timeEnd <= held.timeEnd ? held.timeEnd : wanted.timeEnd * GROWTH,
  }
}
