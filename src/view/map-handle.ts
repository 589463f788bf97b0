import type { Place } from '../explore/map/order.ts'
import { type KnownMap, type MapSession, patchTo, stepFrom } from '../store/map/session.ts'
import type { AppStore } from '../store/store.ts'
import { isChord } from './keys.ts'
import { KEY_PAUSE_MS } from './stops.ts'

interface MapHandle {
  readonly handle: HTMLElement
  /** Where the pointer moves it: the slider, or what holds it and something that stands over it. */
  readonly area: HTMLElement
  readonly store: AppStore
  readonly session: MapSession
  readonly known: () => KnownMap
  /** The place of a pixel of the handle; undefined before anything is drawn. */
  readonly placeAt: (x: number, y: number) => Place | undefined
  readonly onPoint: (place: Place | undefined) => void
}

/** The pointer drags, a click sets, and arrow keys go from cell to cell. @returns how to stop it */
export function listenToMap({ handle, area, store, session, known, placeAt, onPoint }: MapHandle): () => void {
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
    if (place) session.turnTo(place)
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

/** Whether a click with these keys is one that the browser is to serve: into another tab or window. */
export function isForBrowser({
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>): boolean {
  return ctrlKey || metaKey || shiftKey
}
