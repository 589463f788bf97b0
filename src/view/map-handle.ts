import type { Place } from '../explore/map/order.ts'
import { type KnownMap, patchTo, stepFrom } from '../store/map/session.ts'
import type { AppStore } from '../store/store.ts'
import { isChord } from './keys.ts'
import { KEY_PAUSE_MS } from './knobs/stops.ts'

interface MapHandle {
  readonly handle: HTMLElement
  /** The element on which the pointer moves the handle: the handle itself, or an element around it. */
  readonly area: HTMLElement
  readonly store: AppStore
  readonly known: () => KnownMap
  /** The cell at a pixel of the handle; undefined before the first drawing. */
  readonly placeAt: (x: number, y: number) => Place | undefined
  readonly onPoint: (place: Place | undefined) => void
}

/** Dragging and clicking set a cell, arrow keys move from cell to cell. @returns how to stop listening */
export function listenToMap({ handle, area, store, known, placeAt, onPoint }: MapHandle): () => void {
  const { settle, preview } = store.getState()
  const control = new AbortController()
  const { signal } = control
  let timer = 0
  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = handle.getBoundingClientRect()
    return placeAt(clientX - left, clientY - top)
  }
  const set = (place: Place | undefined) => {
    const patch = place && patchTo(known(), place, store.getState().scenario)
    if (patch) preview(patch)
  }
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 || isForBrowser(event)) return
    handle.setPointerCapture(event.pointerId)
    handle.focus({ preventScroll: true })
    settle()
    set(placeOf(event))
  }
  const onMove = (event: PointerEvent) => {
    const place = placeOf(event)
    onPoint(place)
    if (handle.hasPointerCapture(event.pointerId)) set(place)
  }
  const onKey = (event: KeyboardEvent) => {
    const place = stepFrom(known().question.axes, store.getState().scenario, event.key)
    if (!place || isChord(event)) return
    event.preventDefault()
    set(place)
    clearTimeout(timer)
    timer = window.setTimeout(settle, KEY_PAUSE_MS)
  }
  area.addEventListener('pointerdown', onDown, { signal })
  area.addEventListener('pointermove', onMove, { signal })
  area.addEventListener('pointerup', settle, { signal })
  area.addEventListener('pointercancel', settle, { signal })
  area.addEventListener('pointerleave', () => onPoint(undefined), { signal })
  handle.addEventListener('keydown', onKey, { signal })
  handle.addEventListener('blur', settle, { signal })
  return () => {
    control.abort()
    clearTimeout(timer)
  }
}

/** Whether the browser should handle a click with these keys, because it opens another tab or window. */
export function isForBrowser({
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean {
  return ctrlKey || metaKey || shiftKey
}
