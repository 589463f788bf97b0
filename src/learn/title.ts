import { useEffect } from 'react'

/** The title in the page's HTML: that of the map of the course. */
const OWN = 'Sawtooth: learn'

/** Sets the title of the page to what it shows, for tabs, history and printed files; afterwards restores it. */
export function useTitle(shown: string): void {
  useEffect(() => {
    document.title = `${shown} · Sawtooth`
    return () => {
      document.title = OWN
    }
  }, [shown])
}
