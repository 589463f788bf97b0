import { useEffect } from 'react'

/** The page's name in its HTML: that of the map of the course. */
const OWN = 'Sawtooth: learn'

/** Names the page by what it shows, for tabs, the history and files that are printed to; by its own name afterwards. */
export function useTitle(shown: string): void {
  useEffect(() => {
    document.title = `${shown} · Sawtooth`
    return () => {
      document.title = OWN
    }
  }, [shown])
}
