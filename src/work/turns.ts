/**
 * Pauses long work, so that others on its thread get a turn. Await it often: it pauses only once the work has run for
 * `milliseconds`.
 */
export function createTurns(milliseconds: number): () => Promise<void> {
  let since = performance.now()
  return () => {
    if (performance.now() - since < milliseconds) return Promise.resolve()
    return new Promise((resolve) => {
      setTimeout(() => {
        since = performance.now()
        resolve()
      }, 0)
    })
  }
}
