import { type DragEvent, memo, useLayoutEffect, useRef, useState } from 'react'
import { useAppState } from '../context.ts'
import { Lanes } from './lanes.tsx'
import { createPainter, PainterContext } from './painter.ts'
import { PhaseBar } from './phase-bar.tsx'
import { useStand } from './use-stand.ts'

interface StripProps {
  /** Something from the palette was dropped at an instant of the program's own time. */
  readonly onDrop: (at: number) => void
}

/** The program on the charts' time axis: its phases, the live heap one wants, how fast it allocates, its events. */
export function Strip({ onDrop }: StripProps) {
  const stand = useStand()
  const [painter] = useState(createPainter)
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (stand) painter.paint(stand)
  })
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const box = root.current?.getBoundingClientRect()
    if (box && stand) onDrop(stand.geometry.toOwn(event.clientX - box.left))
  }
  const count = stand?.drawing.phases.length ?? 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the palette's buttons do the same without a pointer
    <div ref={root} className="strip" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {stand && (
        <PainterContext value={painter}>
          <PhaseBar count={count} selected={stand.selected} />
          <Lanes frame={stand.geometry.frame} count={count} selected={stand.selected} />
          <Beyond count={count} hidden={stand.xs.filter((x) => x > stand.geometry.right + 1).length} />
        </PainterContext>
      )}
    </div>
  )
}

interface BeyondProps {
  readonly count: number
  /** So many phases end beyond the axis. */
  readonly hidden: number
}

/** Where the run ended before its program did, the rest of the program has no place on the axis. */
const Beyond = memo(function Beyond({ count, hidden }: BeyondProps) {
  const isZoomed = useAppState((state) => state.view.window !== undefined)
  if (isZoomed || hidden === 0) return null
  const which = hidden === 1 ? `Phase ${count} reaches` : `Phases ${count - hidden + 1} to ${count} reach`
  return <p className="beyond">The run ended early. {which} beyond it; “Next phase” leads there.</p>
})
