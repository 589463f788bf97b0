/** Focuses an element of the next frame, unless another element has the focus by then. */
export function focusSoon(find: () => HTMLElement | SVGElement | null | undefined): void {
  const before = document.activeElement
  requestAnimationFrame(() => {
    const now = document.activeElement
    if (now === before || now === document.body) find()?.focus()
  })
}
