import { type ComponentType, createElement, lazy } from 'react'
import { MissingPart } from './missing-part.tsx'

/**
 * A component that is fetched after the first screen, to be rendered within a `Suspense`. Where it cannot be fetched
 * (the connection is down, the site has been updated) its place says so and offers another try.
 *
 * @param name what it is, as a sentence begins: `The editor`
 */
export function later<P extends object>(name: string, load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      const Missing = (props: P) =>
        createElement(MissingPart<P>, { name, load, render: (part) => createElement(part, props) })
      return { default: Missing as ComponentType<P> }
    }
  })
}
