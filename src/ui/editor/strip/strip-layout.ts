import { timeOfChange } from '../../../model/explain/explain-event.ts'
import type { Trace } from '../../../model/trace.ts'
import { liveLevels } from '../../../scenario/rates.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { type Drawing, levelAt } from '../draw/drawing.ts'
import { describeEvent, firstOf, groupEvents } from '../draw/event-groups.ts'
import type { ImpossiblePhase } from '../draw/impossible-phases.ts'
import { boundaries, type Geometry, tenths } from './geometry.ts'

export type StripLayout = ReturnType<typeof toStripLayout>

interface Drawn {
  readonly drawing: Drawing
  readonly scenario: Scenario
  readonly selected: number
  readonly wishes: readonly ImpossiblePhase[]
}

/** All that the strip draws, in pixels. @param trace on the clock of the strip's axis */
export function toStripLayout(geometry: Geometry, { drawing, scenario, selected, wishes }: Drawn, trace: Trace) {
  const { live } = geometry
  const xs = boundaries(geometry, drawing)
  const toY = (bytes: number) => tenths(live.toY(bytes))
  return {
    geometry,
    drawing,
    selected,
    /** All boundaries of phases (the first is the start), and the drawn live heap at each. */
    xs,
    ys: xs.map((_, i) => toY(levelAt(drawing, i))),
    wishes,
    /** The live heap that the program really has at each; empty if the whole drawing is possible. */
    realYs: wishes.length > 0 ? liveLevels(scenario.program).map(toY) : [],
    events: placeEvents(geometry, scenario, trace),
    isKilled: trace.result.outcome.kind === 'oom-killed',
  }
}

/**
 * `x`: where its first change happened in the run (a cycle that it caused comes after it on the axis too); `numberX`:
 * its number, beside others; `steps`: those of a line, else empty.
 */
function placeEvents({ toX, axisToX, em }: Geometry, { changes }: Scenario, trace: Trace) {
  const xs = changes.map(({ at }, i) => {
    const time = timeOfChange(trace, changes, i)
    return tenths(time === undefined ? toX(at) : axisToX(time))
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
