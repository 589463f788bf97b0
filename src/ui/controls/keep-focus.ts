const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), summary, [tabindex="0"]'

/** In milliseconds. A part that knows a better place has taken the focus by then. */
const PATIENCE = 100

/**
 * Keeps the focus near its place when the focused element is removed, as a note that is closed. The focus goes to the
 * first control of the surrounding element, or to the content of the page if all of it was replaced. Browsers would move it to the top of the page.
 */
export function keepFocus(root: HTMLElement): void {
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

/** Focuses the page’s content, or else the first control in an element that is shown; returns whether there is one. */
function focusIn(place: EventTarget): boolean {
  const main = place instanceof Element && place.querySelector('main')
  if (main) {
    // Its first control is the link that skips the header.
    main.tabIndex = -1
    main.focus({ preventScroll: true })
    return true
  }
  const all = place instanceof Element ? place.querySelectorAll<HTMLElement>(FOCUSABLE) : []
  const shown = [...all].find((one) => one.getClientRects().length > 0)
  shown?.focus({ preventScroll: true })
  return shown !== undefined
}
