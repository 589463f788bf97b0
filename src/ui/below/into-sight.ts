/** Opened content is in sight with the charts if it begins within this share of the window’s height. */
const IN_SIGHT = 0.7

/**
 * The charts go to the top of the window, so that both are in sight; in a low or narrow one, the opened content does.
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
