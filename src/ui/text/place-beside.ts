const WIDTH = 340
const GAP = 6
const MARGIN = 8

/**
 * Places a note below an element where there is room, else above; always within the window, where a long note scrolls.
 */
export function placeBeside(note: HTMLElement, place: Element): void {
  const { left, top, bottom } = place.getBoundingClientRect()
  // Without the scroll bar, which would cover the edge of the note.
  const { clientWidth } = document.documentElement
  const width = Math.min(WIDTH, clientWidth - 2 * MARGIN)
  note.style.width = `${width}px`
  note.style.left = `${Math.max(MARGIN, Math.min(left, clientWidth - width - MARGIN))}px`
  const isHigh = top < innerHeight / 2
  note.style.top = isHigh ? `${bottom + GAP}px` : 'auto'
  note.style.bottom = isHigh ? 'auto' : `${innerHeight - top + GAP}px`
  note.style.maxHeight = `${(isHigh ? innerHeight - bottom : top) - GAP - MARGIN}px`
}

/** Closes an open note when its word moves away from it, or when the focus leaves both: it must not cover what is in use. */
export function closeOnceLeft(note: HTMLElement, word: HTMLElement): void {
  const { top } = word.getBoundingClientRect()
  const closing = new AbortController()
  const on = { capture: true, signal: closing.signal }
  const closeUnless = (stays: boolean) => {
    if (!stays) note.hidePopover()
  }
  const { ownerDocument: page } = note
  page.addEventListener('scroll', () => closeUnless(word.getBoundingClientRect().top === top), on)
  page.addEventListener('focusin', ({ target }) => closeUnless(target === word || note.contains(target as Node)), on)
  note.addEventListener('beforetoggle', () => closing.abort(), on)
}
