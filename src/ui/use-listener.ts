import { useEffect, useEffectEvent } from 'react'

/** Listens on the whole page with the latest handler. @param capture before anything else on the page */
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
