import { describeChange } from '../../scenario/describe.ts'
import { setChange } from '../../scenario/draw/draft.ts'
import { roundDrawn } from '../../scenario/draw/round.ts'
import { type Geometry, snap, tenths, toSteps } from './geometry.ts'
import { Handle } from './handle.tsx'
import { useSession, useSessionState } from './use-session.ts'

/** The events under the lanes, to be dragged along. */
export function EventMarks({ geometry }: { readonly geometry: Geometry }) {
  const session = useSession()
  const scenario = useSessionState((state) => state.draft.scenario)
  const { toX, toOwn, eventsY, live, em } = geometry
  const xs = scenario.changes.map(({ at }) => toX(at))
  const places = spread(xs, 1.6 * em)
  return scenario.changes.map((change, i) => {
    const x = xs[i] ?? 0
    const place = tenths(places[i] ?? 0)
    const move = (to: number, step: number) =>
      session.change(setChange(scenario, i, { ...change, at: roundDrawn(Math.max(0, snap(to, step))) }), 'preview')
    return (
      <Handle
        // biome-ignore lint/suspicious/noArrayIndexKey: an event is known by its place in time
        key={i}
        className="event"
        label={`Event ${i + 1}`}
        now={change.at}
        text={describeChange(change)}
        isReached
        orientation="horizontal"
        begin={() =>
          ({ dx, isSnapped }) =>
            move(change.at + toOwn(x + dx) - toOwn(x), toSteps(geometry, isSnapped).seconds)
          }
        step={(steps, isCoarse) => {
          const by = toSteps(geometry, isCoarse).seconds
          move(change.at + steps * by, by)
        }}
      >
        <path className="mark" d={`M${tenths(x)},${live.top}V${eventsY}`} />
        <circle className="hit" cx={place} cy={eventsY} r={12} />
        <circle className="dot" cx={place} cy={eventsY} r={0.7 * em} />
        <text x={place} y={eventsY + 0.33 * em} fontSize={0.85 * em}>
          {i + 1}
        </text>
      </Handle>
    )
  })
}

/** Marks at the same instant stand side by side. */
function spread(xs: readonly number[], least: number): readonly number[] {
  let last = Number.NEGATIVE_INFINITY
  return xs.map((x) => {
    last = Math.max(x, last + least)
    return last
  })
}
