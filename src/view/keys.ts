/** Whether Ctrl, ⌘ or Alt was held: the browser has shortcuts with them, such as Alt+← to go back. */
export function isChord({ ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return ctrlKey || metaKey || altKey
}

/** Whether keys pressed in this element type text or choose from a list, and so are no shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio], [type=range]), select, textarea, [contenteditable]')
  )
}

/** Whether a dialog or a note is open, which handles Escape itself. */
export function isLayerOpen(): boolean {
  return document.querySelector('dialog[open], :popover-open') !== null
}

/**
 * Chromium would move the slider by a key with a modifier too, unless the slider is disabled while it handles the key.
 */
export function leaveToBrowser(slider: HTMLInputElement): void {
  slider.disabled = true
  setTimeout(() => {
    slider.disabled = false
    if (document.activeElement === document.body) slider.focus({ preventScroll: true })
  })
}
