/** What was opened under the charts is in sight with them if it begins within this share of the window’s height. */
const IN_SIGHT = 0.7

/**
 * Scrolls to what was opened under the charts: with the charts at the top of the window, so that both are in sight, or, in a
 * low or narrow window, to the opened part itself.
 */
export function bringIntoSight(opened: Element): void {
  requestAnimationFrame(() => {
    const charts = document.querySelector('.figure-column')!
    const between = opened.getBoundingClientRect().top - charts.getBoundingClientRect().top
    const target = between < IN_SIGHT * innerHeight ? charts : opened
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    target.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' })
  })
}
