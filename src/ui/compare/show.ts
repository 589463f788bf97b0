export const COMPARISON_ID = 'comparison'

/** Scrolls to the comparison as soon as it is in the page: it loads when a run is pinned. */
export function showComparison(): void {
  const observer = new MutationObserver(bring)
  observer.observe(document.body, { childList: true, subtree: true })
  bring()
  function bring() {
    const element = document.getElementById(COMPARISON_ID)
    if (!element) return
    observer.disconnect()
    element.scrollIntoView({ block: 'start' })
    element.querySelector('summary')?.focus({ preventScroll: true })
  }
}
