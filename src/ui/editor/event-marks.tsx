import { timeOfChange } from '../../model/explain-event.ts'
import {
  describeEvent,
  type EventGroup,
  findMoved,
  firstOf,
  groupEvents,
  moveEvents,
} from '../../scenario/draw/event-groups.ts'
import { roundDrawn } from '../../scenario/draw/round.ts'
import { useRun } from '../context.ts'
import { type Geometry, snap, tenths, toSteps } from './geometry.ts'
import { Handle } from './handle.tsx'
import { useSession, useSessionState } from './use-session.ts'

/** The events under the lanes, to be dragged along; the steps of a line together. */
export function EventMarks({ geometry }: { readonly geometry: Geometry }) {
  const session = useSession()
  const { trace } = useRun()
  const scenario = useSessionState((state) => state.draft.scenario)
  const { changes } = scenario
  const { toX, axisToX, toOwn, eventsY, live, em } = geometry
  const groups = groupEvents(changes)
  // Where the run says that it happened: a cycle that it caused comes after it, on the axis too.
  const xs = changes.map(({ at }, i) => {
    const time = timeOfChange(trace, changes, i)
    return time === undefined ? toX(at) : axisToX(time)
  })
  const places = spread(
    groups.map((group) => xs[firstOf(group)] ?? 0),
    1.6 * em,
  )
  return groups.map((group, g) => {
    const at = changes[firstOf(group)]?.at ?? 0
    const x = xs[firstOf(group)] ?? 0
    const place = tenths(places[g] ?? 0)
    const move = (to: number, step: number) => {
      const place = roundDrawn(Math.max(0, snap(to, step)))
      session.change(moveEvents(scenario, group, place), 'preview')
      return place
    }
    return (
      <Handle
        // biome-ignore lint/suspicious/noArrayIndexKey: an event is known by its place in time
        key={g}
        className="event"
        label={`Event ${g + 1}`}
        now={at}
        text={describeEvent(group, changes)}
        isReached
        orientation="horizontal"
        begin={() =>
          ({ dx, isSnapped }) =>
            move(at + toOwn(x + dx) - toOwn(x), toSteps(geometry, isSnapped).seconds)
          }
        step={(steps, isCoarse) => {
          const by = toSteps(geometry, isCoarse).seconds
          const to = move(at + steps * by, by)
          keepFocus(g, findMoved(scenario, group, to))
        }}
      >
        <path className="mark" d={`M${tenths(x)},${live.top}V${eventsY}`} />
        <path className="steps" d={stepsPath(group, xs, geometry)} />
        <circle className="hit" cx={place} cy={eventsY} r={12} />
        <circle className="dot" cx={place} cy={eventsY} r={0.7 * em} />
        <text x={place} y={eventsY + 0.33 * em} fontSize={0.85 * em}>
          {g + 1}
        </text>
      </Handle>
    )
  })
}

/** Where keys have moved an event past another, the keyboard goes with it. */
function keepFocus(from: number, to: number): void {
  if (from === to) return
  requestAnimationFrame(() => document.querySelectorAll<SVGElement>('.lanes .handle.event')[to]?.focus())
}

/** The steps of a line: a tick each, on a bar from the first to the last, under the numbers. */
function stepsPath({ indices }: EventGroup, xs: readonly number[], { eventsY, em }: Geometry): string {
  if (indices.length === 1) return ''
  const ticks = indices.map((index) => tenths(xs[index] ?? 0))
  const [top, bottom] = [tenths(eventsY + 0.6 * em), tenths(eventsY + 0.95 * em)]
  return `M${ticks[0]},${bottom}H${ticks.at(-1)}${ticks.map((tick) => `M${tick},${top}V${bottom}`).join('')}`
}

/** Marks at the same instant stand side by side. */
function spread(xs: readonly number[], least: number): readonly number[] {
  let last = Number.NEGATIVE_INFINITY
  return xs.map((x) => {
    last = Math.max(x, last + least)
    return last
  })
}
