import { toFrame } from '../charts/layout.ts'
import { atWall, momentAt } from '../model/clock.ts'
import type { Trace } from '../model/trace.ts'
import type { Axis } from '../store/state.ts'

const NO_MARGINS = { top: 0, bottom: 0 }

/** Where the charts of a figure draw, in pixels from its top. */
export function plotsOf(charts: Element) {
  return [...charts.querySelectorAll<HTMLElement>('.heap-host, .cpu-host')].map((host) => {
    const plot = host.querySelector('.plot')
    const read = (name: string) => Number(plot?.getAttribute(name) ?? 0)
    return { name: host.className, top: host.offsetTop + read('y'), height: read('height') }
  })
}

/** What of the charts is still to come, in pixels from their left, and the instant that a place there stands for. */
export function toVeil(
  { window, width, em }: Pick<Axis, 'window' | 'width' | 'em'>,
  trace: Trace,
  cursor: number,
  isWall: boolean,
) {
  const { left, right, x } = toFrame({ width, height: 0 }, window, NO_MARGINS, em)
  const at = isWall ? momentAt(trace, cursor).wall : cursor
  const from = Math.min(right, Math.max(left, x.factor * at + x.offset))
  const timeAt = (pixel: number) => {
    const time = (Math.min(right, Math.max(left, pixel)) - x.offset) / x.factor
    return isWall ? atWall(trace, time) : time
  }
  return { from, width: right - from, timeAt }
}
