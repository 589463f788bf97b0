import { type RefObject, useEffect, useState } from 'react'

/** An element is near the window at this distance above or below it, so that it is drawn before it comes into sight. */
const MARGIN = '400px'
/** By then, what is near the window has been computed. */
const SOON_MS = 2000

/**
 * Whether an element has ever been near the window.
 * @param isSoon counts as near soon in any case, so that all of a page is there when it is printed: printing does not
 *   wait for a computation
 */
export function useNear(ref: RefObject<Element | null>, isSoon = false): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isNear) return
    const show = () => setNear(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show()
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    const timer = isSoon ? setTimeout(show, SOON_MS) : undefined
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [ref, isNear, isSoon])
  return isNear
}
