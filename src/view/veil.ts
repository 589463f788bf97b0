import { toFrame } from '../charts/layout.ts'
import { atWall, momentAt } from '../model/clock.ts'
import type { Trace } from '../model/trace.ts'
import type { Axis } from '../store/state.ts'
import { element } from './dom.ts'

const NO_MARGINS = { top: 0, bottom: 0 }

/** A figure with the run that it draws and its time axis. */
export interface Drawn {
  /** Around one or more charts, and positioned. */
  readonly charts: HTMLElement
  readonly axis: Pick<Axis, 'window' | 'width' | 'em'>
  readonly trace: Trace
  /** The axis counts elapsed time, and the run CPU time. */
  readonly isWall: boolean
}

/** Where a cursor stands on such an axis, in pixels from the charts' left, and the instant that a place there stands for. */
export function toVeil({ axis: { window, width, em }, trace, isWall }: Omit<Drawn, 'charts'>, cursor: number) {
  const { left, right, x } = toFrame({ width, height: 0 }, window, NO_MARGINS, em)
  const at = isWall ? momentAt(trace, cursor).wall : cursor
  const timeAt = (pixel: number) => {
    const time = (Math.min(right, Math.max(left, pixel)) - x.offset) / x.factor
    return isWall ? atWall(trace, time) : time
  }
  return { left, right, from: Math.min(right, Math.max(left, x.factor * at + x.offset)), timeAt }
}

/** Over a figure: what is still to come is faint, and the pointer drags the cursor. */
export function createVeil(scrub: (time: number) => void) {
  const layer = element('div', { class: 'veil-layer' })
  let drawn: Drawn | undefined
  let at = 0
  let placed: Drawn['axis'] | undefined
  let sheets: readonly HTMLElement[] = []
  // Asking for places costs a layout, so they are asked for only where they can have changed.
  const observer = new ResizeObserver(() => {
    placed = undefined
    // The charts are drawn anew before the next frame.
    requestAnimationFrame(() => drawn && !placed && layer.isConnected && show(drawn, at))
  })
  const place = ({ charts, axis }: Drawn, left: number, right: number) => {
    placed = axis
    sheets = hostsOf(charts).map(({ top, height }) => {
      const sheet = element('div')
      const veil = element('div', { class: 'veil' }, sheet)
      Object.assign(veil.style, {
        left: `${left}px`,
        width: `${right - left}px`,
        top: `${top}px`,
        height: `${height}px`,
      })
      return sheet
    })
    layer.replaceChildren(...sheets.map((sheet) => sheet.parentElement!))
  }
  const remove = () => {
    observer.disconnect()
    layer.remove()
    placed = undefined
  }
  const show = (figure: Drawn, cursor: number) => {
    const { charts, axis } = figure
    if (axis.width === 0) return
    drawn = figure
    at = cursor
    if (layer.parentElement !== charts) {
      remove()
      charts.append(layer)
      observer.observe(charts)
    }
    const { left, right, from } = toVeil(figure, cursor)
    if (placed?.width !== axis.width || placed.em !== axis.em) place(figure, left, right)
    // Moved by the compositor: the charts below are not painted again.
    for (const { style } of sheets) style.transform = `translateX(${from - left}px)`
  }
  const onPointer = (event: PointerEvent) => {
    if (!drawn || (event.type === 'pointermove' && event.buttons === 0)) return
    if (event.type === 'pointerdown') layer.setPointerCapture(event.pointerId)
    scrub(toVeil(drawn, 0).timeAt(event.clientX - layer.getBoundingClientRect().left))
  }
  layer.addEventListener('pointerdown', onPointer)
  layer.addEventListener('pointermove', onPointer)
  return { show, remove }
}

/** The plots of a figure, in pixels from its top. */
function hostsOf(charts: HTMLElement) {
  return [...charts.querySelectorAll('.plot')].flatMap((plot) => {
    const host = plot.closest('.chart')?.parentElement
    const read = (name: string) => Number(plot.getAttribute(name) ?? 0)
    if (!host?.offsetParent || read('height') === 0) return []
    return [{ top: (host === charts ? 0 : host.offsetTop) + read('y'), height: read('height') }]
  })
}
