/**
 * Loads a part of the page when it is first needed, and keeps it. If loading fails, the next call tries again.
 * @param name of the part, at the start of a sentence: `The part that reads logs`
 * @returns rejects with an Error whose message is for people
 */
export function loadOnce<T>(name: string, load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch(() => {
      loaded = undefined
      throw new Error(`${name} could not be loaded. The connection may be down, or Sawtooth has been updated.`)
    })
    return loaded
  }
}
