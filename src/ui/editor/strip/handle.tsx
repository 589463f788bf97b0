import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isChord } from '../../../view/keys.ts'
import { KEY_PAUSE_MS } from '../../../view/knobs/stops.ts'
import type { Drawing } from '../draw/drawing.ts'
import { drawingOf, useSession } from '../use-session.ts'
import { type Geometry, type Steps, snap, toSteps } from './geometry.ts'

/** How far the pointer has moved since it was pressed, in pixels, and whether the modifier that snaps is held. */
interface Drag {
  readonly dx: number
  readonly dy: number
  readonly isSnapped: boolean
}

export interface GripActs {
  /** Called when the pointer is pressed: returns the effect of each of its moves. */
  readonly begin: () => (drag: Drag) => void
  /** A key press: by `steps` up or down, coarse ones if `isCoarse`; −Infinity to the least value, Infinity to `max`. */
  readonly step: (steps: number, isCoarse: boolean) => void
  readonly onSelect?: (() => void) | undefined
}

const KEYS: Readonly<Record<string, readonly [number, boolean]>> = {
  ArrowLeft: [-1, false],
  ArrowDown: [-1, false],
  ArrowRight: [1, false],
  ArrowUp: [1, false],
  PageDown: [-1, true],
  PageUp: [1, true],
  Home: [-Infinity, false],
  End: [Infinity, false],
}

/** Listeners that move a handle by pointer and by keys; each event calls `acts` for the latest actions. */
function createGrip(acts: () => GripActs, settle: () => void) {
  let going: { readonly x: number; readonly y: number; readonly move: (drag: Drag) => void } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    if (!going) return
    going = undefined
    settle()
  }
  return {
    listeners: {
      onPointerDown(event: PointerEvent<SVGElement>) {
        if (event.button !== 0) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        // The arrow keys may correct what the mouse moved.
        event.currentTarget.focus({ preventScroll: true })
        const { onSelect, begin } = acts()
        onSelect?.()
        going = { x: event.clientX, y: event.clientY, move: begin() }
      },
      onPointerMove(event: PointerEvent<SVGElement>) {
        if (!going) return
        going.move({ dx: event.clientX - going.x, dy: event.clientY - going.y, isSnapped: event.shiftKey })
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onKeyDown(event: KeyboardEvent) {
        const key = KEYS[event.key]
        if (!key || isChord(event)) return
        event.preventDefault()
        event.stopPropagation()
        acts().step(key[0], key[1] || event.shiftKey)
        clearTimeout(timer)
        timer = setTimeout(settle, KEY_PAUSE_MS)
      },
      onFocus: () => acts().onSelect?.(),
      onBlur: settle,
    },
    destroy: () => clearTimeout(timer),
  }
}

interface HandleProps extends GripActs {
  readonly label: string
  readonly value: number
  /** The highest value that the drawing has room for as it is. Values begin at 0, and may be drawn higher. */
  readonly max: number
  readonly text: string
  readonly className: string
  readonly isReached: boolean
  readonly orientation: 'horizontal' | 'vertical'
  readonly transform?: string
  readonly children: ReactNode
}

export function Handle(props: HandleProps) {
  const { label, value, max, text, className, isReached, orientation, transform, children } = props
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
      aria-valuemin={0}
      aria-valuemax={Math.max(max, value)}
      aria-valuenow={value}
      aria-valuetext={text}
      transform={transform}
      {...grip.listeners}
    >
      {children}
    </g>
  )
}

interface DrawnHandleProps extends Omit<HandleProps, keyof GripActs | 'value' | 'max' | 'orientation'> {
  readonly geometry: Geometry
  /** The kind of value: a level and a rate move up and down their lane, seconds move along the axis. */
  readonly counts: keyof Steps
  readonly phase: number
  readonly read: (drawing: Drawing) => number
  readonly put: (drawing: Drawing, value: number, step: number) => Drawing
  /** Its position on the axis, if it is dragged along it. */
  readonly x?: number
}

export function DrawnHandle({ geometry, counts, phase, read, put, x = 0, ...rest }: DrawnHandleProps) {
  const session = useSession()
  const draw = (drawing: Drawing, value: number, isCoarse: boolean) => {
    const step = toSteps(geometry, isCoarse)[counts]
    session.draw(put(drawing, Math.max(0, snap(value, step)), step), 'preview')
  }
  const value = read(drawingOf(session))
  const max = mostOf(geometry, counts, x, value)
  return (
    <Handle
      {...rest}
      value={value}
      max={max}
      orientation={counts === 'seconds' ? 'horizontal' : 'vertical'}
      onSelect={() => session.select(phase)}
      begin={() => {
        const drawing = drawingOf(session)
        const from = read(drawing)
        return ({ dx, dy, isSnapped }) => draw(drawing, dragged(geometry, counts, x, from, dx, dy), isSnapped)
      }}
      step={(steps, isCoarse) => {
        const drawing = drawingOf(session)
        const to = steps === Infinity ? max : read(drawing) + steps * toSteps(geometry, isCoarse)[counts]
        draw(drawing, to, isCoarse)
      }}
    />
  )
}

/** The top of a lane; for seconds, those up to the right end of the axis. */
function mostOf(geometry: Geometry, counts: keyof Steps, x: number, value: number): number {
  return counts === 'seconds' ? dragged(geometry, counts, x, value, geometry.right - x, 0) : geometry[counts].max
}

/** The value `from` after the pointer has moved by `x` and `y` pixels. */
function dragged(geometry: Geometry, counts: keyof Steps, x: number, from: number, dx: number, dy: number): number {
  if (counts === 'seconds') return from + geometry.toOwn(x + dx) - geometry.toOwn(x)
  const lane = geometry[counts]
  return lane.toValue(lane.toY(from) + dy)
}
