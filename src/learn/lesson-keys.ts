import { useEffect } from 'react'
import { type Place, parseLessonLink } from '../lessons/link.ts'
import { goTo } from './use-place.ts'

const STEPS: Readonly<Record<string, number>> = { PageDown: 1, n: 1, PageUp: -1, p: -1 }

/** Turns the pages of a lesson by the keys that presenters’ remotes send, except where a key means something else. */
export function useLessonKeys(place: Place, number: number, count: number): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const isPage = event.key.startsWith('Page')
      // Without a projector these keys scroll, as everywhere.
      if (isPage && !place.isPresented) return
      if (event.key === 'Escape' && place.isPresented) goTo({ ...place, step: number, isPresented: false })
      // The address knows of a key that was pressed just before this one; what is on screen may not yet.
      const now = Math.min(parseLessonLink(location.hash).step, count)
      const step = now + (STEPS[event.key] ?? 0)
      if (step === now || step < 1 || step > count) return
      event.preventDefault()
      goTo({ ...place, step })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [place, number, count])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input[type="text"], textarea, select')
}
