import { searchAdvice } from '../explore/advice/advice.ts'
import { inSteps } from '../model/slices.ts'
import type { AdviceJob } from './advice.ts'

/** A search for advice that pauses after each run. */
export const searchInTurns = ({ scenario, circumstances, demand }: AdviceJob) =>
  inSteps(searchAdvice(scenario, demand, undefined, { circumstances }))
