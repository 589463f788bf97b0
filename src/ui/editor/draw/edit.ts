import { MAX_PHASES } from '../../../scenario/params.ts'
import { roundDrawn, roundSize } from '../../../scenario/round.ts'
import type { Phase } from '../../../scenario/types.ts'
import { type Drawing, type DrawnPhase, isFlat, levelAt } from './drawing.ts'

/* An index out of range changes nothing. Levels are absolute. A flat phase follows the level at its beginning. */

const LEAST_SECONDS = 1e-6
const MOST_SECONDS = 1e6

export function setDuration(drawing: Drawing, phase: number, seconds: number): Drawing {
  const duration = roundDrawn(Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, seconds)))
  return change(drawing, phase, { duration })
}

/** Bytes per second. */
export function setAllocRate(drawing: Drawing, phase: number, rate: number): Drawing {
  return change(drawing, phase, { allocRate: roundSize(Math.max(0, rate)) })
}

/** Bytes that are freed and replaced over the phase. */
export function setTurnover(drawing: Drawing, phase: number, bytes: number): Drawing {
  return change(drawing, phase, { turnover: roundSize(Math.max(0, bytes)) })
}

/** Values of a phase that are not drawn: its scan rate, its goroutines … */
export function setUndrawn(drawing: Drawing, phase: number, values: Partial<Phase>): Drawing {
  const drawn = drawing.phases[phase]
  return drawn ? change(drawing, phase, { source: { ...drawn.source, ...values } }) : drawing
}

/** The live heap at a boundary (0: the start, i + 1: the end of phase i), in bytes. Flat phases behind it follow. */
export function setLive(drawing: Drawing, boundary: number, level: number): Drawing {
  const { phases } = drawing
  if (boundary < 0 || boundary > phases.length) return drawing
  const live = roundSize(Math.max(0, level))
  let end = boundary
  while (end < phases.length && isFlat(drawing, end)) end++
  return {
    start: boundary === 0 ? live : drawing.start,
    phases: phases.map((phase, i) => (i + 1 >= boundary && i + 1 <= end ? { ...phase, live } : phase)),
  }
}

/** Lifts or lowers the whole line of a phase to `level` at its end: a plateau stays one, a slope keeps its height. */
export function setLevel(drawing: Drawing, phase: number, level: number): Drawing {
  let first = phase
  if (isFlat(drawing, phase)) while (first > 0 && isFlat(drawing, first - 1)) first--
  else {
    const height = levelAt(drawing, phase + 1) - levelAt(drawing, phase)
    return setLive(setLive(drawing, phase, level - height), phase + 1, level)
  }
  return setLive(drawing, first, level)
}

/** Cuts a phase in two at a share of its duration; the line stays where it is. */
export function splitPhase(drawing: Drawing, phase: number, share = 0.5): Drawing {
  const drawn = drawing.phases[phase]
  if (!drawn || drawing.phases.length >= MAX_PHASES || !(share > 0 && share < 1)) return drawing
  const from = levelAt(drawing, phase)
  const duration = roundDrawn(drawn.duration * share)
  const turnover = roundSize(drawn.turnover * share)
  const first = { ...drawn, duration, turnover, live: roundSize(from + (drawn.live - from) * share) }
  const rest = roundDrawn(drawn.duration - duration)
  if (!(duration > 0 && rest > 0)) return drawing
  const second = { ...drawn, duration: rest, turnover: roundSize(Math.max(0, drawn.turnover - turnover)) }
  return replace(drawing, phase, 1, [first, second])
}

export function deletePhase(drawing: Drawing, phase: number): Drawing {
  const before = drawing.phases[phase]
  if (!before || drawing.phases.length === 1) return drawing
  // First makes the phase flat, so that flat phases behind it follow.
  return replace(setLive(drawing, phase + 1, levelAt(drawing, phase)), phase, 1, [])
}

/** Inserts a copy of the phase behind it: it grows or shrinks by the same amount again. */
export function duplicatePhase(drawing: Drawing, phase: number): Drawing {
  const drawn = drawing.phases[phase]
  if (!drawn || drawing.phases.length >= MAX_PHASES) return drawing
  const live = Math.max(0, roundSize(2 * drawn.live - levelAt(drawing, phase)))
  const doubled = setLive(drawing, phase + 1, live)
  return replace(doubled, phase, 1, [drawn, { ...drawn, live }])
}

/** Moves a phase to another place. Each phase keeps the amount by which it grows or shrinks. */
export function movePhase(drawing: Drawing, phase: number, to: number): Drawing {
  const moved = drawing.phases[phase]
  if (!moved || to < 0 || to >= drawing.phases.length || to === phase) return drawing
  const heights = drawing.phases.map((_, i) => levelAt(drawing, i + 1) - levelAt(drawing, i))
  const order = drawing.phases.map((_, i) => i).filter((i) => i !== phase)
  order.splice(to, 0, phase)
  let level = drawing.start
  const phases = order.map((i) => {
    level = roundSize(Math.max(0, level + (heights[i] ?? 0)))
    return { ...(drawing.phases[i] as DrawnPhase), live: level }
  })
  return { ...drawing, phases }
}

export function replace(drawing: Drawing, at: number, count: number, inserted: readonly DrawnPhase[]): Drawing {
  const { phases } = drawing
  return { ...drawing, phases: [...phases.slice(0, at), ...inserted, ...phases.slice(at + count)] }
}

function change(drawing: Drawing, phase: number, patch: Partial<DrawnPhase>): Drawing {
  if (!drawing.phases[phase]) return drawing
  return { ...drawing, phases: drawing.phases.map((drawn, i) => (i === phase ? { ...drawn, ...patch } : drawn)) }
}
