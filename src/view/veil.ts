import { scale, toLinearScale, unscale } from '../charts/path.ts'
import { atWall, momentAt } from '../model/clock.ts'
import type { Trace } from '../model/trace.ts'
import { element } from './dom.ts'

export interface Drawn {
  /** Around one or more charts, and positioned. */
  readonly charts: HTMLElement
  /** The time axis of the charts, in seconds. */
  readonly window: readonly [start: number, end: number]
  readonly trace: Trace
  /** The axis counts elapsed time, and the run CPU time. */
  readonly isWall: boolean
}

/** A plot in its figure, in pixels. */
interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Where a cursor stands in a plot, in pixels of the figure, and the instant that such a place stands for. */
export function toVeil(
  { window, trace, isWall }: Omit<Drawn, 'charts'>,
  { left, width }: Pick<Place, 'left' | 'width'>,
  cursor: number,
) {
  const right = left + width
  const x = toLinearScale(window, [left, right])
  const at = isWall ? momentAt(trace, cursor).wall : cursor
  const timeAt = (pixel: number) => {
    const time = unscale(x, Math.min(right, Math.max(left, pixel)))
    return isWall ? atWall(trace, time) : time
  }
  return { from: Math.min(right, Math.max(left, scale(x, at))), timeAt }
}

/** Over a figure: what is still to come is faint, and the pointer drags the cursor. */
export function createVeil(scrub: (time: number) => void) {
  const layer = element('div', { class: 'veil-layer' })
  let drawn: Drawn | undefined
  let at = 0
  let placed: readonly Place[] = []
  let drawnAs = ''
  // Asking where charts stand costs a layout, so it is asked only where that can have changed.
  const observer = new ResizeObserver(() => {
    drawnAs = ''
    // The charts are drawn anew before the next frame.
    requestAnimationFrame(() => drawn && drawnAs === '' && layer.isConnected && show(drawn, at))
  })
  const remove = () => {
    observer.disconnect()
    layer.remove()
    drawnAs = ''
  }
  const show = (figure: Drawn, cursor: number) => {
    const { charts } = figure
    drawn = figure
    at = cursor
    if (layer.parentElement !== charts) {
      remove()
      charts.append(layer)
      observer.observe(charts)
    }
    const plots = [...charts.querySelectorAll('.plot')]
    const now = plots.map((plot) => plot.getAttribute('viewBox')).join()
    if (now !== drawnAs) {
      placed = plots.flatMap((plot) => toPlace(charts, plot) ?? [])
      layer.replaceChildren(...placed.map(createSheet))
    }
    drawnAs = now
    // Moved by the compositor: the charts below are not painted again.
    placed.forEach((place, i) => {
      const sheet = layer.children[i]?.firstElementChild as HTMLElement
      sheet.style.transform = `translateX(${toVeil(figure, place, cursor).from - place.left}px)`
    })
  }
  const scrubTo = ({ clientX }: PointerEvent) => {
    if (drawn && placed[0]) scrub(toVeil(drawn, placed[0], 0).timeAt(clientX - layer.getBoundingClientRect().left))
  }
  layer.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    layer.setPointerCapture(event.pointerId)
    scrubTo(event)
  })
  layer.addEventListener('pointermove', (event) => {
    if (layer.hasPointerCapture(event.pointerId)) scrubTo(event)
  })
  return { show, remove }
}

function createSheet({ left, top, width, height }: Place): HTMLElement {
  const veil = element('div', { class: 'veil' }, element('div'))
  Object.assign(veil.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  return veil
}

/** Where a plot stands; undefined where it is not shown. */
function toPlace(charts: HTMLElement, plot: Element): Place | undefined {
  const host = plot.closest('.chart')?.parentElement
  const read = (name: string) => Number(plot.getAttribute(name) ?? 0)
  if (!host?.offsetParent || read('height') === 0) return undefined
  const top = (host === charts ? 0 : host.offsetTop) + read('y')
  return { left: read('x'), top, width: read('width'), height: read('height') }
}
