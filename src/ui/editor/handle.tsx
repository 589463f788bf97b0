import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { type Drag, useDrag } from './use-drag.ts'
import { useSession } from './use-session.ts'

interface HandleProps {
  readonly label: string
  readonly className: string
  /** The value, a number for machines and a text for listeners. */
  readonly now: number
  readonly text: string
  readonly isReached: boolean
  readonly orientation: 'horizontal' | 'vertical'
  /** Asked as a drag begins: what each of its moves does. */
  readonly begin: () => (drag: Drag) => void
  /** A press of a key: so many steps up or down, coarse ones where `isCoarse`. */
  readonly step: (steps: number, isCoarse: boolean) => void
  readonly onSelect?: () => void
  readonly children: ReactNode
}

const KEYS: Readonly<Record<string, readonly [number, boolean]>> = {
  ArrowLeft: [-1, false],
  ArrowDown: [-1, false],
  ArrowRight: [1, false],
  ArrowUp: [1, false],
  PageDown: [-1, true],
  PageUp: [1, true],
}

/** Presses of keys closer together than this are one step for undo. */
const KEY_PAUSE_MS = 800

/** Something on the strip that is dragged, or moved with the arrow keys. */
export function Handle({
  label,
  className,
  now,
  text,
  isReached,
  orientation,
  begin,
  step,
  onSelect,
  children,
}: HandleProps) {
  const session = useSession()
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  const drag = useDrag(() => {
    onSelect?.()
    return begin()
  }, session.settle)
  const onKeyDown = (event: KeyboardEvent) => {
    const key = KEYS[event.key]
    if (!key || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    step(key[0], key[1] || event.shiftKey)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(session.settle, KEY_PAUSE_MS)
  }
  return (
    <g
      role="slider"
      tabIndex={isReached ? 0 : -1}
      className={`handle ${className}`}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={now}
      aria-valuetext={text}
      onKeyDown={onKeyDown}
      onFocus={onSelect}
      onBlur={session.settle}
      {...drag}
    >
      {children}
    </g>
  )
}
