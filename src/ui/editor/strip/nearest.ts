import type { PointerEvent } from 'react'

/*
 * The touch area of a handle, 44 px, covers its neighbours, and the handle drawn last would take every touch. So a
 * touch goes to the handle under it whose mark is nearest.
 */

/** Pixels added to the distance of a line: a dot beside it is preferred, since a line can be dragged at any point. */
const LONG_GIVES_WAY = 10

/** For the capturing phase: passes a touch to the nearest handle, if that is not the topmost one. */
export function toNearestHandle(event: PointerEvent<Element>): void {
  const { nativeEvent, target, clientX, clientY } = event
  if (event.pointerType === 'mouse' || !nativeEvent.isTrusted) return
  const nearest = nearestHandle(event.currentTarget.ownerDocument, clientX, clientY)
  if (!nearest || nearest.contains(target as Node)) return
  event.stopPropagation()
  // Otherwise the mouse events that follow a touch would focus the topmost handle.
  event.preventDefault()
  nearest.dispatchEvent(new PointerEvent('pointerdown', nativeEvent))
}

function nearestHandle(page: Document, x: number, y: number): Element | undefined {
  let nearest: { readonly handle: Element; readonly distance: number } | undefined
  for (const hit of page.elementsFromPoint(x, y)) {
    const handle = hit.closest('.handle')
    if (!handle) continue
    const distance = distanceTo(handle, x, y)
    if (!nearest || distance < nearest.distance) nearest = { handle, distance }
  }
  return nearest?.handle
}

function distanceTo(handle: Element, x: number, y: number): number {
  const dot = handle.querySelector('.dot')
  const { left, right, top, bottom } = (dot ?? handle.querySelector('.mark') ?? handle).getBoundingClientRect()
  if (dot) return Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2)
  return LONG_GIVES_WAY + Math.max(0, left - x, x - right)
}
