import { memo, useMemo } from 'react'
import type { Drawing } from '../../scenario/draw/drawing.ts'
import { setAllocRate, setDuration } from '../../scenario/draw/edit.ts'
import { snap, toSteps } from './geometry.ts'
import { Handle } from './handle.tsx'
import { drawingOf, type PlaceProps } from './place.ts'
import { useSession, useSessionState } from './use-session.ts'
import { showNumber, showSize } from './values.ts'

interface EndProps extends PlaceProps {
  readonly line: string
  readonly bottom: number
  readonly em: number
  readonly isReached: boolean
}

/** The end of a phase: how long it lasts. */
export const End = memo(function End({ phase, x, line, bottom, em, isReached, getGeometry }: EndProps) {
  const session = useSession()
  const duration = useSessionState(({ draft }) => draft.drawing.phases[phase]?.duration ?? 0)
  const set = (drawing: Drawing, seconds: number, step: number) => {
    const least = Math.min(step, drawing.phases[phase]?.duration ?? step)
    session.draw(setDuration(drawing, phase, Math.max(least, snap(seconds, step))), 'preview')
  }
  const marks = useMemo(
    () => (
      <>
        <path className="hit" d={line} />
        <path className="mark" d={line} />
        <rect className="grip" x={-3} width={6} y={bottom - 1.1 * em} height={1.1 * em} rx={2} />
      </>
    ),
    [line, bottom, em],
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
      <text className="value" x={-8} y={bottom - 0.3 * em} textAnchor="end">
        {showNumber(duration)} s
      </text>
    </Handle>
  )
})

interface RateProps extends PlaceProps {
  readonly y: number
  readonly width: number
  readonly isReached: boolean
}

/** How fast a phase allocates. */
export const Rate = memo(function Rate({ phase, x, y, width, isReached, getGeometry }: RateProps) {
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
      <text className="value" x={width / 2} y={-10} textAnchor="middle">
        {showSize(allocRate)}/s
      </text>
    </Handle>
  )
})
