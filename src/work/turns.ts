/**
 * Pauses for whoever shares the thread with long work: waited for often, it lets others have a turn only when the work has
 * had its own for so many milliseconds.
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
