import { useEffect, useState } from 'react'
import { createMapSession, type MapSession } from '../../store/map/session.ts'
import { useApp } from '../context.ts'
import { createPageWork } from './page-work.ts'

/** Too little room for a map: a strip comes first. */
const NARROW = '(max-width: 600px)'

/** The map of the page's program, for as long as it is open; undefined for a moment as it opens. */
export function useMapSession(): MapSession | undefined {
  const { store } = useApp()
  const [session, setSession] = useState<MapSession>()
  useEffect(() => {
    const made = createMapSession({
      store,
      work: createPageWork(),
      whenDrawing: requestAnimationFrame,
      soon: (callback) => setTimeout(callback, 0),
      now: () => performance.now(),
    })
    if (matchMedia(NARROW).matches) made.show('limit')
    setSession(made)
    return () => made.destroy()
  }, [store])
  return session
}
