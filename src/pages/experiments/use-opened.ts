import { useCallback, useEffect, useState } from 'react'
import { useListener } from '../../ui/use-listener.ts'
import type { Group } from './groups.ts'

/** In a group of at most this many cards, the comparison is open from the start. */
const FEW = 2
const PREFIX = 'compare-'

/**
 * Which comparisons are open. The address names the one that was opened last, so that users can share it, and Back from
 * the app finds it open. An address that names one opens it.
 */
export function useOpened(groups: readonly Group[]) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set([...openAtFirst(groups), ...namedBy(location.hash)]),
  )
  useEffect(scrollToNamed, [])
  useListener('hashchange', () => {
    setOpened((now) => new Set([...now, ...namedBy(location.hash)]))
    scrollToNamed()
  })
  const toggle = useCallback((comparison: string, isOpen: boolean) => {
    setOpened((now) => {
      const next = new Set(now)
      if (isOpen) next.add(comparison)
      else next.delete(comparison)
      return next
    })
    const isNamed = namedBy(location.hash).includes(comparison)
    if (isOpen) history.replaceState(null, '', `#${PREFIX}${comparison}`)
    else if (isNamed) history.replaceState(null, '', location.pathname + location.search)
  }, [])
  return { opened, toggle }
}

/** Comparisons that are open before anyone opens them. */
export function openAtFirst(groups: readonly Group[]): string[] {
  return groups
    .filter(({ experiments }) => experiments.length <= FEW)
    .flatMap(({ comparisons }) => comparisons.map(({ id }) => id))
}

/** The comparison that an address names: one, or none. */
export function namedBy(hash: string): string[] {
  return hash.startsWith(`#${PREFIX}`) ? [hash.slice(PREFIX.length + 1)] : []
}

/** A script builds the page, so the browser looked for this place before it existed. */
function scrollToNamed(): void {
  const name = location.hash.slice(1)
  if (name) document.getElementById(name)?.scrollIntoView()
}
