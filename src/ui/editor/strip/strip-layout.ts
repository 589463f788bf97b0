import { timeOfChange } from '../../../model/explain/explain-event.ts'
import type { Trace } from '../../../model/trace.ts'
import { liveLevels } from '../../../scenario/rates.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { type Drawing, levelAt } from '../draw/drawing.ts'
import { describeEvent, firstOf, groupEvents } from '../draw/event-groups.ts'
import type { ImpossiblePhase } from '../draw/impossible-phases.ts'
import { boundaries, type Geometry, tenths } from './geometry.ts'

/** Positions of everything on the strip at a moment, in pixels to a tenth. */
export interface StripLayout {
  readonly geometry: Geometry
  readonly drawing: Drawing
  readonly selected: number
  /** All boundaries of phases; the first is the start. */
  readonly xs: readonly number[]
  /** The drawn live heap at each. */
  readonly ys: readonly number[]
  readonly wishes: readonly ImpossiblePhase[]
  /** The live heap that the program really has at each boundary; empty if the whole drawing is possible. */
  readonly realYs: readonly number[]
  readonly events: readonly EventLayout[]
  readonly isKilled: boolean
}

interface EventLayout {
  /** Time of its first change, in seconds of the program's own time. */
  readonly at: number
  readonly text: string
  /** Where it happened in the run: a cycle that it caused comes after it on the axis too. */
  readonly x: number
  /** Position of its number, beside another number if both happen at the same instant. */
  readonly numberX: number
  /** Positions of the steps of a line; empty for a single change. */
  readonly steps: readonly number[]
}

export interface Drawn extends Pick<StripLayout, 'drawing' | 'selected' | 'wishes'> {
  readonly scenario: Scenario
}

export function toStripLayout(
  geometry: Geometry,
  { drawing, scenario, selected, wishes }: Drawn,
  trace: Trace,
): StripLayout {
  const { live } = geometry
  const xs = boundaries(geometry, drawing)
  const toY = (bytes: number) => tenths(live.toY(bytes))
  return {
    geometry,
    drawing,
    selected,
    xs,
    ys: xs.map((_, i) => toY(levelAt(drawing, i))),
    wishes,
    realYs: wishes.length > 0 ? liveLevels(scenario.program).map(toY) : [],
    events: placeEvents(geometry, scenario, trace),
    isKilled: trace.result.outcome.kind === 'oom-killed',
  }
}

function placeEvents({ toX, cpuToX, em }: Geometry, { changes }: Scenario, trace: Trace): readonly EventLayout[] {
  const xs = changes.map(({ at }, i) => {
    const time = timeOfChange(trace, changes, i)
    return tenths(time === undefined ? toX(at) : cpuToX(time))
  })
  let last = Number.NEGATIVE_INFINITY
  return groupEvents(changes).map((group) => {
    const first = firstOf(group)
    const x = xs[first] ?? 0
    last = tenths(Math.max(x, last + 1.6 * em))
    const { indices } = group
    const steps = indices.length === 1 ? [] : indices.map((index) => xs[index] ?? 0)
    return { at: changes[first]?.at ?? 0, text: describeEvent(group, changes), x, numberX: last, steps }
  })
}
