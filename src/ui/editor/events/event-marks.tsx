import { memo, useMemo } from 'react'
import { roundDrawn } from '../../../scenario/round.ts'
import { describeEvent, findMoved, firstOf, groupEvents, moveEvents } from '../draw/event-groups.ts'
import { type StripFrame, snap, tenths, toSteps } from '../strip/geometry.ts'
import { Handle } from '../strip/handle.tsx'
import { usePaint, usePainted, usePainter } from '../strip/painter.ts'
import { useSession, useSessionState } from '../use-session.ts'

/** The events under the lanes, to be dragged along; the steps of a line together. */
export function EventMarks({ frame }: { readonly frame: StripFrame }) {
  const changes = useSessionState((state) => state.draft.scenario.changes)
  const groups = useMemo(() => groupEvents(changes), [changes])
  return groups.map((group, event) => (
    <EventMark
      // biome-ignore lint/suspicious/noArrayIndexKey: an event is known by its place in time
      key={event}
      event={event}
      at={changes[firstOf(group)]?.at ?? 0}
      text={describeEvent(group, changes)}
      frame={frame}
    />
  ))
}

interface EventMarkProps {
  /** Among all events, from 0. */
  readonly event: number
  readonly at: number
  readonly text: string
  readonly frame: StripFrame
}

const EventMark = memo(function EventMark({ event, at, text, frame }: EventMarkProps) {
  const session = useSession()
  const painter = usePainter()
  const { live, eventsY, em } = frame
  const [handle, mark, steps] = [usePainted(), usePainted(), usePainted()]
  usePaint(({ events }) => {
    const stand = events[event]
    if (!stand) return
    // From where its number stands.
    const { x, numberX } = stand
    handle.set('transform', `translate(${numberX},0)`)
    handle.set('aria-valuenow', at).set('aria-valuetext', text)
    mark.set('d', `M${tenths(x - numberX)},${live.top}V${eventsY}`)
    steps.set(
      'd',
      stepsPath(
        stand.steps.map((step) => tenths(step - numberX)),
        frame,
      ),
    )
  })
  const take = () => {
    const { scenario } = session.state.getState().draft
    const group = groupEvents(scenario.changes)[event] ?? { indices: [] }
    const moveTo = (to: number, step: number) => {
      const place = roundDrawn(Math.max(0, snap(to, step)))
      session.change(moveEvents(scenario, group, place), 'preview')
      return place
    }
    return { scenario, group, moveTo }
  }
  return (
    <Handle
      painted={handle}
      className="event"
      label={`Event ${event + 1}`}
      isReached
      orientation="horizontal"
      begin={() => {
        const { moveTo } = take()
        const { geometry, events } = painter.stand()
        const x = events[event]?.x ?? 0
        const { toOwn } = geometry
        return ({ dx, isSnapped }) => moveTo(at + toOwn(x + dx) - toOwn(x), toSteps(geometry, isSnapped).seconds)
      }}
      step={(steps, isCoarse) => {
        const { scenario, group, moveTo } = take()
        const by = toSteps(painter.stand().geometry, isCoarse).seconds
        keepFocus(event, findMoved(scenario, group, moveTo(at + steps * by, by)))
      }}
    >
      <path ref={mark.ref} className="mark" />
      <path ref={steps.ref} className="steps" />
      <circle className="hit" cy={eventsY} r={12} />
      <circle className="dot" cy={eventsY} r={0.7 * em} />
      <text y={eventsY + 0.33 * em} fontSize={0.85 * em}>
        {event + 1}
      </text>
    </Handle>
  )
})

/** Where keys have moved an event past another, the keyboard goes with it. */
function keepFocus(from: number, to: number): void {
  if (from === to) return
  requestAnimationFrame(() => document.querySelectorAll<SVGElement>('.lanes .handle.event')[to]?.focus())
}

/** The steps of a line: a tick each, on a bar from the first to the last, under the numbers. */
function stepsPath(ticks: readonly number[], { eventsY, em }: StripFrame): string {
  if (ticks.length === 0) return ''
  const [top, bottom] = [tenths(eventsY + 0.6 * em), tenths(eventsY + 0.95 * em)]
  return `M${ticks[0]},${bottom}H${ticks.at(-1)}${ticks.map((tick) => `M${tick},${top}V${bottom}`).join('')}`
}
