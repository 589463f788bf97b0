import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from './error-boundary.tsx'

/**
 * In pieces, so that the browser can paint and respond in between.
 * @param onReset the action of “Start again” after an error of ours
 * @throws Error for a document without `#root`
 */
export function mount(page: ReactNode, onReset: () => void): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  keepFocus(root)
  const content = (
    <StrictMode>
      <ErrorBoundary onReset={onReset}>{page}</ErrorBoundary>
    </StrictMode>
  )
  startTransition(() => createRoot(root).render(content))
  if (import.meta.env.PROD && typeof import.meta.env.VITE_SITE_URL !== 'string') {
    // Late, because nothing on the page waits for it. A single file is not stored.
    addEventListener(
      'load',
      () =>
        void import('./update-note.ts').then(
          ({ keepOffline }) => keepOffline(),
          () => {},
        ),
    )
  }
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), summary, [tabindex="0"]'

/** In milliseconds. A part that knows a better place has taken the focus by then. */
const PATIENCE = 100

/**
 * When the focused element is removed, browsers would move the focus to the top of the page. It goes to the first
 * control of the surrounding element, or to the content of the page if all of it was replaced.
 */
function keepFocus(root: HTMLElement): void {
  let path: readonly EventTarget[] = []
  root.addEventListener('focusin', (event) => {
    path = event.composedPath()
  })
  // The user moved the focus away, so forget this place.
  root.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (path[0] === target && isConnected(target)) path = []
    }),
  )
  new MutationObserver(() => {
    const [focused, ...around] = path
    if (focused === undefined || isConnected(focused)) return
    path = []
    setTimeout(() => {
      if (document.activeElement === document.body) around.find((place) => isConnected(place) && focusIn(place))
    }, PATIENCE)
  }).observe(root, { childList: true, subtree: true })
}

function isConnected(target: EventTarget | null | undefined): boolean {
  return target instanceof Element && target.isConnected
}

/** Focuses the page’s content, or else the first control in an element that takes the focus; returns whether one did. */
function focusIn(place: EventTarget): boolean {
  const main = place instanceof Element && place.querySelector('main')
  if (main) {
    // Focus `main` itself: the first control in the body is the link that skips the header.
    main.tabIndex = -1
    main.focus({ preventScroll: true })
    return true
  }
  const all = place instanceof Element ? place.querySelectorAll<HTMLElement>(FOCUSABLE) : []
  // An element that is hidden, even for a moment, does not take the focus.
  return [...all].some((one) => {
    one.focus({ preventScroll: true })
    return document.activeElement === one
  })
}
