export const COMPARISON_ID = 'comparison'

/** Scrolls to the comparison as soon as it is in the page: it loads when a run is pinned. */
export function showComparison(): void {
  const element = document.getElementById(COMPARISON_ID)
  if (element) {
    bring(element)
    return
  }
  const observer = new MutationObserver(() => {
    const found = document.getElementById(COMPARISON_ID)
    if (!found) return
    observer.disconnect()
    bring(found)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

function bring(element: HTMLElement): void {
  element.scrollIntoView({ block: 'start' })
  element.querySelector('summary')?.focus({ preventScroll: true })
}
