/**
 * Pauses long work, so that other work on its thread gets a turn. Await it often: it pauses only after the work has run
 * for `milliseconds`.
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
