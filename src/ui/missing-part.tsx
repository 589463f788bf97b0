import { type ComponentType, type ReactNode, useState } from 'react'

interface MissingPartProps<P> {
  readonly load: () => Promise<ComponentType<P>>
  /** The name of the missing part, at the start of a sentence: `The editor`. */
  readonly name: string
  readonly render: (part: ComponentType<P>) => ReactNode
}

/** Shown instead of a part that could not be fetched: says so, with a button to try again. */
export function MissingPart<P>({ load, name, render }: MissingPartProps<P>) {
  // In an object, because React would call a function given as state.
  const [found, setFound] = useState<{ readonly part: ComponentType<P> }>()
  const [isTrying, setTrying] = useState(false)
  if (found) return render(found.part)
  const tryAgain = async () => {
    setTrying(true)
    try {
      const part = await load()
      setFound({ part })
    } catch {
      setTrying(false)
    }
  }
  return (
    <p className="missing-part" role="alert">
      {name} could not be loaded. The connection may be down, or Sawtooth has been updated.{' '}
      <button type="button" className="quiet" disabled={isTrying} onClick={tryAgain}>
        Try again
      </button>{' '}
      <button type="button" className="quiet" onClick={() => location.reload()}>
        Load the page again
      </button>
    </p>
  )
}
