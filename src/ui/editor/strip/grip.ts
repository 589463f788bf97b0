import type { KeyboardEvent, PointerEvent } from 'react'
import { KEY_PAUSE_MS } from '../../../view/stops.ts'

/** How far the pointer has come since it was put down, in pixels, and whether the modifier that snaps is held. */
export interface Drag {
  readonly dx: number
  readonly dy: number
  readonly isSnapped: boolean
}

/** What moving something does. */
export interface GripActs {
  /** Asked as the pointer goes down: what each of its moves does. */
  readonly begin: () => (drag: Drag) => void
  /** A press of a key: so many steps up or down, coarse ones where `isCoarse`. */
  readonly step: (steps: number, isCoarse: boolean) => void
  readonly onSelect?: (() => void) | undefined
}

const KEYS: Readonly<Record<string, readonly [number, boolean]>> = {
  ArrowLeft: [-1, false],
  ArrowDown: [-1, false],
  ArrowRight: [1, false],
  ArrowUp: [1, false],
  PageDown: [-1, true],
  PageUp: [1, true],
}

/**
 * Listeners that move something with the pointer and with keys. Made once for each thing, so that rendering it again
 * changes none of them; `acts` is asked when something happens.
 */
export function createGrip(acts: () => GripActs, settle: () => void) {
  let going: { readonly x: number; readonly y: number; readonly move: (drag: Drag) => void } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    if (!going) return
    going = undefined
    settle()
  }
  return {
    listeners: {
      onPointerDown(event: PointerEvent<SVGElement>) {
        if (event.button !== 0) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        // What the mouse has moved the arrow keys may set right.
        event.currentTarget.focus({ preventScroll: true })
        const { onSelect, begin } = acts()
        onSelect?.()
        going = { x: event.clientX, y: event.clientY, move: begin() }
      },
      onPointerMove(event: PointerEvent<SVGElement>) {
        if (!going) return
        going.move({ dx: event.clientX - going.x, dy: event.clientY - going.y, isSnapped: event.shiftKey })
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onKeyDown(event: KeyboardEvent) {
        const key = KEYS[event.key]
        if (!key || event.ctrlKey || event.metaKey || event.altKey) return
        event.preventDefault()
        event.stopPropagation()
        acts().step(key[0], key[1] || event.shiftKey)
        clearTimeout(timer)
        timer = setTimeout(settle, KEY_PAUSE_MS)
      },
      onFocus: () => acts().onSelect?.(),
      onBlur: settle,
    },
    destroy: () => clearTimeout(timer),
  }
}
