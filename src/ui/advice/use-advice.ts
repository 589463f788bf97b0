import { useEffect, useState } from 'react'
import type { Advice } from '../../explore/advice.ts'
import type { Demand } from '../../explore/advice-demand.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Advisor } from '../../store/advice.ts'
import { useAppState, useRested } from '../context.ts'
import { createPageAdvisor } from './advisor.ts'

/** How long the settings must rest before a search begins. */
const REST_MS = 300

/** `failed`: the search broke off; `cancelled`: the person ended it. Both wait for another try. */
export type AdviceStatus = 'found' | 'searching' | 'failed' | 'cancelled'

export interface Advised {
  readonly advice: Advice | undefined
  /** Unless it is `found`, the advice is of settings before the present ones. */
  readonly status: AdviceStatus
  readonly cancel: () => void
  readonly tryAgain: () => void
}

/** What was asked, and how that ended. */
interface Ended {
  readonly question: Scenario
  readonly demand: Demand
  readonly how: Exclude<AdviceStatus, 'searching'>
}

/** Advice for the scenario on screen, once it has settled. */
export function useAdvice(demand: Demand): Advised {
  const [advisor] = useState<Advisor>(createPageAdvisor)
  const question = useRested((state) => state.scenario)
  const isDragging = useAppState((state) => state.gesture.active)
  const [advice, setAdvice] = useState<Advice>()
  const [ended, setEnded] = useState<Ended>()
  // What is being dragged is not asked about until it rests; that the advice is not of it is seen at once.
  const isOther = useAppState(({ scenario }) => scenario !== question)
  const status = isOther || ended?.question !== question || ended.demand !== demand ? 'searching' : ended.how
  const isWaiting = status === 'searching' && !isDragging
  useEffect(() => {
    if (!isWaiting) return
    let cancel = () => {}
    const timer = setTimeout(() => {
      cancel = advisor.request(question, demand, (found) => {
        if (found) setAdvice(found)
        setEnded({ question, demand, how: found ? 'found' : 'failed' })
      })
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [advisor, question, demand, isWaiting])
  return {
    advice,
    status,
    cancel: () => setEnded({ question, demand, how: 'cancelled' }),
    tryAgain: () => setEnded(undefined),
  }
}
