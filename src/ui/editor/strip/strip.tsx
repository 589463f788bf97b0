import { type DragEvent, memo, useLayoutEffect, useRef, useState } from 'react'
import { Lanes } from './lanes.tsx'
import { createPainter, PainterContext } from './painter.ts'
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
  const [painter] = useState(createPainter)
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (stand) painter.paint(stand)
  })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const box = root.current?.getBoundingClientRect()
    if (box && stand) onDrop(timeAtPixel(stand.geometry, event.clientX - box.left))
  }
  const count = stand?.drawing.phases.length ?? 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the palette's buttons do the same without a pointer
    <div ref={root} className="strip" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {stand && (
        <PainterContext value={painter}>
          <PhaseBar count={count} selected={stand.selected} />
          <Lanes frame={stand.geometry.frame} count={count} selected={stand.selected} />
          <NeverRun count={count} first={firstNeverRun(stand)} isKilled={stand.isKilled} />
          {inHand !== undefined && <Placing name={inHand} onPlace={onDrop} onCancel={onCancel} />}
        </PainterContext>
      )}
    </div>
  )
}

interface NeverRunProps {
  readonly count: number
  /** The first phase that the run never came to, from 0; `count` where it came to all. */
  readonly first: number
  readonly isKilled: boolean
}

/** What of the program was never run, because the run ended early. */
const NeverRun = memo(function NeverRun({ count, first, isKilled }: NeverRunProps) {
  if (first >= count) return null
  const which = first === count - 1 ? `phase ${count}` : `phases ${first + 1}–${count}`
  return <p className="never-run">{`${isKilled ? 'Killed' : 'The simulation stopped'} before ${which}.`}</p>
})

/** The first phase that begins where the run had ended, or behind that. */
function firstNeverRun({ xs, geometry: { endedX } }: Stand): number {
  const count = xs.length - 1
  if (endedX === undefined) return count
  const first = xs.slice(0, count).findIndex((x) => x >= endedX)
  return first < 0 ? count : first
}
