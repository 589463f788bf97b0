import { type AdvicePort, type Advisor, createAdvisor } from '../../store/advice.ts'

/** A browser that finds no idle moment for so long (some never do) is not waited for. */
const MOST_WAIT_MS = 100

/** The page's advisor: a thread of its own or, where the browser refuses one, the idle moments of this one. */
export function createPageAdvisor(): Advisor {
  return createAdvisor({
    createWorker: () =>
      new Worker(new URL('../../store/advice-worker.ts', import.meta.url), { type: 'module' }) as AdvicePort,
    load: async () => (await import('../../store/advice-search.ts')).searchInTurns,
    defer: (callback) =>
      'requestIdleCallback' in window
        ? requestIdleCallback(callback, { timeout: MOST_WAIT_MS })
        : setTimeout(callback, 16),
  })
}
