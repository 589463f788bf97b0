import { useEffect, useState } from 'react'

/**
 * A module that is fetched after the first look, for what can do without it: undefined until it is there, and for good
 * where it cannot be fetched.
 *
 * @param load the same function at every call
 */
export function useFetched<T>(load: () => Promise<T>): T | undefined {
  const [fetched, setFetched] = useState<{ readonly module: T }>()
  useEffect(() => {
    let isWanted = true
    load().then(
      (module) => isWanted && setFetched({ module }),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [load])
  return fetched?.module
}
