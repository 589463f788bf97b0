import type { Trace } from '../model/trace.ts'
import { onWallClock } from '../model/wall-clock.ts'
import { largest } from '../numbers.ts'
import type { Spread } from '../prediction/spread.ts'
import { thin } from './thin.ts'

/** A run to be drawn: on the log's own clock, elapsed time. */
export interface Drawable {
  readonly trace: Trace
  /** With at most as many cycles as can be drawn (`thin`); the same object if nothing is left out. */
  readonly drawn: Trace
}

/** The run with a band around its memory. At every point, the band is relatively as wide as the range of the peak. */
export function withBand(trace: Trace, { low, likely, high }: Spread): Trace {
  const { points } = trace
  const { runtime } = points
  if (!runtime || !(likely > 0)) return trace
  const times = (factor: number) => runtime.counted.map((bytes) => bytes * factor)
  const bounds = { countedLow: times(low / likely), countedHigh: times(high / likely) }
  return { ...trace, points: { ...points, runtime: { ...runtime, ...bounds } } }
}

/** The top of the band around the memory of a run, in bytes; 0 without a band. */
export function topOfBand({ points }: Trace): number {
  return largest(points.runtime?.countedHigh ?? [])
}

/** A run as it is drawn, on elapsed time. @param procsOf GOMAXPROCS in each cycle */
export function toDrawable(run: Trace, procsOf: (cycle: number) => number): Drawable {
  const trace = onWallClock(run, procsOf)
  return { trace, drawn: thin(trace, undefined) }
}
