import { scale, toLinearScale, unscale } from '../charts/path.ts'
import { atWall, wallAt } from '../model/clock.ts'
import type { Trace } from '../model/trace.ts'
import { element } from './dom.ts'

export interface Drawn {
  /** The positioned element around one or more charts. */
  readonly charts: HTMLElement
  /** The time axis of the charts, in seconds. */
  readonly window: readonly [start: number, end: number]
  readonly trace: Trace
  /** The axis counts elapsed time, while the run counts CPU time. */
  readonly isWall: boolean
}

/** A plot in its figure, in pixels. */
interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The width up to the labels of the right end, which stay readable. */
  readonly covered: number
}

/** The position of a cursor in a plot, in pixels of the figure; and the instant of such a position. */
export function toVeil(
  { window, trace, isWall }: Omit<Drawn, 'charts'>,
  { left, width }: Pick<Place, 'left' | 'width'>,
  cursor: number,
) {
  const right = left + width
  const x = toLinearScale(window, [left, right])
  const at = isWall ? wallAt(trace, cursor) : cursor
  const timeAt = (pixel: number) => {
    const time = unscale(x, Math.min(right, Math.max(left, pixel)))
    return isWall ? atWall(trace, time) : time
  }
  return { from: Math.min(right, Math.max(left, scale(x, at))), timeAt }
}

/** Covers the part of a figure that was not played yet; the pointer drags the cursor on it. */
export function createVeil(scrub: (time: number) => void) {
  const layer = element('div', { class: 'veil-layer' })
  let drawn: Drawn | undefined
  let at = 0
  let placed: readonly Place[] = []
  let drawnAs = ''
  // Reading the positions of charts forces a layout, so it is done only if they can have changed.
  const observer = new ResizeObserver(() => {
    drawnAs = ''
    // The charts are drawn again before the next frame.
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
    const now = plots.map((plot) => plot.getAttribute('viewBox')! + plot.getAttribute('data-end')).join()
    if (now !== drawnAs) {
      placed = plots.flatMap((plot) => toPlace(charts, plot) ?? [])
      layer.replaceChildren(...placed.map(createSheet))
    }
    drawnAs = now
    // The compositor moves it, so the charts below are not painted again.
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

function createSheet({ left, top, covered, height }: Place): HTMLElement {
  const veil = element('div', { class: 'veil' }, element('div'))
  Object.assign(veil.style, { left: `${left}px`, top: `${top}px`, width: `${covered}px`, height: `${height}px` })
  return veil
}

/** The place of a plot in its figure; undefined if the plot is not shown. */
function toPlace(charts: HTMLElement, plot: Element): Place | undefined {
  const host = plot.closest('.chart')?.parentElement
  const read = (name: string) => Number(plot.getAttribute(name) ?? 0)
  if (!host?.offsetParent || read('height') === 0) return undefined
  const top = (host === charts ? 0 : host.offsetTop) + read('y')
  const [left, width] = [read('x'), read('width')]
  return {
    left,
    top,
    width,
    height: read('height'),
    covered: plot.hasAttribute('data-end') ? read('data-end') - left : width,
  }
}
