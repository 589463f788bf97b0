import { type DragEvent, useRef } from 'react'
import { Lanes } from './lanes.tsx'
import { PhaseBar } from './phase-bar.tsx'
import { Placing, timeAtPixel } from './placing.tsx'
import type { Stand } from './stand.ts'
import { useStand } from './use-stand.ts'

interface StripProps {
  /** Something from the palette was dropped at an instant of the program's own time. */
  readonly onDrop: (at: number) => void
  /** What was pressed in the palette, and is put where one clicks; undefined: nothing. */
  readonly inHand: string | undefined
  readonly onCancel: () => void
}

/** The program on the charts' time axis: its phases, the live heap one wants, how fast it allocates, its events. */
export function Strip({ onDrop, inHand, onCancel }: StripProps) {
  const stand = useStand()
  const root = useRef<HTMLDivElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const box = root.current?.getBoundingClientRect()
    if (box && stand) onDrop(timeAtPixel(stand.geometry, event.clientX - box.left))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the palette's buttons do the same without a pointer
    <div ref={root} className="strip" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
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

/** What of the program was never run, because the run ended early: the phases that begin where it had ended, or later. */
function NeverRun({ stand: { xs, isKilled, geometry } }: { readonly stand: Stand }) {
  const { endedX } = geometry
  const count = xs.length - 1
  const first = endedX === undefined ? -1 : xs.slice(0, count).findIndex((x) => x >= endedX)
  if (first < 0) return null
  const which = first === count - 1 ? `phase ${count}` : `phases ${first + 1}–${count}`
  return <p className="never-run">{`${isKilled ? 'Killed' : 'The simulation stopped'} before ${which}.`}</p>
}
