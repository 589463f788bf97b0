import { useEffect, useMemo, useState } from 'react'
import type { Advice } from '../../explore/advice/advice.ts'
import type { Demand } from '../../explore/advice/demand.ts'
import { type AdvicePort, type AdviceQuestion, createAdvisor, type Search } from '../../store/advice.ts'
import { circumstancesOf } from '../../store/circumstances.ts'
import { useAppState, useRested } from '../context.ts'

/** How long the settings must rest before a search begins. */
const REST_MS = 300

/** `failed`: the search stopped with an error; `cancelled`: the user stopped it. Both wait for another try. */
type AdviceStatus = 'found' | 'searching' | 'failed' | 'cancelled'

export interface Advised {
  readonly advice: Advice | undefined
  /** Unless it is `found`, the advice belongs to earlier settings. */
  readonly status: AdviceStatus
  readonly cancel: () => void
  readonly tryAgain: () => void
}

interface Ended<Question> {
  readonly question: Question
  readonly demand: Demand
  readonly how: Exclude<AdviceStatus, 'searching'>
}

/**
 * @param search the same function in every rendering
 * @param isOther the question is about to change
 * @param isHeld do not search yet
 */
export function useSearch<Question>(
  search: Search<Question>,
  question: Question,
  demand: Demand,
  { isOther = false, isHeld = false }: { readonly isOther?: boolean; readonly isHeld?: boolean } = {},
): Advised {
  const [advice, setAdvice] = useState<Advice>()
  const [ended, setEnded] = useState<Ended<Question>>()
  const status = isOther || ended?.question !== question || ended.demand !== demand ? 'searching' : ended.how
  const isWaiting = status === 'searching' && !isHeld
  useEffect(() => {
    if (!isWaiting) return
    let cancel = () => {}
    const timer = setTimeout(() => {
      cancel = search(question, demand, (found) => {
        if (found) setAdvice(found)
        setEnded({ question, demand, how: found ? 'found' : 'failed' })
      })
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [search, question, demand, isWaiting])
  return {
    advice,
    status,
    cancel: () => setEnded({ question, demand, how: 'cancelled' }),
    tryAgain: () => setEnded(undefined),
  }
}

export function useAdvice(demand: Demand): Advised {
  const [search] = useState(() => createPageAdvisor())
  const scenario = useRested((state) => state.scenario)
  const presetId = useRested((state) => state.presetId)
  const question = useMemo(() => ({ scenario, circumstances: circumstancesOf({ presetId }) }), [scenario, presetId])
  const isDragging = useAppState((state) => state.gesture.active)
  // We do not search during a drag, but show at once that the advice is outdated.
  const isOther = useAppState((state) => state.scenario !== scenario)
  return useSearch(search, question, demand, { isOther, isHeld: isDragging })
}

/** The page's advisor: a thread of its own or, where the browser refuses one, this one between other work. */
function createPageAdvisor(): Search<AdviceQuestion> {
  return createAdvisor({
    createWorker: () =>
      new Worker(new URL('../../store/advice-worker.ts', import.meta.url), { type: 'module' }) as AdvicePort,
    load: async () => (await import('../../store/advice-search.ts')).searchInTurns,
  })
}
