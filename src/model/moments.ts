import { cycleStart } from './cycles.ts'
import { endOf } from './steps.ts'
import type { Trace } from './trace.ts'

/** An instant of a run that is worth a stop, in seconds of its time axis. */
interface Landmark {
  readonly time: number
  readonly what: string
}

/** The instants of a run worth a stop, in their order: changes, forced cycles, the peak, the limiter, the end. */
export function landmarksOf(trace: Trace): readonly Landmark[] {
  const { cycles, holds, segments, points } = trace
  const found: Landmark[] = segments.slice(1).map(({ time }) => ({ time, what: 'the settings change' }))
  for (const i of cycles.forced) found.push({ time: cycleStart(trace, i), what: 'the program forces a cycle' })
  if (holds[0]) found.push({ time: holds[0].start, what: 'the GC CPU limit holds a cycle back' })
  const limiting = points.runtime?.limiting.indexOf(1) ?? -1
  if (limiting >= 0) found.push({ time: points.time[limiting]!, what: 'the GC CPU limiter begins to act' })
  if (points.count > 0) {
    found.push({ time: points.time[peakPoint(trace)]!, what: 'the largest heap' })
    const isKilled = trace.result.outcome.kind === 'oom-killed'
    found.push({ time: endOf(trace), what: isKilled ? 'the program is killed' : 'the end of the run' })
  }
  return found.sort((a, b) => a.time - b.time)
}

function peakPoint({ points: { count, live, fresh } }: Trace): number {
  let peak = 0
  for (let i = 1; i < count; i++) if (live[i]! + fresh[i]! > live[peak]! + fresh[peak]!) peak = i
  return peak
}
