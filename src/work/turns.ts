/** Gives other work on a thread a turn. Await it often: it pauses only after `milliseconds` of work. */
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
