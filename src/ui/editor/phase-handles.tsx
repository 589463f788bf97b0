import { isFlat, levelAt } from '../../scenario/draw/drawing.ts'
import { setAllocRate, setDuration, setLevel, setLive } from '../../scenario/draw/edit.ts'
import { type Geometry, snap, tenths, toSteps } from './geometry.ts'
import { Handle } from './handle.tsx'
import { useSession, useSessionState } from './use-session.ts'
import { showNumber, showSize } from './values.ts'

interface PhaseHandlesProps {
  readonly geometry: Geometry
  readonly xs: readonly number[]
}

/** What is dragged on the lanes: levels of the live heap, ends of phases, rates. */
export function PhaseHandles({ geometry, xs }: PhaseHandlesProps) {
  const count = useSessionState((state) => state.draft.drawing.phases.length)
  // Always in this order: an element that is moved within the page loses the pointer that holds it.
  const order = Array.from({ length: count }, (_, i) => i)
  return (
    <>
      <Level boundary={0} geometry={geometry} x={xs[0] ?? 0} />
      {order.map((phase) => (
        <g key={phase}>
          <Line phase={phase} geometry={geometry} xs={xs} />
          <Rate phase={phase} geometry={geometry} xs={xs} />
          <End phase={phase} geometry={geometry} x={xs[phase + 1] ?? 0} />
          <Level boundary={phase + 1} geometry={geometry} x={xs[phase + 1] ?? 0} />
        </g>
      ))}
    </>
  )
}

interface PlaceProps {
  readonly phase: number
  readonly geometry: Geometry
}

/** The end of a phase: how long it lasts. */
function End({ phase, geometry, x }: PlaceProps & { readonly x: number }) {
  const session = useSession()
  const drawing = useSessionState((state) => state.draft.drawing)
  const selected = useSessionState((state) => state.selected)
  const duration = drawing.phases[phase]?.duration ?? 0
  const { live, rate, em } = geometry
  const set = (seconds: number, step: number) => {
    const least = Math.min(step, duration)
    session.draw(setDuration(drawing, phase, Math.max(least, snap(seconds, step))), 'preview')
  }
  return (
    <Handle
      className="end-of-phase"
      label={`Phase ${phase + 1}: duration`}
      now={duration}
      text={`${showNumber(duration)} s`}
      isReached={phase === selected}
      orientation="horizontal"
      onSelect={() => session.select(phase)}
      begin={() => {
        const { toOwn } = geometry
        return ({ dx, isSnapped }) => set(duration + toOwn(x + dx) - toOwn(x), toSteps(geometry, isSnapped).seconds)
      }}
      step={(steps, isCoarse) => {
        const by = toSteps(geometry, isCoarse).seconds
        set(duration + steps * by, by)
      }}
    >
      <path className="hit" d={`M${tenths(x)},${live.top}V${rate.bottom}`} />
      <path className="mark" d={`M${tenths(x)},${live.top}V${rate.bottom}`} />
      <rect className="grip" x={tenths(x - 3)} width={6} y={rate.bottom - 1.1 * em} height={1.1 * em} rx={2} />
    </Handle>
  )
}

/** The live heap at a boundary. */
function Level({
  boundary,
  geometry,
  x,
}: {
  readonly boundary: number
  readonly geometry: Geometry
  readonly x: number
}) {
  const session = useSession()
  const drawing = useSessionState((state) => state.draft.drawing)
  const selected = useSessionState((state) => state.selected)
  const level = levelAt(drawing, boundary)
  const { live } = geometry
  const y = live.toY(level)
  const set = (bytes: number, step: number) =>
    session.draw(setLive(drawing, boundary, Math.max(0, snap(bytes, step))), 'preview')
  const name = boundary === 0 ? 'Live heap at the start' : `Phase ${boundary}: live heap at its end`
  return (
    <Handle
      className="level"
      label={name}
      now={level}
      text={showSize(level)}
      isReached={boundary === selected + 1 || (boundary === 0 && selected === 0)}
      orientation="vertical"
      onSelect={() => session.select(Math.max(0, boundary - 1))}
      begin={() =>
        ({ dy, isSnapped }) =>
          set(live.toValue(y + dy), toSteps(geometry, isSnapped).live)
        }
      step={(steps, isCoarse) => {
        const by = toSteps(geometry, isCoarse).live
        set(level + steps * by, by)
      }}
    >
      <circle className="hit" cx={tenths(x)} cy={tenths(y)} r={11} />
      <circle className="dot" cx={tenths(x)} cy={tenths(y)} r={5} />
    </Handle>
  )
}

interface LineProps extends PlaceProps {
  readonly xs: readonly number[]
}

/** The line of a phase: dragging it lifts the whole plateau. The keyboard has the levels at its ends for that. */
function Line({ phase, geometry, xs }: LineProps) {
  const session = useSession()
  const drawing = useSessionState((state) => state.draft.drawing)
  const { live } = geometry
  const end = levelAt(drawing, phase + 1)
  const [y, from] = [live.toY(end), live.toY(levelAt(drawing, phase))]
  return (
    <Handle
      className="line"
      label={`Phase ${phase + 1}: ${isFlat(drawing, phase) ? 'plateau' : 'slope'} of the live heap`}
      now={end}
      text={showSize(end)}
      isReached={false}
      orientation="vertical"
      onSelect={() => session.select(phase)}
      begin={() =>
        ({ dy, isSnapped }) => {
          const step = toSteps(geometry, isSnapped).live
          session.draw(setLevel(drawing, phase, Math.max(0, snap(live.toValue(y + dy), step))), 'preview')
        }}
      step={(steps, isCoarse) =>
        session.draw(setLevel(drawing, phase, Math.max(0, end + steps * toSteps(geometry, isCoarse).live)), 'preview')
      }
    >
      <path
        className="hit"
        d={`M${tenths(xs[phase] ?? 0)},${tenths(from)}L${tenths(xs[phase + 1] ?? 0)},${tenths(y)}`}
      />
    </Handle>
  )
}

/** How fast a phase allocates. */
function Rate({ phase, geometry, xs }: LineProps) {
  const session = useSession()
  const drawing = useSessionState((state) => state.draft.drawing)
  const selected = useSessionState((state) => state.selected)
  const allocRate = drawing.phases[phase]?.allocRate ?? 0
  const { rate } = geometry
  const y = rate.toY(allocRate)
  const [from, to] = [xs[phase] ?? 0, xs[phase + 1] ?? 0]
  const set = (bytes: number, step: number) =>
    session.draw(setAllocRate(drawing, phase, Math.max(0, snap(bytes, step))), 'preview')
  return (
    <Handle
      className="rate"
      label={`Phase ${phase + 1}: allocation rate`}
      now={allocRate}
      text={`${showSize(allocRate)} per second`}
      isReached={phase === selected}
      orientation="vertical"
      onSelect={() => session.select(phase)}
      begin={() =>
        ({ dy, isSnapped }) =>
          set(rate.toValue(y + dy), toSteps(geometry, isSnapped).rate)
        }
      step={(steps, isCoarse) => {
        const by = toSteps(geometry, isCoarse).rate
        set(allocRate + steps * by, by)
      }}
    >
      <path className="hit" d={`M${tenths(from)},${tenths(y)}H${tenths(to)}`} />
      <path className="mark" d={`M${tenths(from)},${tenths(y)}H${tenths(to)}`} />
      <circle className="dot" cx={tenths((from + to) / 2)} cy={tenths(y)} r={4} />
    </Handle>
  )
}
