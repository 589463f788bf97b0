import { type PointerEvent, useRef } from 'react'
import { useStore } from 'zustand'
import { HEAP_MARGINS } from '../../../charts/heap/heap-chart.ts'
import { toFrame } from '../../../charts/layout.ts'
import { isOfHeap } from '../../../lessons/measure.ts'
import { useApp } from '../../../ui/context.ts'
import { useStep } from '../step-context.ts'
import { BetLine } from './bet-line.tsx'
import { Gap } from './gap.tsx'
import { type PlacedProps, snap, toLevel, toMoment } from './placed.ts'

/** Over the heap chart: the line of a bet, and afterwards the gap between bet and answer. */
export function Overlay() {
  const { step, experiment, isRevealed, judged } = useStep()
  const axis = useStore(useApp().axis)
  const { bet } = step
  if (!bet || (bet.kind !== 'level' && bet.kind !== 'moment') || axis.width === 0) return null
  const frame = toFrame(axis, axis.window, HEAP_MARGINS, axis.em)
  const above = isOfHeap(bet.of) ? experiment.scenario.program.otherMemory : 0
  const scales = bet.kind === 'level' ? toLevel(frame, axis.memoryMax, above) : toMoment(frame, axis.window)
  if (!isRevealed) return <Placing frame={frame} scales={scales} />
  return judged ? <Gap frame={frame} scales={scales} /> : null
}

function Placing({ frame, scales }: PlacedProps) {
  const { setGuess } = useStep()
  const svg = useRef<SVGSVGElement>(null)
  const place = (event: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect()
    if (!box) return
    const value = scales.toValue(scales.isLevel ? event.clientY - box.top : event.clientX - box.left)
    setGuess(snap(value, scales.max))
  }
  const { left, top, width, height } = frame
  return (
    <svg ref={svg} className={`overlay placing ${scales.isLevel ? 'level' : 'moment'}`}>
      <title>Where you place your bet</title>
      <rect
        className="catch"
        {...{ x: left, y: top, width, height }}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          place(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) place(event)
        }}
      />
      <BetLine frame={frame} scales={scales} />
    </svg>
  )
}
