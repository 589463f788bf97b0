import { type PointerEvent, useRef } from 'react'

/** How far the pointer has come since it was put down, in pixels, and whether the modifier that snaps is held. */
export interface Drag {
  readonly dx: number
  readonly dy: number
  readonly isSnapped: boolean
}

/** Moves something with the pointer. `begin` is asked once, as the pointer goes down, what each move does. */
export function useDrag(begin: () => (drag: Drag) => void, end: () => void) {
  const going = useRef<{ x: number; y: number; move: (drag: Drag) => void } | undefined>(undefined)
  const stop = () => {
    if (!going.current) return
    going.current = undefined
    end()
  }
  return {
    onPointerDown(event: PointerEvent<SVGElement>) {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      going.current = { x: event.clientX, y: event.clientY, move: begin() }
    },
    onPointerMove(event: PointerEvent<SVGElement>) {
      const { current } = going
      if (!current) return
      current.move({ dx: event.clientX - current.x, dy: event.clientY - current.y, isSnapped: event.shiftKey })
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  }
}
