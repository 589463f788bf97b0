import { useEffect, useEffectEvent } from 'react'

/**
 * Listens on the whole page while the component is there; the latest handler is called.
 * @param capture before anything else on the page takes the event
 */
export function useListener<K extends keyof WindowEventMap>(
  type: K,
  handler: (event: WindowEventMap[K]) => void,
  capture = false,
): void {
  const latest = useEffectEvent(handler)
  useEffect(() => {
    addEventListener(type, latest, capture)
    return () => removeEventListener(type, latest, capture)
  }, [type, capture])
}
