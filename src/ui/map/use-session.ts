import { useEffect, useState } from 'react'
import { circumstancesOf } from '../../store/circumstances.ts'
import { createMapSession, type MapSession } from '../../store/map/session.ts'
import { createMapWork, type MapPort } from '../../store/map/work.ts'
import { useApp } from '../context.ts'

/** On a screen this narrow, we show a strip first, not a map. */
const NARROW = '(max-width: 600px)'
const MOST_THREADS = 8

/** The map of the page's program, while it is open; undefined for a moment at first. */
export function useMapSession(): MapSession | undefined {
  const { store } = useApp()
  const [session, setSession] = useState<MapSession>()
  useEffect(() => {
    const made = createMapSession({
      store,
      circumstancesOf,
      work: createMapWork({ threads: countThreads(), createWorker }),
    })
    if (matchMedia(NARROW).matches) made.show('limit')
    setSession(made)
    return () => made.destroy()
  }, [store])
  return session
}

/** One fewer than the machine has, so that the page can respond. */
function countThreads(): number {
  return Math.max(1, Math.min(MOST_THREADS, (navigator.hardwareConcurrency || 2) - 1))
}

function createWorker(): MapPort {
  return new Worker(new URL('../../store/map/worker.ts', import.meta.url), { type: 'module' }) as MapPort
}
