import { type ComponentType, lazy } from 'react'

/**
 * A component that is fetched after the first screen, to be rendered within a `Suspense`. Where it cannot be fetched
 * (the connection is down, the site has been updated) its place stays empty, and the rest of the page works on.
 */
export function later<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      return { default: (() => null) as ComponentType<P> }
    }
  })
}
