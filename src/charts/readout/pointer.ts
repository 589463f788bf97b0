import type { ChartHandlers } from '../chart.ts'
import { append, type Mark } from '../dom.ts'
import type { Frame } from '../layout.ts'

/** Movements up to this many pixels are a click, not a drag. */
const CLICK = 4

/** The least part of the shown window that can be zoomed into; a narrower drag is a slip. */
const LEAST_PART = 1 / 400

/**
 * Listens to the pointer on a chart: moving reads out, dragging out a stretch zooms into it, a double click asks for the
 * whole run. A finger only reads out, which stays when it is lifted, and may scroll the page up and down; the wheel is
 * the page's.
 * @returns to be called with each frame drawn, and with undefined to take the listeners off.
 */
export function listenToPointer(
  root: SVGSVGElement,
  brushLayer: Mark,
  handlers: ChartHandlers,
): (frame: Frame | undefined) => void {
  const brush = append(brushLayer, 'rect', 'brush').show(false)
  let frame: Frame | undefined
  let dragFrom: number | undefined
  let isDragging = false

  const pixelAt = (event: PointerEvent) => {
    const box = root.getBoundingClientRect()
    const drawnWidth = Number(root.getAttribute('width'))
    // A page may show the drawing smaller than it was made.
    const size = box.width > 0 && drawnWidth > 0 ? drawnWidth / box.width : 1
    return (event.clientX - box.left) * size
  }
  const timeAt = ({ x, left, right }: Frame, pixel: number) =>
    x.factor > 0 ? (Math.max(left, Math.min(right, pixel)) - x.offset) / x.factor : 0
  const drawBrush = (to: number) => {
    if (!frame || dragFrom === undefined) return
    const from = Math.max(frame.left, Math.min(dragFrom, to))
    const end = Math.min(frame.right, Math.max(dragFrom, to))
    brush
      .set('x', from)
      .set('width', Math.max(0, end - from))
      .set('y', frame.top)
      .set('height', frame.height)
  }
  const stopDragging = () => {
    dragFrom = undefined
    isDragging = false
    brush.show(false)
  }

  const listeners: { [K in keyof SVGElementEventMap]?: (event: SVGElementEventMap[K]) => void } = {
    pointerdown(event) {
      if (!frame || event.button !== 0) return
      if (event.pointerType === 'touch') {
        handlers.onCursor(timeAt(frame, pixelAt(event)))
        return
      }
      dragFrom = pixelAt(event)
      root.setPointerCapture(event.pointerId)
    },
    pointermove(event) {
      if (!frame) return
      const pixel = pixelAt(event)
      if (dragFrom !== undefined && Math.abs(pixel - dragFrom) > CLICK) isDragging = true
      if (isDragging) {
        drawBrush(pixel)
        brush.show(true)
      }
      const isOver = pixel >= frame.left - CLICK && pixel <= frame.right + CLICK
      handlers.onCursor(isOver || isDragging ? timeAt(frame, pixel) : null)
    },
    pointerup(event) {
      if (frame && isDragging && dragFrom !== undefined) {
        const a = timeAt(frame, dragFrom)
        const b = timeAt(frame, pixelAt(event))
        if (Math.abs(b - a) * frame.x.factor >= frame.width * LEAST_PART)
          handlers.onZoom([Math.min(a, b), Math.max(a, b)])
      }
      stopDragging()
    },
    pointercancel() {
      stopDragging()
      // A finger that turns out to scroll the page has not asked for anything.
      handlers.onCursor(null)
    },
    pointerleave({ pointerType }) {
      // What a finger has touched is still to be read when it is lifted.
      if (!isDragging && pointerType !== 'touch') handlers.onCursor(null)
    },
    dblclick: () => handlers.onZoom(null),
  }
  const entries = Object.entries(listeners) as [string, EventListener][]
  for (const [type, listener] of entries) root.addEventListener(type, listener)
  return (drawn) => {
    frame = drawn
    if (!drawn) for (const [type, listener] of entries) root.removeEventListener(type, listener)
  }
}
