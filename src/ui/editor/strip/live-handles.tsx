import { memo } from 'react'
import { type Drawing, isFlat, levelAt } from '../draw/drawing.ts'
import { setLevel, setLive } from '../draw/edit.ts'
import { drawingOf, useSession } from '../use-session.ts'
import { showSize } from '../values.ts'
import { snap, tenths, toSteps } from './geometry.ts'
import { Handle } from './handle.tsx'
import { usePaint, usePainted, usePainter } from './painter.ts'

interface LevelProps {
  readonly boundary: number
  readonly isReached: boolean
}

/** The live heap at a boundary, within what stands at the boundary's place. */
export const Level = memo(function Level({ boundary, isReached }: LevelProps) {
  const session = useSession()
  const painter = usePainter()
  const [handle, value] = [usePainted(), usePainted()]
  usePaint(({ drawing, ys }) => {
    const level = levelAt(drawing, boundary)
    handle.set('transform', `translate(0,${ys[boundary] ?? 0})`)
    if (!value.isNew(level)) return
    const text = showSize(level)
    handle.set('aria-valuenow', level).set('aria-valuetext', text)
    value.text(text)
  })
  const set = (drawing: Drawing, bytes: number, step: number) =>
    session.draw(setLive(drawing, boundary, Math.max(0, snap(bytes, step))), 'preview')
  return (
    <Handle
      painted={handle}
      className="level"
      label={boundary === 0 ? 'Live heap at the start' : `Phase ${boundary}: live heap at its end`}
      isReached={isReached}
      orientation="vertical"
      onSelect={() => session.select(Math.max(0, boundary - 1))}
      begin={() => {
        const drawing = drawingOf(session)
        const { geometry } = painter.stand()
        const from = geometry.live.toY(levelAt(drawing, boundary))
        return ({ dy, isSnapped }) => set(drawing, geometry.live.toValue(from + dy), toSteps(geometry, isSnapped).live)
      }}
      step={(steps, isCoarse) => {
        const drawing = drawingOf(session)
        const by = toSteps(painter.stand().geometry, isCoarse).live
        set(drawing, levelAt(drawing, boundary) + steps * by, by)
      }}
    >
      <circle className="hit" r={11} />
      <circle className="dot" r={5} />
      <text
        ref={value.ref}
        className="value"
        x={boundary === 0 ? 8 : 0}
        y={-11}
        textAnchor={boundary === 0 ? 'start' : 'middle'}
      />
    </Handle>
  )
})

/** The line of a phase: dragging it lifts the whole plateau. The keyboard has the levels at its ends for that. */
export const Line = memo(function Line({ phase }: { readonly phase: number }) {
  const session = useSession()
  const painter = usePainter()
  const [handle, hit, value] = [usePainted(), usePainted(), usePainted()]
  usePaint(({ drawing, xs, ys, isMoving }) => {
    // From its middle, where its value stands, half its width and rise to either side.
    const [x, y] = [middle(xs, phase), middle(ys, phase)]
    handle.set('transform', `translate(${x},${y})`)
    const [dx, dy] = [tenths((xs[phase + 1] ?? 0) - x), tenths((ys[phase + 1] ?? 0) - y)]
    if (!isMoving) hit.set('d', `M${-dx},${-dy}L${dx},${dy}`)
    const end = levelAt(drawing, phase + 1)
    const kind = isFlat(drawing, phase) ? 'plateau' : 'slope'
    if (!value.isNew(end, kind)) return
    const text = showSize(end)
    handle.set('aria-label', `Phase ${phase + 1}: ${kind} of the live heap`)
    handle.set('aria-valuenow', end).set('aria-valuetext', text)
    value.text(text)
  })
  const set = (drawing: Drawing, bytes: number) => session.draw(setLevel(drawing, phase, Math.max(0, bytes)), 'preview')
  return (
    <Handle
      painted={handle}
      className="line"
      isReached={false}
      orientation="vertical"
      onSelect={() => session.select(phase)}
      begin={() => {
        const drawing = drawingOf(session)
        const { geometry } = painter.stand()
        const from = geometry.live.toY(levelAt(drawing, phase + 1))
        return ({ dy, isSnapped }) =>
          set(drawing, snap(geometry.live.toValue(from + dy), toSteps(geometry, isSnapped).live))
      }}
      step={(steps, isCoarse) => {
        const drawing = drawingOf(session)
        set(drawing, levelAt(drawing, phase + 1) + steps * toSteps(painter.stand().geometry, isCoarse).live)
      }}
    >
      <path ref={hit.ref} className="hit" />
      <text ref={value.ref} className="value" y={-10} textAnchor="middle" />
    </Handle>
  )
})

function middle(places: readonly number[], phase: number): number {
  return tenths(((places[phase] ?? 0) + (places[phase + 1] ?? 0)) / 2)
}
