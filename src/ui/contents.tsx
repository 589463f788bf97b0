import type { MouseEvent } from 'react'

export interface ContentsItem {
  /** Of a section or of its heading. */
  readonly id: string
  readonly name: string
}

interface ContentsProps {
  readonly items: readonly ContentsItem[]
  /**
   * The address of a place, for an address that carries the state of the page already; undefined: no address leads to a
   * place, because what is on the page is in no address.
   */
  readonly toHash?: ((id: string) => string) | undefined
}

/** What a long page holds, beside it where there is room, and on top of it where there is none. */
export function Contents({ items, toHash }: ContentsProps) {
  const go = (event: MouseEvent, id: string) => {
    // Whoever wants it in another tab gets it there.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    goToPlace(id)
    // Not a step for Back, which leads off the page.
    if (toHash) history.replaceState(history.state, '', toHash(id))
  }
  return (
    <nav aria-label="On this page" className="contents">
      <ul>
        {items.map(({ id, name }) => (
          <li key={id}>
            <a href={toHash?.(id) ?? `#${id}`} onClick={(event) => go(event, id)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls to a place, takes the keyboard there, and keeps it in sight while what is above it is still being computed. */
export function goToPlace(id: string): void {
  const place = document.getElementById(id)
  if (!place) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
  hold(() => place.scrollIntoView({ block: 'start' }))
}

/** What a reader does to go elsewhere. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** Scrolls now, and whenever the page's height changes, until the reader moves on. */
function hold(scroll: () => void): void {
  const observer = new ResizeObserver(scroll)
  const stop = () => {
    observer.disconnect()
    for (const move of MOVES) removeEventListener(move, stop, true)
  }
  for (const move of MOVES) addEventListener(move, stop, { capture: true, passive: true })
  // Observing calls back at once.
  observer.observe(document.body)
}
