import { type ReactNode, useState } from 'react'

interface MissingPartProps<T> {
  readonly load: () => Promise<T>
  /** The name of the missing part, at the start of a sentence: `The editor`. */
  readonly name: string
  readonly render: (part: T) => ReactNode
}

/** Shown instead of a part that could not be fetched: says so, with a button to try again. */
export function MissingPart<T>({ load, name, render }: MissingPartProps<T>) {
  // In an object, because React would call a function given as state.
  const [found, setFound] = useState<{ readonly part: T }>()
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
