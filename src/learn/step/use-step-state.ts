import { useEffect, useMemo, useState } from 'react'
import { createExperiment } from '../../lessons/experiment.ts'
import { judgeBet } from '../../lessons/judge-bet.ts'
import type { Lesson, Step } from '../../lessons/lesson.ts'
import type { PageApp } from '../../ui/context.ts'
import { useProgressStore } from '../course/progress-context.ts'
import { tellHost } from './messages.ts'
import { createStepApp, openStep } from './step-app.ts'
import type { Guess, StepState } from './step-context.ts'

interface Opened {
  readonly app: PageApp
  readonly state: StepState
}

/** A step that was just opened: nothing is guessed yet. Needs a key of the step around it. */
export function useStepState(lesson: Lesson, step: Step, number: number): Opened {
  const [app] = useState(() => createStepApp(step))
  const experiment = useMemo(() => createExperiment(step.scenario, step.presetId), [step])
  const [guess, setGuess] = useState<Guess>()
  const [isRevealed, setRevealed] = useState(step.bet === undefined)
  const progress = useProgressStore()
  const { id } = lesson
  const judged = isRevealed && step.bet && guess !== undefined ? judgeBet(step.bet, guess, experiment) : undefined

  useEffect(() => {
    tellHost({ lesson: id, step: number, event: 'opened' })
    if (!step.bet && !step.goal) progress.done(id, number, { isDone: true })
  }, [id, number, step, progress])

  const reveal = () => {
    setRevealed(true)
    openStep(app, step, true)
    const outcome = step.bet && guess !== undefined ? judgeBet(step.bet, guess, experiment) : undefined
    const correct = outcome?.isCorrect
    if (guess !== undefined)
      tellHost({ lesson: id, step: number, event: 'bet', value: guess, ...(correct !== undefined && { correct }) })
    tellHost({ lesson: id, step: number, event: 'revealed' })
    progress.done(id, number, { isDone: step.goal === undefined, ...(correct !== undefined && { isRight: correct }) })
  }
  return { app, state: { lesson, step, number, experiment, guess, setGuess, isRevealed, judged, reveal } }
}
