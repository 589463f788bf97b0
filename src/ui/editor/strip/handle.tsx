import { type ReactNode, type RefCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '../use-session.ts'
import { createGrip, type GripActs } from './grip.ts'

interface HandleProps extends GripActs {
  /** Its place and its value are painted. */
  readonly painted: { readonly ref: RefCallback<SVGElement> }
  /** Undefined: it is painted too. */
  readonly label?: string
  readonly className: string
  readonly isReached: boolean
  readonly orientation: 'horizontal' | 'vertical'
  readonly children: ReactNode
}

/** Something on the strip that is dragged, or moved with the arrow keys. */
export function Handle(props: HandleProps) {
  const { painted, label, className, isReached, orientation, children } = props
  const session = useSession()
  const acts = useRef<GripActs>(props)
  acts.current = props
  const [grip] = useState(() => createGrip(() => acts.current, session.settle))
  useEffect(() => grip.destroy, [grip])
  return (
    <g
      ref={painted.ref}
      // biome-ignore lint/a11y/useAriaPropsForRole: its value is painted
      role="slider"
      tabIndex={isReached ? 0 : -1}
      className={`handle ${className}`}
      aria-label={label}
      aria-orientation={orientation}
      {...grip.listeners}
    >
      {children}
    </g>
  )
}
