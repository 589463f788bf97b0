import { memo, useMemo } from 'react'
import { type Drawing, isFlat, levelAt } from '../../scenario/draw/drawing.ts'
import { setAllocRate, setDuration, setLevel, setLive } from '../../scenario/draw/edit.ts'
import { type Geometry, snap, tenths, toSteps } from './geometry.ts'
import { Handle } from './handle.tsx'
import type { Session } from './session.ts'
import { useSession, useSessionState } from './use-session.ts'
import { showNumber, showSize } from './values.ts'

/*
 * Each handle is told numbers alone, and renders again only when one of them is another; what it does it reads when it
 * is taken hold of. Of what a drag moves most handles only change their place.
 */

interface PhaseHandlesProps {
  readonly geometry: Geometry
  readonly xs: readonly number[]
  /** The geometry as it is when asked. */
  readonly getGeometry: () => Geometry
}

/** What is dragged on the lanes: levels of the live heap, ends of phases, rates. */
export function PhaseHandles({ geometry, xs, getGeometry }: PhaseHandlesProps) {
  const drawing = useSessionState((state) => state.draft.drawing)
  const selected = useSessionState((state) => state.selected)
  const { live, rate, em } = geometry
  const levelY = (boundary: number) => tenths(live.toY(levelAt(drawing, boundary)))
  const common = { getGeometry }
  const places = xs.map(tenths)
  return (
    <>
      <Level {...common} boundary={0} x={places[0] ?? 0} y={levelY(0)} isReached={selected === 0} />
      {drawing.phases.map(({ allocRate }, i) => {
        const [x, end] = [places[i] ?? 0, places[i + 1] ?? 0]
        const isReached = i === selected
        const width = tenths(end - x)
        return (
          // Always in this order: an element that is moved within the page loses the pointer that holds it.
          // biome-ignore lint/suspicious/noArrayIndexKey: a phase is known by its place
          <g key={i}>
            <Line {...common} phase={i} x={x} y={levelY(i)} width={width} rise={tenths(levelY(i + 1) - levelY(i))} />
            <Rate {...common} phase={i} x={x} y={tenths(rate.toY(allocRate))} width={width} isReached={isReached} />
            <End {...common} phase={i} x={end} top={live.top} bottom={rate.bottom} em={em} isReached={isReached} />
            <Level {...common} boundary={i + 1} x={end} y={levelY(i + 1)} isReached={isReached} />
          </g>
        )
      })}
    </>
  )
}

function drawingOf({ state }: Session): Drawing {
  return state.getState().draft.drawing
}

interface PlaceProps {
  readonly phase: number
  readonly x: number
  readonly getGeometry: () => Geometry
}

interface EndProps extends PlaceProps {
  readonly top: number
  readonly bottom: number
  readonly em: number
  readonly isReached: boolean
}

/** The end of a phase: how long it lasts. */
const End = memo(function End({ phase, x, top, bottom, em, isReached, getGeometry }: EndProps) {
  const session = useSession()
  const duration = useSessionState(({ draft }) => draft.drawing.phases[phase]?.duration ?? 0)
  const set = (drawing: Drawing, seconds: number, step: number) => {
    const least = Math.min(step, drawing.phases[phase]?.duration ?? step)
    session.draw(setDuration(drawing, phase, Math.max(least, snap(seconds, step))), 'preview')
  }
  const marks = useMemo(
    () => (
      <>
        <path className="hit" d={`M0,${top}V${bottom}`} />
        <path className="mark" d={`M0,${top}V${bottom}`} />
        <rect className="grip" x={-3} width={6} y={bottom - 1.1 * em} height={1.1 * em} rx={2} />
      </>
    ),
    [top, bottom, em],
  )
  return (
    <Handle
      className="end-of-phase"
      label={`Phase ${phase + 1}: duration`}
      now={duration}
      text={`${showNumber(duration)} s`}
      isReached={isReached}
      orientation="horizontal"
      at={`${x},0`}
      onSelect={() => session.select(phase)}
      begin={() => {
        const drawing = drawingOf(session)
        const geometry = getGeometry()
        const { toOwn } = geometry
        return ({ dx, isSnapped }) =>
          set(drawing, duration + toOwn(x + dx) - toOwn(x), toSteps(geometry, isSnapped).seconds)
      }}
      step={(steps, isCoarse) => {
        const by = toSteps(getGeometry(), isCoarse).seconds
        set(drawingOf(session), duration + steps * by, by)
      }}
    >
      {marks}
    </Handle>
  )
})

