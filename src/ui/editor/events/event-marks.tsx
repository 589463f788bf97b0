import { roundDrawn } from '../../../scenario/round.ts'
import { findMoved, groupEvents, moveEvents } from '../draw/event-groups.ts'
import { type Geometry, type StripFrame, snap, tenths, toSteps } from '../strip/geometry.ts'
import { type GripActs, Handle } from '../strip/handle.tsx'
import type { StripLayout } from '../strip/strip-layout.ts'
import { scenarioOf, useSession } from '../use-session.ts'
import { focusSoon } from './focus-soon.ts'

/** The events under the lanes, as handles; the steps of a line move together. */
export function EventMarks({ stand }: { readonly stand: StripLayout }) {
  return stand.events.map((_, event) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an event is known by its place in time
    <EventMark key={event} stand={stand} event={event} />
  ))
}

interface EventMarkProps {
  readonly stand: StripLayout
  /** Index among all events, from 0. */
  readonly event: number
}

function EventMark({ stand: { events, geometry }, event }: EventMarkProps) {
  const acts = useMoves({ geometry, mark: events[event], event })
  const mark = events[event]
  if (!mark) return null
  // From the position of its number.
  const { at, text, x, numberX } = mark
  const { live, eventsY, em } = geometry
  const ticks = mark.steps.map((step) => tenths(step - numberX))
  return (
    <Handle
      {...acts}
      className="event"
      label={`Event ${event + 1}`}
      value={at}
      max={geometry.length}
      text={text}
      isReached
      orientation="horizontal"
      transform={`translate(${numberX},0)`}
    >
      <path className="mark" d={`M${tenths(x - numberX)},${live.top}V${eventsY}`} />
      <path className="steps" d={stepsPath(ticks, geometry)} />
      <circle className="hit" cy={eventsY} r={12} />
      <circle className="dot" cy={eventsY} r={0.7 * em} />
      <text y={eventsY + 0.33 * em} fontSize={0.85 * em}>
        {event + 1}
      </text>
    </Handle>
  )
}

interface MovesOptions extends Pick<EventMarkProps, 'event'> {
  readonly geometry: Geometry
  readonly mark: StripLayout['events'][number] | undefined
}

function useMoves({ geometry, mark, event }: MovesOptions): GripActs {
  const session = useSession()
  const { at = 0, x = 0 } = mark ?? {}
  const take = () => {
    const scenario = scenarioOf(session)
    const group = groupEvents(scenario.changes)[event] ?? { indices: [] }
    const moveTo = (to: number, step: number) => {
      const place = roundDrawn(Math.max(0, snap(to, step)))
      session.change(moveEvents(scenario, group, place), 'preview')
      return place
    }
    return { scenario, group, moveTo }
  }
  return {
    begin() {
      const { moveTo } = take()
      const { toOwn } = geometry
      return ({ dx, isSnapped }) => moveTo(at + toOwn(x + dx) - toOwn(x), toSteps(geometry, isSnapped).seconds)
    },
    step(steps, isCoarse) {
      const { scenario, group, moveTo } = take()
      const by = toSteps(geometry, isCoarse).seconds
      keepFocus(event, findMoved(scenario, group, moveTo(steps === Infinity ? geometry.length : at + steps * by, by)))
    },
  }
}

/** If keys move an event past another, the focus follows it. */
function keepFocus(from: number, to: number): void {
  if (from === to) return
  focusSoon(() => document.querySelectorAll<SVGElement>('.lanes .handle.event')[to])
}

/** The steps of a line: a tick each, on a bar from the first to the last, under the numbers. */
function stepsPath(ticks: readonly number[], { eventsY, em }: StripFrame): string {
  if (ticks.length === 0) return ''
  const [top, bottom] = [tenths(eventsY + 0.6 * em), tenths(eventsY + 0.95 * em)]
  return `M${ticks[0]},${bottom}H${ticks.at(-1)}${ticks.map((tick) => `M${tick},${top}V${bottom}`).join('')}`
}
