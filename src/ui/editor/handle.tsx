import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createGrip, type GripActs } from './grip.ts'
import { useSession } from './use-session.ts'

interface HandleProps extends GripActs {
  readonly label: string
  readonly className: string
  /** The value, a number for machines and a text for listeners. */
  readonly now: number
  readonly text: string
  readonly isReached: boolean
  readonly orientation: 'horizontal' | 'vertical'
  /** Where its own drawing stands, `x,y` in pixels; undefined: it is drawn in place. */
  readonly at?: string
  readonly children: ReactNode
}

/** Something on the strip that is dragged, or moved with the arrow keys. */
export function Handle(props: HandleProps) {
  const { label, className, now, text, isReached, orientation, at, children } = props
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
      transform={at === undefined ? undefined : `translate(${at})`}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={now}
      aria-valuetext={text}
      {...grip.listeners}
    >
      {children}
    </g>
  )
}
