import { type PointerEvent, useRef } from 'react'
import { useStore } from 'zustand'
import { HEAP_MARGINS } from '../charts/heap-chart.ts'
import { type Frame, toFrame } from '../charts/layout.ts'
import { showQuantity } from '../lessons/words.ts'
import { useApp } from '../ui/context.ts'
import { axisOf } from '../ui/figure/axis.ts'
import { BetLine } from './bet-line.tsx'
import { useStep } from './step-context.ts'

/** Over the heap chart: the line that a bet is placed with, and afterwards the gap between bet and run. */
export function Overlay() {
  const { step, isRevealed, judged } = useStep()
  const axis = useStore(axisOf(useApp()).store)
  const { bet } = step
  if (!bet || (bet.kind !== 'level' && bet.kind !== 'moment') || axis.width === 0) return null
  const frame = toFrame(axis, axis.window, HEAP_MARGINS, axis.em)
  const scales = bet.kind === 'level' ? toLevel(frame, axis.memoryMax) : toMoment(frame, axis.window)
  if (!isRevealed) return <Placing frame={frame} scales={scales} />
  return judged ? <Gap frame={frame} scales={scales} /> : null
}

/** From a value to its place in pixels, and back. */
export interface Placed {
  readonly isLevel: boolean
  readonly max: number
  readonly toPixel: (value: number) => number
  readonly toValue: (pixel: number) => number
}

function toLevel({ top, bottom }: Frame, max: number): Placed {
  return {
    isLevel: true,
    max,
    toPixel: (value) => bottom - (value / max) * (bottom - top),
    toValue: (y) => Math.min(max, Math.max(0, ((bottom - y) / (bottom - top)) * max)),
  }
}

function toMoment({ left, right }: Frame, [start, end]: readonly [number, number]): Placed {
  return {
    isLevel: false,
    max: end,
    toPixel: (value) => left + ((value - start) / (end - start)) * (right - left),
    toValue: (x) => Math.min(end, Math.max(start, start + ((x - left) / (right - left)) * (end - start))),
  }
}

interface PartProps {
  readonly frame: Frame
  readonly scales: Placed
}

function Placing({ frame, scales }: PartProps) {
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

/** Steps of the keys and of the pointer: the axis in some two hundred parts, in round numbers. */
export function snap(value: number, max: number): number {
  const step = stepOf(max)
  return Math.round(value / step) * step
}

export function stepOf(max: number): number {
  return 2 ** Math.floor(Math.log2(max / 100))
}

function Gap({ frame, scales }: PartProps) {
  const { guess, judged } = useStep()
  if (!judged || guess === undefined) return null
  const { answer } = judged
  const [at, truth] = [scales.toPixel(Number(guess)), scales.toPixel(Number(answer.value))]
  const { left, right, top, bottom, em } = frame
  const line = (pixel: number) => (scales.isLevel ? `M${left},${pixel}H${right}` : `M${pixel},${top}V${bottom}`)
  const middle = scales.isLevel ? left + 5.2 * em : top + 1.4 * em
  const bracket = scales.isLevel ? `M${middle},${at}V${truth}` : `M${at},${middle}H${truth}`
  const show = (value: number) => showQuantity({ ...answer, value })
  const isAbove = at <= truth
  return (
    <svg className="overlay gap-drawn" fontSize={em} aria-hidden="true">
      <path className="truth" d={line(truth)} />
      <path className="guess" d={line(at)} />
      <path className="gap" d={bracket} />
      {scales.isLevel ? (
        <>
          <Label x={left + 6.2 * em} y={at + (isAbove ? -0.4 : 1.1) * em} text={`your bet ${show(Number(guess))}`} />
          <Label
            x={left + 6.2 * em}
            y={truth + (isAbove ? 1.1 : -0.4) * em}
            text={`run ${show(Number(answer.value))}`}
          />
        </>
      ) : (
        <>
          <Label
            x={at + (isAbove ? -0.5 : 0.5) * em}
            y={top + 3 * em}
            end={isAbove}
            text={`your bet ${show(Number(guess))}`}
          />
          <Label
            x={truth + (isAbove ? 0.5 : -0.5) * em}
            y={top + 3 * em}
            end={!isAbove}
            text={`run ${show(Number(answer.value))}`}
          />
        </>
      )}
    </svg>
  )
}

function Label({
  x,
  y,
  text,
  end = false,
}: {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly end?: boolean
}) {
  return (
    <text x={x} y={y} textAnchor={end ? 'end' : 'start'}>
      {text}
    </text>
  )
}
