import { useLayoutEffect, useMemo } from 'react'
import { COURSE } from '../../lessons/course/all.ts'
import type { Lesson } from '../../lessons/lesson.ts'
import { toLessonLink } from '../../lessons/link.ts'
import { findExplained, type Term, termsOf } from '../../lessons/terms.ts'
import { AppContext } from '../../ui/context.ts'
import { BetForm, Outcome } from './bet/bet-form.tsx'
import { Challenge } from './challenge.tsx'
import { Filled } from './filled.tsx'
import { Stage } from './stage.tsx'
import { useStepState } from './step-app.ts'
import { type Answered, StepContext, useStep } from './step-context.ts'

interface StepViewProps {
  readonly lesson: Lesson
  /** The number of the step in the lesson, from 1. */
  readonly number: number
  /** For a projector: charts have large text. */
  readonly isPresented?: boolean
  readonly answered?: Answered
}

/** One step: its text, its bet or challenge, and an interactive figure. */
export function StepView({ lesson, number, isPresented = false, answered }: StepViewProps) {
  const step = lesson.steps[number - 1]!
  const { app, state } = useStepState(lesson, step, number, answered)
  // After every rendering, because showing the answer opens the run again.
  useLayoutEffect(() => {
    const { view, present } = app.store.getState()
    if (view.present !== isPresented) present(isPresented)
  })
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

/** The meaning of the words in a step, for readers who opened only this lesson; closed, because most know them. */
function WordsUsed() {
  const { step } = useStep()
  const terms = useMemo(() => termsOf(step), [step])
  if (terms.length === 0) return null
  return (
    <details className="words-used soft">
      <summary>Words used here</summary>
      <dl>
        {terms.map((term) => (
          <div key={term.name}>
            <dt>{term.name}</dt>
            <dd>
              {term.meaning} <Origin term={term} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** A link to the step that explains a term, unless it is this one. */
function Origin({ term }: { readonly term: Term }) {
  const { lesson, number } = useStep()
  const at = useMemo(() => findExplained(COURSE, term), [term])
  if (!at || (at.lesson === lesson && at.step === number)) return null
  const to = toLessonLink({ lesson: at.lesson.id, step: at.step, as: 'lesson', isPresented: false })
  return (
    <a href={to} target="_blank" rel="noopener">
      {at.lesson.title}, step {at.step}
    </a>
  )
}
