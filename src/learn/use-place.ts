import { useSyncExternalStore } from 'react'
import { type Place, parseLessonLink, toLessonLink } from '../lessons/link.ts'

/** The view that the address names; follows its changes. */
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

/** Goes to a view, as an entry in the browser’s history. */
export function goTo(place: Place): void {
  location.hash = toLessonLink(place)
}
