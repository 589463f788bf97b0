import { memo } from 'react'
import { type Drawing, isFlat, levelAt } from '../../scenario/draw/drawing.ts'
import { setLevel, setLive } from '../../scenario/draw/edit.ts'
import { snap, toSteps } from './geometry.ts'
import { Handle } from './handle.tsx'
import { drawingOf, type PlaceProps } from './place.ts'
import { useSession, useSessionState } from './use-session.ts'
import { showSize } from './values.ts'

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
export const Level = memo(function Level({ boundary, x, y, isReached, getGeometry }: LevelProps) {
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
      <text className="value" x={boundary === 0 ? 8 : 0} y={-11} textAnchor={boundary === 0 ? 'start' : 'middle'}>
        {showSize(level)}
      </text>
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
export const Line = memo(function Line({ phase, x, y, width, rise, getGeometry }: LineProps) {
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
      <text className="value" x={width / 2} y={rise / 2 - 10} textAnchor="middle">
        {showSize(end)}
      </text>
    </Handle>
  )
})
