import type { MouseEvent } from 'react'

export interface ContentsItem {
  /** Id of a section or of its heading. */
  readonly id: string
  readonly name: string
}

interface ContentsProps {
  readonly items: readonly ContentsItem[]
  /** For a page whose address carries its state; undefined: no address leads to a place. */
  readonly toHash?: ((id: string) => string) | undefined
  /** Names what the contents belong to, for screen readers: the page by default. */
  readonly label?: string
}

export function Contents({ items, toHash, label = 'On this page' }: ContentsProps) {
  const go = (event: MouseEvent, id: string) => {
    // Let the browser open it in another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    goToPlace(id)
    // No history entry: Back leads off the page.
    if (toHash) history.replaceState(history.state, '', toHash(id))
  }
  return (
    <nav aria-label={label} className="contents">
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

/** Opens the folds that hold a place, scrolls to it, moves the focus there, and keeps it in sight while the content above is still being computed. */
export function goToPlace(id: string): void {
  const place = document.getElementById(id)
  if (!place) return
  for (let fold = place.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
  hold(() => place.scrollIntoView({ block: 'start' }))
}

/** Events by which a reader moves on. */
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
