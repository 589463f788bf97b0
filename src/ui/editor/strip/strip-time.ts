import { atWall, type Clock, wallAt } from '../../../model/clock.ts'
import { createProgramTime, type ProgramTime } from '../../../model/program-time.ts'
import { endOf } from '../../../model/steps.ts'
import type { Trace } from '../../../model/trace.ts'
import { type Drawing, lengthOf } from '../draw/drawing.ts'

/** The program's own time on the strip's axis: the whole program, even if its run ended early. */
export interface StripTime extends ProgramTime {
  /** Seconds of the program's own time. */
  readonly length: number
  /** The end of the strip's axis, so that the whole program fits. */
  readonly reach: number
  /** The instant at which a run ended before its program, in its own time and on the axis. */
  readonly ended: { readonly own: number; readonly axis: number } | undefined
}

/**
 * If a run was killed, the rest of the program follows, as wide as if the run had continued at its average pace, but no
 * wider than the run, so that both can be seen.
 * @param isClocked the program's own time is elapsed time
 * @param clock what the axis counts
 */
export function toStripTime(trace: Trace, drawing: Drawing, isClocked: boolean, clock: Clock = 'cpu'): StripTime {
  const length = lengthOf(drawing)
  const program = createProgramTime(trace, length, isClocked)
  const end = endOf(trace)
  const own = program.toOwn(end)
  const isWall = clock === 'wall'
  // After the end of the run both clocks advance together.
  const fromCpu = (cpu: number) => (isWall ? wallAt(trace, cpu) + Math.max(0, cpu - end) : cpu)
  const axis = fromCpu(end)
  const toCpu = (at: number) => (isWall ? atWall(trace, at) + Math.max(0, at - axis) : at)
  const time = {
    toAxis: (at: number) => fromCpu(program.toAxis(at)),
    toOwn: (at: number) => program.toOwn(toCpu(at)),
  }
  const rest = length - own
  if (trace.result.outcome.kind === 'completed' || !(rest > 0))
    return { ...time, length, reach: axis, ended: undefined }
  const room = axis > 0 && own > 0 ? axis * Math.min(1, rest / own) : rest
  return {
    length,
    reach: axis + room,
    ended: { own, axis },
    toAxis: (at) => (at <= own ? time.toAxis(at) : axis + ((at - own) / rest) * room),
    toOwn: (at) => (at <= axis ? time.toOwn(at) : own + ((at - axis) / room) * rest),
  }
}
