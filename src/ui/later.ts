import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from 'react'
import { MissingPart } from './missing-part.tsx'

/** A component that loads later. `preload` loads it before it is rendered, so that it then appears at once. */
type Later<P> = ComponentType<P> & { preload(): void }

/**
 * If it cannot be fetched (the connection is down, the site has been updated), a message takes its place.
 * @param name of the part, at the start of a sentence: `The editor`
 * @param fallback shown until the part has loaded
 */
export function later<P extends object>(
  name: string,
  load: () => Promise<ComponentType<P>>,
  fallback?: ReactNode,
): Later<P> {
  const Missing = (props: P) =>
    createElement(MissingPart<ComponentType<P>>, { name, load, render: (part) => createElement(part, props) })
  const Part: ComponentType<P> = lazy(async () => ({ default: await load().catch(() => Missing) }))
  let loaded: ComponentType<P> | undefined
  const Shown = (props: P) => {
    // Chosen once: another kind of element would lose the state of the part.
    const [part] = useState(() => loaded)
    return part ? createElement(part, props) : createElement(Suspense, { fallback }, createElement(Part, props))
  }
  return Object.assign(Shown, {
    preload() {
      load().then(
        (part) => {
          loaded = part
        },
        () => {},
      )
    },
  })
}