interface LevelProps extends Omit<PlaceProps, 'phase'> {
  readonly boundary: number
  readonly y: number
  readonly isReached: boolean
}

const LEVEL_MARKS = (
  <>
    <circle className="hit" r={11} />
    <circle className="dot" r={5} />
  </>
)

/** The live heap at a boundary. */
const Level = memo(function Level({ boundary, x, y, isReached, getGeometry }: LevelProps) {
  const session = useSession()
  const level = useSessionState(({ draft }) => levelAt(draft.drawing, boundary))
  const set = (drawing: Drawing, bytes: number, step: number) =>
    session.draw(setLive(drawing, boundary, Math.max(0, snap(bytes, step))), 'preview')
  return (
    <Handle
      className="level"
      label={boundary === 0 ? 'Live heap at the start' : `Phase ${boundary}: live heap at its end`}
      now={level}
      text={showSize(level)}
      isReached={isReached}
      orientation="vertical"
      at={`${x},${y}`}
      onSelect={() => session.select(Math.max(0, boundary - 1))}
      begin={() => {
        const drawing = drawingOf(session)
        const geometry = getGeometry()
        const from = geometry.live.toY(level)
        return ({ dy, isSnapped }) => set(drawing, geometry.live.toValue(from + dy), toSteps(geometry, isSnapped).live)
      }}
      step={(steps, isCoarse) => {
        const by = toSteps(getGeometry(), isCoarse).live
        set(drawingOf(session), level + steps * by, by)
      }}
    >
      {LEVEL_MARKS}
    </Handle>
  )
})

interface LineProps extends PlaceProps {
  readonly y: number
  readonly width: number
  /** Pixels downwards to the line's end. */
  readonly rise: number
}

/** The line of a phase: dragging it lifts the whole plateau. The keyboard has the levels at its ends for that. */
const Line = memo(function Line({ phase, x, y, width, rise, getGeometry }: LineProps) {
  const session = useSession()
  const end = useSessionState(({ draft }) => levelAt(draft.drawing, phase + 1))
  const isPlateau = useSessionState(({ draft }) => isFlat(draft.drawing, phase))
  const set = (drawing: Drawing, bytes: number) => session.draw(setLevel(drawing, phase, Math.max(0, bytes)), 'preview')
  return (
    <Handle
      className="line"
      label={`Phase ${phase + 1}: ${isPlateau ? 'plateau' : 'slope'} of the live heap`}
      now={end}
      text={showSize(end)}
      isReached={false}
      orientation="vertical"
      at={`${x},${y}`}
      onSelect={() => session.select(phase)}
      begin={() => {
        const drawing = drawingOf(session)
        const geometry = getGeometry()
        const from = geometry.live.toY(end)
        return ({ dy, isSnapped }) =>
          set(drawing, snap(geometry.live.toValue(from + dy), toSteps(geometry, isSnapped).live))
      }}
      step={(steps, isCoarse) => set(drawingOf(session), end + steps * toSteps(getGeometry(), isCoarse).live)}
    >
      <path className="hit" d={`M0,0l${width},${rise}`} />
    </Handle>
  )
})

interface RateProps extends PlaceProps {
  readonly y: number
  readonly width: number
  readonly isReached: boolean
}

/** How fast a phase allocates. */
const Rate = memo(function Rate({ phase, x, y, width, isReached, getGeometry }: RateProps) {
  const session = useSession()
  const allocRate = useSessionState(({ draft }) => draft.drawing.phases[phase]?.allocRate ?? 0)
  const set = (drawing: Drawing, bytes: number, step: number) =>
    session.draw(setAllocRate(drawing, phase, Math.max(0, snap(bytes, step))), 'preview')
  return (
    <Handle
      className="rate"
      label={`Phase ${phase + 1}: allocation rate`}
      now={allocRate}
      text={`${showSize(allocRate)} per second`}
      isReached={isReached}
      orientation="vertical"
      at={`${x},${y}`}
      onSelect={() => session.select(phase)}
      begin={() => {
        const drawing = drawingOf(session)
        const geometry = getGeometry()
        const from = geometry.rate.toY(allocRate)
        return ({ dy, isSnapped }) => set(drawing, geometry.rate.toValue(from + dy), toSteps(geometry, isSnapped).rate)
      }}
      step={(steps, isCoarse) => {
        const by = toSteps(getGeometry(), isCoarse).rate
        set(drawingOf(session), allocRate + steps * by, by)
      }}
    >
      <path className="hit" d={`M0,0h${width}`} />
      <path className="mark" d={`M0,0h${width}`} />
      <circle className="dot" cx={width / 2} r={4} />
    </Handle>
  )
})
