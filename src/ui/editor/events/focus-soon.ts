/** Gives the keyboard to what the next frame shows, unless somebody else has taken it by then. */
export function focusSoon(find: () => HTMLElement | SVGElement | null | undefined): void {
  const before = document.activeElement
  requestAnimationFrame(() => {
    const now = document.activeElement
    if (now === before || now === document.body) find()?.focus()
  })
}
