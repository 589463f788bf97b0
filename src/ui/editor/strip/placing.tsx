import { type PointerEvent, useState } from 'react'
import { showNumber } from '../../../view/notation.ts'
import { useListener } from '../../use-listener.ts'
import { type Geometry, snap, toSteps } from './geometry.ts'

interface PlacingProps {
  readonly geometry: Geometry
  readonly name: string
  /** The user placed it at an instant of the program's own time. */
  readonly onPlace: (at: number) => void
  readonly onCancel: () => void
}

/** Covers the strip while the user places an item of the palette: a line at the pointer shows when it would happen. */
export function Placing({ geometry, name, onPlace, onCancel }: PlacingProps) {
  const [pointer, setPointer] = useState<{ readonly x: number; readonly at: number }>()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onCancel()
  }
  // Before the shortcuts of the page, which would also leave the zoom.
  useListener('keydown', onKeyDown, true)
  const read = ({ clientX, currentTarget }: { clientX: number; currentTarget: Element }) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    return { x: Math.max(geometry.left, Math.min(geometry.right, x)), at: timeAtPixel(geometry, x) }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the palette’s buttons do the same without a pointer
    <div
      className="placing"
      onPointerMove={(event: PointerEvent) => setPointer(read(event))}
      onPointerLeave={() => setPointer(undefined)}
      onClick={(event) => onPlace(read(event).at)}
      onKeyDown={undefined}
    >
      {pointer && (
        <span className="placing-line" style={{ left: pointer.x }}>
          <span className={pointer.x > geometry.right / 2 ? 'placing-label left' : 'placing-label'}>
            {name} at {showNumber(pointer.at)} s
          </span>
        </span>
      )}
    </div>
  )
}

/** The program's own time at a pixel, within the program, rounded to the fine steps of a drag. */
export function timeAtPixel(geometry: Geometry, x: number): number {
  const { left, right, toOwn, length } = geometry
  const own = toOwn(Math.max(left, Math.min(right, x)))
  return Math.max(0, Math.min(length, snap(own, toSteps(geometry, false).seconds)))
}
