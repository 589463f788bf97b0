import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Drawing } from '../draw/drawing.ts'
import { drawingOf, useSession } from '../use-session.ts'
import { type Geometry, type Steps, snap, toSteps } from './geometry.ts'
import { createGrip, type GripActs } from './grip.ts'

interface HandleProps extends GripActs {
  readonly label: string
  readonly value: number
  /** The value as it is heard. */
  readonly text: string
  readonly className: string
  readonly isReached: boolean
  readonly orientation: 'horizontal' | 'vertical'
  readonly transform?: string
  readonly children: ReactNode
}

/** Something on the strip that is dragged, or moved with the arrow keys. */
export function Handle(props: HandleProps) {
  const { label, value, text, className, isReached, orientation, transform, children } = props
  const session = useSession()
  const acts = useRef<GripActs>(props)
  acts.current = props
  const [grip] = useState(() => createGrip(() => acts.current, session.settle))
  useEffect(() => grip.destroy, [grip])
  return (
    <g
      role="slider"
      tabIndex={isReached ? 0 : -1}
      className={`handle ${className}`}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuetext={text}
      transform={transform}
      {...grip.listeners}
    >
      {children}
    </g>
  )
}

interface DrawnHandleProps extends Omit<HandleProps, keyof GripActs | 'value' | 'orientation'> {
  readonly geometry: Geometry
  /** What it counts: a level and a rate go up and down their lane, seconds along the axis. */
  readonly counts: keyof Steps
  /** The phase that is in hand once this handle is. */
  readonly phase: number
  readonly read: (drawing: Drawing) => number
  readonly put: (drawing: Drawing, value: number, step: number) => Drawing
  /** Where it stands on the axis, for what is dragged along it. */
  readonly x?: number
}

/** A handle on one value of the drawing. */
export function DrawnHandle({ geometry, counts, phase, read, put, x = 0, ...rest }: DrawnHandleProps) {
  const session = useSession()
  const draw = (drawing: Drawing, value: number, isCoarse: boolean) => {
    const step = toSteps(geometry, isCoarse)[counts]
    session.draw(put(drawing, Math.max(0, snap(value, step)), step), 'preview')
  }
  return (
    <Handle
      {...rest}
      value={read(drawingOf(session))}
      orientation={counts === 'seconds' ? 'horizontal' : 'vertical'}
      onSelect={() => session.select(phase)}
      begin={() => {
        const drawing = drawingOf(session)
        const from = read(drawing)
        return ({ dx, dy, isSnapped }) => draw(drawing, dragged(geometry, counts, x, from, dx, dy), isSnapped)
      }}
      step={(steps, isCoarse) => {
        const drawing = drawingOf(session)
        draw(drawing, read(drawing) + steps * toSteps(geometry, isCoarse)[counts], isCoarse)
      }}
    />
  )
}

/** The value `from` after the pointer has moved by so many pixels. */
function dragged(geometry: Geometry, counts: keyof Steps, x: number, from: number, dx: number, dy: number): number {
  if (counts === 'seconds') return from + geometry.toOwn(x + dx) - geometry.toOwn(x)
  const lane = geometry[counts]
  return lane.toValue(lane.toY(from) + dy)
}
