import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { MissingPart } from './missing-part.tsx'

/**
 * A component that is fetched after the first screen. If it cannot be fetched (the connection is down, the site has
 * been updated), a message takes its place, with a button to try again.
 *
 * @param name of the part, at the start of a sentence: `The editor`
 * @param fallback shown until the part has loaded
 */
export function later<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  fallback?: ReactNode,
): ComponentType<P> {
  const Missing = (props: P) =>
    createElement(MissingPart<P>, { name, load, render: (part) => createElement(part, props) })
  const Part: ComponentType<P> = lazy(async () => ({ default: await load().catch(() => Missing) }))
  return (props) => createElement(Suspense, { fallback }, createElement(Part, props))
}
