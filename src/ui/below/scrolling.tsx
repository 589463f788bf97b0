import type { ReactNode } from 'react'

interface ScrollingProps {
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Content that may be wider than the page, such as a table: it scrolls by itself, by keyboard too. */
export function Scrolling({ label, className = '', children }: ScrollingProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
    <section className={`scrolls ${className}`} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
