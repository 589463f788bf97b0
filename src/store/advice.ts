import type { Advice } from '../explore/advice/advice.ts'
import type { Demand } from '../explore/advice/demand.ts'
import type { Circumstances } from '../model/verdict.ts'
import type { Scenario } from '../scenario/types.ts'
import { createDispatcher, type DispatcherOptions, type WorkerPort } from '../work/dispatcher.ts'

export interface AdviceQuestion {
  readonly scenario: Scenario
  readonly circumstances: Circumstances
}

/** A question with the demand that the advice has to meet. */
export interface AdviceJob extends AdviceQuestion {
  readonly demand: Demand
}

/** A worker that searches: store/advice-worker.ts. */
export type AdvicePort = WorkerPort<AdviceJob, never, Advice>

/**
 * Calls back with the advice, or without if the search failed.
 * @returns how to cancel it: then it does not call back
 */
export type Search<Question> = (
  question: Question,
  demand: Demand,
  onEnd: (advice: Advice | undefined) => void,
) => () => void

/** Searches for settings away from the thread that draws: each search is some hundred runs. */
export function createAdvisor(options: DispatcherOptions<AdviceJob, never, Advice>): Search<AdviceQuestion> {
  const dispatcher = createDispatcher(options)
  return (question, demand, onEnd) =>
    dispatcher.start({ ...question, demand }, (end) => onEnd(end.kind === 'done' ? end.answer : undefined))
}
