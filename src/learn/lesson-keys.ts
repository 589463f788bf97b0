import { useEffect, useSyncExternalStore } from 'react'
import { type Place, parseLessonLink, toLessonLink } from '../lessons/link.ts'
import { isChord, isLayerOpen, isTyping } from '../view/keys.ts'

const LETTERS: Readonly<Record<string, number>> = { n: 1, p: -1 }
/** What remotes send. Without a projector these keys scroll, as everywhere. */
const PAGES: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 }

/** Turns the pages of a lesson by the keys that presenters’ remotes send, except where a key means something else. */
export function useLessonKeys(place: Place, number: number, count: number): void {
  useEffect(() => {
    /** Whether there is such a step. */
    const turn = (by: number): boolean => {
      // The address knows of a key that was pressed just before this one; what is on screen may not yet.
      const now = Math.min(parseLessonLink(location.hash).step, count)
      const step = now + by
      if (by === 0 || step < 1 || step > count) return false
      goTo({ ...place, step })
      return true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isChord(event) || isTyping(event.target)) return
      if (event.key === 'Escape' && place.isPresented && !isLayerOpen())
        goTo({ ...place, step: number, isPresented: false })
      if (turn(LETTERS[event.key] ?? 0)) event.preventDefault()
    }
    // Before a slider or a figure that was clicked last can take it for its own: a remote has no other keys.
    const onPage = (event: KeyboardEvent) => {
      const by = PAGES[event.key]
      if (!place.isPresented || by === undefined || isChord(event)) return
      event.preventDefault()
      event.stopPropagation()
      if (!scrollOn(by, event.target)) turn(by)
    }
    addEventListener('keydown', onKeyDown)
    addEventListener('keydown', onPage, true)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('keydown', onPage, true)
    }
  }, [place, number, count])
}

/** The part of a window that a page key scrolls. */
const PAGE = 0.9

/** Scrolls what has the focus, or else the page, where there is more in that direction; whether there was. */
function scrollOn(by: number, target: EventTarget | null): boolean {
  const focused = target instanceof HTMLElement && getComputedStyle(target).overflowY === 'auto' ? [target] : []
  return [...focused, document.documentElement].some((element) => {
    const { scrollTop, scrollHeight, clientHeight } = element
    const isMore = by > 0 ? scrollTop + clientHeight < scrollHeight - 1 : scrollTop > 1
    if (isMore) element.scrollBy(0, by * PAGE * clientHeight)
    return isMore
  })
}

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

function goTo(place: Place): void {
  location.hash = toLessonLink(place)
}
