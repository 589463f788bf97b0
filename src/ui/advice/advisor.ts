import { type AdvicePort, type AdviceQuestion, createAdvisor, type Search } from '../../store/advice.ts'

/** The page's advisor: a thread of its own or, where the browser refuses one, this one between other work. */
export function createPageAdvisor(): Search<AdviceQuestion> {
  return createAdvisor({
    createWorker: () =>
      new Worker(new URL('../../store/advice-worker.ts', import.meta.url), { type: 'module' }) as AdvicePort,
    load: async () => (await import('../../store/advice-search.ts')).searchInTurns,
  })
}
