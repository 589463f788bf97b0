/** Whether a key was pressed together with Ctrl, ⌘ or Alt: then it means something to the browser, such as Alt+← to go back. */
export function isChord({ ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return ctrlKey || metaKey || altKey
}

/** Whether keys pressed here are typed text, or choose in a list: then they are no shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio], [type=range]), select, textarea, [contenteditable]')
  )
}

/** Whether a dialog or a note is open: it takes Escape for itself. */
export function isLayerOpen(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}

/**
 * Leaves a chord on a slider to the browser. Chromium would move the slider by the key whatever is held with it; it does
 * nothing to one that is disabled as it deals with the key.
 */
export function leaveToBrowser(slider: HTMLInputElement): void {
  slider.disabled = true
  setTimeout(() => {
    slider.disabled = false
    if (document.activeElement === document.body) slider.focus({ preventScroll: true })
  })
}
