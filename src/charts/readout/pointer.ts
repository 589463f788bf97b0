import type { ChartHandlers, TimeRange } from '../chart.ts'
import { append, type Mark } from '../dom.ts'
import type { Frame } from '../layout.ts'
import { unscale } from '../path.ts'

/** Movements up to this many pixels are a click, not a drag. */
export const CLICK = 4

/** A finger so many pixels beside a read-out, or beside the plot, is meant to be there. */
const FINGER = 24

/** The smallest part of the window that a drag zooms into; a narrower drag is an accident. */
const LEAST_PART = 1 / 400

/**
 * Moving reads out values, dragging zooms, a double click shows the whole run. A finger only reads out, or scrolls the
 * page. The read-out stays after it is lifted: a tap at the same place, or beside the plot, takes it away. The wheel only
 * scrolls the page.
 * @returns functions to call with each drawn frame, and with undefined to remove the listeners; and with the pixel of
 * the read-out that is shown, of this chart or another one
 */
export function listenToPointer(root: SVGSVGElement, layer: Mark, handlers: ChartHandlers = {}) {
  const brush = createBrush(layer)
  let frame: Frame | undefined
  let dragFrom: number | undefined
  let isDragging = false
  let shown: number | undefined
  /** Where a finger was put down on the read-out. */
  let tapped: number | undefined
  const read = (frame: Frame, pixel: number, isTouch: boolean) => {
    const beside = isTouch ? FINGER : CLICK
    const isOver = pixel >= frame.left - beside && pixel <= frame.right + beside
    handlers.onCursor?.(isOver || isDragging ? timeAt(frame, pixel) : undefined)
  }
  const stopDragging = () => {
    dragFrom = undefined
    isDragging = false
    brush.hide()
  }

  const listeners: { [K in keyof SVGElementEventMap]?: (event: SVGElementEventMap[K]) => void } = {
    pointerdown(event) {
      if (!frame || event.button !== 0) return
      const pixel = pixelAt(root, event)
      if (event.pointerType === 'touch') {
        tapped = Math.abs(pixel - (shown ?? Infinity)) <= FINGER ? pixel : undefined
        return read(frame, pixel, true)
      }
      dragFrom = pixel
      root.setPointerCapture(event.pointerId)
    },
    pointermove(event) {
      if (!frame) return
      const pixel = pixelAt(root, event)
      if (dragFrom !== undefined && Math.abs(pixel - dragFrom) > CLICK) isDragging = true
      if (isDragging && dragFrom !== undefined) brush.show(frame, dragFrom, pixel)
      read(frame, pixel, event.pointerType === 'touch')
    },
    pointerup(event) {
      const range = frame && isDragging ? toRange(frame, dragFrom ?? 0, pixelAt(root, event)) : undefined
      if (range) handlers.onZoom?.(range)
      if (Math.abs(pixelAt(root, event) - (tapped ?? Infinity)) <= CLICK) handlers.onCursor?.(undefined)
      tapped = undefined
      stopDragging()
    },
    pointercancel() {
      stopDragging()
      // The finger scrolls the page, so it does not ask for a read-out.
      handlers.onCursor?.(undefined)
    },
    pointerleave({ pointerType }) {
      // The read-out stays after the finger is lifted.
      if (!isDragging && pointerType !== 'touch') handlers.onCursor?.(undefined)
    },
    dblclick: () => handlers.onZoom?.(undefined),
  }
  const entries = Object.entries(listeners) as [string, EventListener][]
  for (const [type, listener] of entries) root.addEventListener(type, listener)
  return {
    draw(drawn?: Frame) {
      frame = drawn
      if (!drawn) for (const [type, listener] of entries) root.removeEventListener(type, listener)
    },
    showAt(pixel?: number) {
      shown = pixel
    },
  }
}

function pixelAt(root: SVGSVGElement, event: PointerEvent): number {
  const box = root.getBoundingClientRect()
  const drawnWidth = Number(root.getAttribute('width'))
  // A page may show the drawing smaller than it is.
  const size = box.width > 0 && drawnWidth > 0 ? drawnWidth / box.width : 1
  return (event.clientX - box.left) * size
}

function timeAt({ x, left, right }: Frame, pixel: number): number {
  return x.factor > 0 ? unscale(x, Math.max(left, Math.min(right, pixel))) : 0
}

/** The time range of a drag; undefined if it is so short that it was an accident. */
function toRange(frame: Frame, a: number, b: number): TimeRange | undefined {
  const [start, end] = [timeAt(frame, Math.min(a, b)), timeAt(frame, Math.max(a, b))]
  return (end - start) * frame.x.factor >= frame.width * LEAST_PART ? [start, end] : undefined
}

function createBrush(layer: Mark) {
  const brush = append(layer, 'rect', 'brush').show(false)
  return {
    show({ left, right, top, height }: Frame, from: number, to: number) {
      const start = Math.max(left, Math.min(from, to))
      const end = Math.min(right, Math.max(from, to))
      const width = Math.max(0, end - start)
      brush.set('x', start).set('width', width).set('y', top).set('height', height).show(true)
    },
    hide: () => brush.show(false),
  }
}
