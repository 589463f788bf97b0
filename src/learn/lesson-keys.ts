import { useSyncExternalStore } from 'react'
import { COURSE } from '../lessons/course/all.ts'
import type { Lesson } from '../lessons/lesson.ts'
import { type Place, parseLessonLink, toLessonLink } from '../lessons/link.ts'
import { lessonAfter } from '../lessons/order.ts'
import { useListener } from '../ui/use-listener.ts'
import { isChord, isLayerOpen, isTyping } from '../view/keys.ts'

const LETTERS: Readonly<Record<string, number>> = { n: 1, p: -1 }
/** The keys of presenters’ remotes. Without a projector they scroll, as on any page. */
const PAGES: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 }

/** The keys turn the steps of a lesson; after its last step, they turn to the next lesson, as the button does. */
export function useLessonKeys(place: Place, lesson: Lesson, number: number): void {
  const { isPresented } = place
  const count = lesson.steps.length
  useTurnKeys((by) => {
    // After two quick presses, the address already has the new step, but the screen may not.
    const at = parseLessonLink(location.hash)
    const step = Math.min(at.step, count) + by
    const after = step > count ? lessonAfter(COURSE, lesson) : undefined
    const isHere = step >= 1 && step <= count
    if (at.lesson !== place.lesson || !(after || isHere)) return false
    goTo(after ? { ...place, lesson: after.id, step: 1 } : { ...place, step })
    return true
  }, isPresented)
  useListener('keydown', (event) => {
    if (!isPresented || event.key !== 'Escape' || event.defaultPrevented || isChord(event)) return
    if (!isTyping(event.target) && !isLayerOpen()) goTo({ ...place, step: number, isPresented: false })
  })
}

/**
 * Turns pages by the keys of presenters’ remotes, except if a key has another meaning.
 *
 * @param turn turns by one page, forward or back; returns whether there is one
 * @param hasRemote whether the page keys turn too, at the end of scrolling
 */
export function useTurnKeys(turn: (by: number) => boolean, hasRemote: boolean): void {
  useListener('keydown', (event) => {
    if (event.defaultPrevented || isChord(event) || isTyping(event.target)) return
    const by = LETTERS[event.key]
    if (by !== undefined && turn(by)) event.preventDefault()
  })
  const onPage = (event: KeyboardEvent) => {
    const by = PAGES[event.key]
    if (!hasRemote || by === undefined || isChord(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (!scrollOn(by, event.target)) turn(by)
  }
  // Capturing, because a slider or figure that was clicked last would use the key, and a remote has no other keys.
  useListener('keydown', onPage, true)
}

/** The part of a window that a page key scrolls. */
const PAGE = 0.9

/** Scrolls the focused part, or else the page, if there is more in that direction. @returns whether it scrolled */
function scrollOn(by: number, target: EventTarget | null): boolean {
  const focused = target instanceof HTMLElement && getComputedStyle(target).overflowY === 'auto' ? [target] : []
  return [...focused, document.documentElement].some((element) => {
    const { scrollTop, scrollHeight, clientHeight } = element
    const isMore = by > 0 ? scrollTop + clientHeight < scrollHeight - 1 : scrollTop > 1
    if (isMore) element.scrollBy(0, by * PAGE * clientHeight)
    return isMore
  })
}

/** The view in the address, and its changes. */
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

export function goTo(place: Place): void {
  location.hash = toLessonLink(place)
}
