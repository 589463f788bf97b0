import { useEffect, useMemo, useState } from 'react'
import { clockOfLesson, createExperiment, cutScenario } from '../../lessons/experiment.ts'
import { judgeBet } from '../../lessons/judge-bet.ts'
import type { Lesson, Step } from '../../lessons/lesson.ts'
import { simulateInSlices } from '../../model/simulate.ts'
import { createRuns } from '../../store/runs.ts'
import { type App, createApp, openedAs } from '../../store/store.ts'
import { createPageApp, type PageApp } from '../../ui/context.ts'
import { useProgressStore } from '../course/progress-context.ts'
import { tellHost } from './messages.ts'
import type { Answered, StepState } from './step-context.ts'

/** The app of one step: the beginning of its run that may be seen before the bet, or all of it. */
export function createStepApp(step: Step, isWhole = step.bet === undefined): PageApp {
  // Both models are bundled, and the runs of lessons are short: nothing is loaded, and no worker is needed.
  const loadSimulator = () => {
    throw new Error('a lesson loads nothing')
  }
  const simulators = { guide: simulateInSlices, runtime: simulateInSlices }
  const app = createPageApp(createApp({ runs: createRuns({ simulators, loadSimulator }) }))
  openStep(app, step, isWhole)
  return app
}

/** Shows the run of a step: all of it, or its beginning. */
function openStep({ store }: App, step: Step, isWhole: boolean): void {
  const scenario = isWhole || !step.bet ? step.scenario : cutScenario(step.scenario, step.bet.until)
  const presetId = isWhole ? step.presetId : undefined
  const clock = clockOfLesson(step.scenario)
  store.getState().open({ isFirst: true, scenario, presetId, clock, opened: openedAs(step.scenario, step.presetId) })
}

/**
 * The state of a step that was just opened. The component needs the step as its key.
 * @param answered the bets that were answered before; this step adds its own
 */
export function useStepState(lesson: Lesson, step: Step, number: number, answered?: Answered) {
  const [isRevealed, setRevealed] = useState(step.bet === undefined || answered?.has(step) === true)
  const [app] = useState(() => createStepApp(step, isRevealed))
  const experiment = useMemo(() => createExperiment(step.scenario, step.presetId), [step])
  const [guess, setGuess] = useState(answered?.get(step))
  const progress = useProgressStore()
  const { id, progressKey } = lesson
  const judge = () => (step.bet && guess !== undefined ? judgeBet(step.bet, guess, experiment) : undefined)
  const judged = isRevealed ? judge() : undefined

  useEffect(() => {
    tellHost({ lesson: id, step: number, event: 'opened' })
  }, [id, number])

  const reveal = () => {
    setRevealed(true)
    answered?.set(step, guess)
    openStep(app, step, true)
    const correct = judge()?.isCorrect
    if (guess !== undefined)
      tellHost({ lesson: id, step: number, event: 'bet', value: guess, ...(correct !== undefined && { correct }) })
    tellHost({ lesson: id, step: number, event: 'revealed' })
    progress.done(progressKey, number, {
      isDone: step.goal === undefined,
      ...(correct !== undefined && { isRight: correct }),
    })
  }
  const state: StepState = { lesson, step, number, experiment, guess, setGuess, isRevealed, judged, reveal }
  return { app, state }
}
