import { memo } from 'react'
import type { Drawing } from '../draw/drawing.ts'
import { setAllocRate, setDuration } from '../draw/edit.ts'
import { drawingOf, useSession } from '../use-session.ts'
import { showNumber, showSize } from '../values.ts'
import { snap, tenths, toSteps } from './geometry.ts'
import { Handle } from './handle.tsx'
import { usePaint, usePainted, usePainter } from './painter.ts'

interface EndProps {
  readonly phase: number
  readonly line: string
  readonly bottom: number
  readonly em: number
  readonly isReached: boolean
}

/** The end of a phase, within what stands at its place: how long it lasts. */
export const End = memo(function End({ phase, line, bottom, em, isReached }: EndProps) {
  const session = useSession()
  const painter = usePainter()
  const [handle, value] = [usePainted(), usePainted()]
  const durationIn = ({ phases }: Drawing) => phases[phase]?.duration ?? 0
  usePaint(({ drawing }) => {
    const duration = durationIn(drawing)
    if (!value.isNew(duration)) return
    const text = `${showNumber(duration)} s`
    handle.set('aria-valuenow', duration).set('aria-valuetext', text)
    value.text(text)
  })
  const set = (drawing: Drawing, seconds: number, step: number) => {
    const least = Math.min(step, durationIn(drawing) || step)
    session.draw(setDuration(drawing, phase, Math.max(least, snap(seconds, step))), 'preview')
  }
  return (
    <Handle
      painted={handle}
      className="end-of-phase"
      label={`Phase ${phase + 1}: duration`}
      isReached={isReached}
      orientation="horizontal"
      onSelect={() => session.select(phase)}
      begin={() => {
        const drawing = drawingOf(session)
        const { geometry, xs } = painter.stand()
        const [x, duration] = [xs[phase + 1] ?? 0, durationIn(drawing)]
        const { toOwn } = geometry
        return ({ dx, isSnapped }) =>
          set(drawing, duration + toOwn(x + dx) - toOwn(x), toSteps(geometry, isSnapped).seconds)
      }}
      step={(steps, isCoarse) => {
        const drawing = drawingOf(session)
        const by = toSteps(painter.stand().geometry, isCoarse).seconds
        set(drawing, durationIn(drawing) + steps * by, by)
      }}
    >
      <path className="hit" d={line} />
      <path className="mark" d={line} />
      <rect className="grip" x={-3} width={6} y={bottom - 1.1 * em} height={1.1 * em} rx={2} />
      <text ref={value.ref} className="value" x={-8} y={bottom - 0.3 * em} textAnchor="end" />
    </Handle>
  )
})

interface RateProps {
  readonly phase: number
  readonly isReached: boolean
}

/** How fast a phase allocates. */
export const Rate = memo(function Rate({ phase, isReached }: RateProps) {
  const session = useSession()
  const painter = usePainter()
  const [handle, hit, value] = [usePainted(), usePainted(), usePainted()]
  const rateIn = ({ phases }: Drawing) => phases[phase]?.allocRate ?? 0
  usePaint(({ drawing, xs, geometry, isMoving }) => {
    const allocRate = rateIn(drawing)
    const [x, end] = [xs[phase] ?? 0, xs[phase + 1] ?? 0]
    // From its middle, where its dot and its value stand.
    const half = tenths((end - x) / 2)
    handle.set('transform', `translate(${tenths((x + end) / 2)},${tenths(geometry.rate.toY(allocRate))})`)
    if (!isMoving) hit.set('d', `M${-half},0H${half}`)
    if (!value.isNew(allocRate)) return
    const text = showSize(allocRate)
    handle.set('aria-valuenow', allocRate).set('aria-valuetext', `${text} per second`)
    value.text(`${text}/s`)
  })
  const set = (drawing: Drawing, bytes: number, step: number) =>
    session.draw(setAllocRate(drawing, phase, Math.max(0, snap(bytes, step))), 'preview')
  return (
    <Handle
      painted={handle}
      className="rate"
      label={`Phase ${phase + 1}: allocation rate`}
      isReached={isReached}
      orientation="vertical"
      onSelect={() => session.select(phase)}
      begin={() => {
        const drawing = drawingOf(session)
        const { geometry } = painter.stand()
        const from = geometry.rate.toY(rateIn(drawing))
        return ({ dy, isSnapped }) => set(drawing, geometry.rate.toValue(from + dy), toSteps(geometry, isSnapped).rate)
      }}
      step={(steps, isCoarse) => {
        const drawing = drawingOf(session)
        const by = toSteps(painter.stand().geometry, isCoarse).rate
        set(drawing, rateIn(drawing) + steps * by, by)
      }}
    >
      <path ref={hit.ref} className="hit" />
      <circle className="dot" r={4} />
      <text ref={value.ref} className="value" y={-10} textAnchor="middle" />
    </Handle>
  )
})
