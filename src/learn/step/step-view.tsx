import type { Lesson } from '../../lessons/lesson.ts'
import { AppContext } from '../../ui/context.ts'
import { BetForm } from './bet/bet-form.tsx'
import { Outcome } from './bet/outcome.tsx'
import { Challenge } from './challenge.tsx'
import { Filled } from './filled.tsx'
import { Stage } from './stage.tsx'
import { StepContext } from './step-context.ts'
import { useStepState } from './use-step-state.ts'
import { WordsUsed } from './words-used.tsx'

interface StepViewProps {
  readonly lesson: Lesson
  /** From 1; the lesson has it. */
  readonly number: number
}

/** One step: its text and its bet or challenge, and beside them a figure that can be touched. */
export function StepView({ lesson, number }: StepViewProps) {
  const step = lesson.steps[number - 1]!
  const { app, state } = useStepState(lesson, step, number)
  return (
    <AppContext value={app}>
      <StepContext value={state}>
        <div className="step">
          <div className="step-text">
            <Filled text={step.text} />
          </div>
          <Stage />
          <div className="step-after">
            {step.bet && <BetForm bet={step.bet} />}
            {state.isRevealed && step.bet && <Outcome bet={step.bet} />}
            {state.isRevealed && step.reveal && (
              <div className="step-text reveal">
                <Filled text={step.reveal} />
              </div>
            )}
            {state.isRevealed && step.goal && <Challenge goal={step.goal} />}
            <WordsUsed />
          </div>
        </div>
      </StepContext>
    </AppContext>
  )
}
