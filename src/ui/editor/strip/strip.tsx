import { type DragEvent, useRef } from 'react'
import { isDense } from './geometry.ts'
import { Lanes } from './lanes.tsx'
import { PhaseBar } from './phase-bar.tsx'
import { Placing, timeAtPixel } from './placing.tsx'
import type { StripLayout } from './strip-layout.ts'
import { useStripLayout } from './use-strip-layout.ts'

interface StripProps {
  /** The user dropped an item of the palette at an instant of the program's own time. */
  readonly onDrop: (at: number) => void
  /** The name of the item that the user pressed in the palette and will place with a click; undefined: none. */
  readonly inHand: string | undefined
  readonly onCancel: () => void
}

/** The program on the charts' time axis: its phases, the drawn live heap, the allocation rate, and its events. */
export function Strip({ onDrop, inHand, onCancel }: StripProps) {
  const stand = useStripLayout()
  const root = useRef<HTMLDivElement>(null)
  const isTight = stand !== undefined && isDense(stand.xs, stand.geometry)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const box = root.current?.getBoundingClientRect()
    if (box && stand) onDrop(timeAtPixel(stand.geometry, event.clientX - box.left))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the palette's buttons do the same without a pointer
    <div
      ref={root}
      className={isTight ? 'strip dense' : 'strip'}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {stand && (
        <>
          <PhaseBar stand={stand} />
          <Lanes stand={stand} />
          <NeverRun stand={stand} />
          {inHand !== undefined && (
            <Placing geometry={stand.geometry} name={inHand} onPlace={onDrop} onCancel={onCancel} />
          )}
        </>
      )}
    </div>
  )
}

/** The phases that were never run, because the run ended early. */
function NeverRun({ stand: { xs, isKilled, geometry } }: { readonly stand: StripLayout }) {
  const { endedX } = geometry
  const count = xs.length - 1
  const first = endedX === undefined ? -1 : xs.slice(0, count).findIndex((x) => x >= endedX)
  if (first < 0) return null
  const which = first === count - 1 ? `phase ${count}` : `phases ${first + 1}–${count}`
  return <p className="never-run">{`${isKilled ? 'Killed' : 'The simulation stopped'} before ${which}.`}</p>
}
