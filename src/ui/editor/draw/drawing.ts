import { isDrawnWith, liveAfter, type Stretch, toRates, turnoverOf } from '../../../scenario/rates.ts'
import { roundDrawn, roundSize } from '../../../scenario/round.ts'
import type { Phase, Program } from '../../../scenario/types.ts'

/**
 * The live heap runs in straight lines from one phase’s end to the next. Sizes in bytes, times in seconds, all rounded
 * to four digits. A drawing may have phases that no program can have (`impossible-phases.ts`); `toProgram` then comes
 * as near as it can.
 */
export interface Drawing {
  /** Live heap as the program starts. */
  readonly start: number
  readonly phases: readonly DrawnPhase[]
}

export interface DrawnPhase extends Stretch {
  /** The original phase, for values that are not drawn, and for all digits of those that the drawing leaves. */
  readonly source: Phase
}

export function readDrawing({ initialLive, phases }: Pick<Program, 'initialLive' | 'phases'>): Drawing {
  let live = initialLive
  const drawn = phases.map((source): DrawnPhase => {
    const stretch = readStretch(source, live)
    live = liveAfter(source, live)
    return { ...stretch, source }
  })
  return { start: roundSize(initialLive), phases: drawn }
}

/** The drawing of a phase that starts with `found` bytes of live heap. */
function readStretch(phase: Phase, found: number): Stretch {
  return {
    duration: roundDrawn(phase.duration),
    allocRate: roundSize(phase.allocRate),
    live: roundSize(liveAfter(phase, found)),
    turnover: roundSize(turnoverOf(phase, found)),
  }
}

/** `program` with a drawing: exactly the same, with all digits, if it is the one that the drawing was read from. */
export function toProgram(drawing: Drawing, program: Program): Program {
  const initialLive = drawing.start === roundSize(program.initialLive) ? program.initialLive : drawing.start
  let found = initialLive
  const phases = drawing.phases.map((drawn, i) => {
    const phase = toPhase(drawn, levelAt(drawing, i), found)
    found = liveAfter(phase, found)
    return phase
  })
  const isSame =
    initialLive === program.initialLive &&
    phases.length === program.phases.length &&
    phases.every((phase, i) => phase === program.phases[i])
  return isSame ? program : { ...program, initialLive, phases }
}

/** The phase for one drawn from the level `from`, where the program really has `found` bytes live. */
function toPhase(drawn: DrawnPhase, from: number, found: number): Phase {
  const { source } = drawn
  if (isDrawnWith(drawn, readStretch(source, found))) return source
  const duration = drawn.duration === roundDrawn(source.duration) ? source.duration : drawn.duration
  const allocRate = drawn.allocRate === roundSize(source.allocRate) ? source.allocRate : drawn.allocRate
  return { ...source, duration, allocRate, ...toRates({ ...drawn, duration, allocRate }, from, found) }
}

export function levelAt({ start, phases }: Drawing, boundary: number): number {
  return boundary === 0 ? start : (phases[boundary - 1]?.live ?? 0)
}

export function isFlat(drawing: Drawing, phase: number): boolean {
  return levelAt(drawing, phase) === levelAt(drawing, phase + 1)
}

/** The time of a boundary, in seconds of the program’s own time. */
export function timeAt({ phases }: Drawing, boundary: number): number {
  let time = 0
  for (let i = 0; i < boundary; i++) time += phases[i]?.duration ?? 0
  return time
}

/** The length of a drawn program, in seconds of its own time. */
export function lengthOf(drawing: Drawing): number {
  return timeAt(drawing, drawing.phases.length)
}
