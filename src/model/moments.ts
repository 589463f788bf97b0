import { cycleStart } from './cycles.ts'
import { endOf } from './steps.ts'
import type { Trace } from './trace.ts'

/** The instants of a run that are worth a look, in order, in seconds of its time axis. */
export function landmarksOf(trace: Trace): readonly number[] {
  const { cycles, holds, segments, points } = trace
  const found = [
    ...segments.slice(1).map(({ time }) => time),
    ...Array.from(cycles.forced, (i) => cycleStart(trace, i)),
    ...holds.slice(0, 1).map(({ start }) => start),
  ]
  const limiting = points.runtime?.limiting.indexOf(1) ?? -1
  if (limiting >= 0) found.push(points.time[limiting]!)
  if (points.count > 0) found.push(points.time[peakPoint(trace)]!, endOf(trace))
  return found.sort((a, b) => a - b)
}

function peakPoint({ points: { count, live, fresh } }: Trace): number {
  let peak = 0
  for (let i = 1; i < count; i++) if (live[i]! + fresh[i]! > live[peak]! + fresh[peak]!) peak = i
  return peak
}
