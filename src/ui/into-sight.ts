/** What was opened under the charts is in sight with them if it begins within this share of the window’s height. */
const IN_SIGHT = 0.7

/**
 * Scrolls to what was opened under the charts: with the charts at the top of the window, so that both are in sight, or, in a
 * low or narrow window, to the opened part itself.
 */
export function bringIntoSight(opened: Element): void {
  const charts = document.querySelector('.figure-column')
  requestAnimationFrame(() => scrollToTop(charts && fitsUnder(charts, opened) ? charts : opened))
}

/** Scrolls to what was opened under the charts only where charts at the top of the window leave it out of sight. */
export function bringIntoSightIfBelow(opened: Element): void {
  const charts = document.querySelector('.figure-column')
  requestAnimationFrame(() => {
    if (charts && !fitsUnder(charts, opened)) scrollToTop(opened)
  })
}

function fitsUnder(charts: Element, opened: Element): boolean {
  return opened.getBoundingClientRect().top - charts.getBoundingClientRect().top < IN_SIGHT * innerHeight
}

function scrollToTop(target: Element): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  target.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
}
