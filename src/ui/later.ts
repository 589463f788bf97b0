import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { MissingPart } from './missing-part.tsx'

/**
 * A component that is fetched after the first screen. Where it cannot be fetched (the connection is down, the site has
 * been updated) its place says so and offers another try.
 *
 * @param name what it is, as a sentence begins: `The editor`
 * @param fallback what stands in its place until it has come
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
