import { type AdvicePort, type AdviceQuestion, createAdvisor, type Search } from '../../store/advice.ts'

/** The longest wait for an idle moment of the browser: some browsers never have one. */
const MOST_WAIT_MS = 100
/** Runs go on for so long in a moment that was not idle, and end so long before an idle one does: half of a frame. */
const LEAST_MS = 8

/** The page's advisor: a thread of its own or, where the browser refuses one, the idle moments of this one. */
export function createPageAdvisor(): Search<AdviceQuestion> {
  return createAdvisor({
    createWorker: () =>
      new Worker(new URL('../../store/advice-worker.ts', import.meta.url), { type: 'module' }) as AdvicePort,
    load: async () => (await import('../../store/advice-search.ts')).searchInTurns,
    defer: createIdleMoments(),
  })
}

/** Calls back in the idle moment that goes on, while there is time left in it, and else in the next one. */
function createIdleMoments(): (callback: () => void) => void {
  let end = 0
  return (callback) => {
    if (performance.now() < end) queueMicrotask(callback)
    else if ('requestIdleCallback' in window)
      requestIdleCallback(
        (idle) => {
          end = performance.now() + Math.max(LEAST_MS, idle.timeRemaining() - LEAST_MS)
          callback()
        },
        { timeout: MOST_WAIT_MS },
      )
    else setTimeout(callback, 16)
  }
}
