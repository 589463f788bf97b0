import { useEffect, useState } from 'react'
import { createMapSession, type MapSession } from '../../store/map/session.ts'
import { useApp } from '../context.ts'
import { createPageWork } from './page-work.ts'

/** The map of the page's program, for as long as it is open; undefined for a moment as it opens. */
export function useMapSession(): MapSession | undefined {
  const { store } = useApp()
  const [session, setSession] = useState<MapSession>()
  useEffect(() => {
    const made = createMapSession({
      store,
      work: createPageWork(),
      whenDrawing: requestAnimationFrame,
      now: () => performance.now(),
    })
    setSession(made)
    return () => made.destroy()
  }, [store])
  return session
}
