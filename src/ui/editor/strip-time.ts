import { createProgramTime, type ProgramTime } from '../../model/program-time.ts'
import { endOf } from '../../model/steps.ts'
import type { Trace } from '../../model/trace.ts'
import { type Drawing, lengthOf } from '../../scenario/draw/drawing.ts'

/** The program's own time on the strip's axis, the whole program however early its run ended. */
export interface StripTime extends ProgramTime {
  /** Seconds of the program's own time. */
  readonly length: number
  /** Where the strip's axis has to reach to, for the whole program to stand on it; CPU-seconds. */
  readonly reach: number
  /** The instant at which a run ended before its program, on both clocks. */
  readonly ended: { readonly own: number; readonly axis: number } | undefined
}

/**
 * Up to the end of the run, its own axis. What a run that was killed never came to follows behind it, second by second;
 * where that would take more of the axis than the run itself, it is drawn closer together, so that both can be seen.
 */
export function toStripTime(trace: Trace, drawing: Drawing, isClocked: boolean): StripTime {
  const length = lengthOf(drawing)
  const time = createProgramTime(trace, length, isClocked)
  const axis = endOf(trace)
  const own = time.toOwn(axis)
  const rest = length - own
  if (trace.result.outcome.kind === 'completed' || !(rest > 0))
    return { ...time, length, reach: axis, ended: undefined }
  const room = axis > 0 ? Math.min(rest, axis) : rest
  return {
    length,
    reach: axis + room,
    ended: { own, axis },
    toAxis: (at) => (at <= own ? time.toAxis(at) : axis + ((at - own) / rest) * room),
    toOwn: (at) => (at <= axis ? time.toOwn(at) : own + ((at - axis) / room) * rest),
  }
}
