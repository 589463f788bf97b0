import { cycleEnd } from '../cycles.ts'
import { addOffered, addPeriod, spareOf, type Tally, THRASHING_SHARE } from '../tally.ts'
import type { Trace } from '../trace.ts'
import { countBesideEffort } from './count.ts'

/** Counts what a verdict needs from the columns of a log. A simulated run of the runtime model has counted it already. */
export function countMeasured(trace: Trace): Tally {
  const tally = countBesideEffort(trace)
  const { cycles, segments } = trace
  const { runtime } = cycles
  if (!runtime) return tally
  let before = 0
  let s = 0
  for (let i = 0; i < cycles.count; i++) {
    const time = cycleEnd(trace, i)
    while (s + 1 < segments.length && segments[s + 1]!.time <= time) s++
    const end = runtime.endWall[i]!
    const spent = runtime.assist[i]! + runtime.background[i]! + runtime.pause[i]!
    const offered = (end - before) * segments[s]!.procs - runtime.idle[i]!
    const running = end - runtime.startWall[i]!
    const marked = { background: runtime.background[i]!, idle: runtime.idle[i]!, pause: runtime.pause[i]! }
    const spare = spareOf(marked, running * segments[s]!.procs)
    addPeriod(tally, end - before, running, spent, offered, spare, THRASHING_SHARE.runtime, i > 0)
    before = end
  }
  countRest(trace, before, tally)
  return tally
}

/** Counts what followed the last completed cycle, which ended at `before` elapsed seconds. */
function countRest({ points, segments, unfinished }: Trace, before: number, tally: Tally): void {
  const { procs } = segments.at(-1)!
  const wall = points.runtime!.wall
  const end = wall[points.count - 1]!
  const spare = unfinished ? spareOf(unfinished, (end - wall[unfinished.startPoint]!) * procs) : 0
  addOffered(tally, (end - before) * procs - (unfinished?.idle ?? 0), spare)
}
