import { useSyncExternalStore } from 'react'
import { type Place, parseLessonLink, toLessonLink } from '../lessons/link.ts'

/** What the address asks for, now and whenever it changes. */
export function usePlace(): Place {
  const hash = useSyncExternalStore(
    (listener) => {
      addEventListener('hashchange', listener)
      return () => removeEventListener('hashchange', listener)
    },
    () => location.hash,
    () => '',
  )
  return parseLessonLink(hash)
}

/** Leads to a place: a step of its own in the browser’s history. */
export function goTo(place: Place): void {
  location.hash = toLessonLink(place)
}
