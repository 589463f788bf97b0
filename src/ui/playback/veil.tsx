import { type PointerEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Trace } from '../../model/trace.ts'
import type { Axis } from '../../store/state.ts'
import { plotsOf, toVeil } from '../../view/veil.ts'

interface VeilProps {
  /** The figure that it lies over. */
  readonly charts: Element | null
  readonly axis: Pick<Axis, 'window' | 'width' | 'em'>
  /** The axis counts elapsed time, and the run CPU time. */
  readonly isWall: boolean
  readonly trace: Trace
  /** On the run's time axis, in seconds. */
  readonly cursor: number
  readonly onScrub: (time: number) => void
}

/** Over both charts: what is still to come is faint, and the pointer drags the cursor. */
export function Veil({ charts, axis, isWall, trace, cursor, onScrub }: VeilProps) {
  const layer = useRef<HTMLDivElement>(null)
  if (axis.width === 0 || !charts) return null
  const { from, width, timeAt } = toVeil(axis, trace, cursor, isWall)
  const scrub = (event: PointerEvent) => {
    if (!layer.current || (event.type === 'pointermove' && event.buttons === 0)) return
    onScrub(timeAt(event.clientX - layer.current.getBoundingClientRect().left))
  }
  return createPortal(
    <div
      ref={layer}
      className="veil-layer"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        scrub(event)
      }}
      onPointerMove={scrub}
    >
      {plotsOf(charts).map(({ name, top, height }) => (
        <div key={name} className="veil" style={{ left: from, width, top, height }} />
      ))}
    </div>,
    charts,
  )
}
