import { useEffect, useRef } from 'react'

/** Presses of arrow keys closer together than this are one step for Back, as on the sliders. */
const KEY_PAUSE_MS = 800

/** Ends the gesture when the keys have rested for a moment. @returns what to call at each press */
export function useKeyPause(settle: () => void): () => void {
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(settle, KEY_PAUSE_MS)
  }
}
