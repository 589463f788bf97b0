import { useEffect, useState } from 'react'
import type { Advice } from '../../explore/advice.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Advisor } from '../../store/advice.ts'
import { OFF } from '../../units.ts'
import { isSame } from '../changed.ts'
import { useAppState } from '../context.ts'
import { useRested } from '../rested.ts'
import { createPageAdvisor } from './advisor.ts'

/** How long the settings must rest before a search begins. */
const REST_MS = 300

export interface Advised {
  readonly advice: Advice | undefined
  /** The advice is of settings before the present ones. */
  readonly isStale: boolean
}

/** Advice for the scenario on screen, once it has settled. Moving the memory limit itself asks for none anew. */
export function useAdvice(share: number): Advised {
  const [advisor] = useState<Advisor>(createPageAdvisor)
  const question = useQuestion()
  const isDragging = useAppState((state) => state.gesture.active)
  const [known, setKnown] = useState<{ question: Scenario; share: number; advice: Advice }>()
  // What is being dragged is not asked about until it rests; that the advice is not of it is seen at once.
  const isOther = useAppState(({ scenario }) => !isSame(withoutLimit(scenario), question))
  const isStale = isOther || known?.question !== question || known.share !== share
  useEffect(() => {
    if (isDragging || !isStale) return
    let cancel = () => {}
    const timer = setTimeout(() => {
      cancel = advisor.request(question, share, (advice) => setKnown({ question, share, advice }))
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [advisor, question, share, isDragging, isStale])
  return { advice: known?.advice, isStale }
}

/** The scenario at rest without the limit that is looked for: the same object for as long as it says the same. */
function useQuestion(): Scenario {
  const scenario = useRested((state) => state.scenario)
  const [question, setQuestion] = useState(() => withoutLimit(scenario))
  const now = withoutLimit(scenario)
  if (isSame(now, question)) return question
  setQuestion(now)
  return now
}

function withoutLimit(scenario: Scenario): Scenario {
  return { ...scenario, memoryLimit: OFF }
}
