import { useState } from 'react'
import type { Lesson } from '../../lessons/lesson.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { ProgressContext } from '../course/progress-context.ts'
import type { ProgressStore } from '../course/progress-store.ts'
import { StepView } from '../step/step-view.tsx'

interface PreviewProps {
  readonly lesson: Lesson
  readonly practice: ProgressStore
}

/** A lesson as its readers will see it, one step at a time. Nothing done here counts as progress. */
export function Preview({ lesson, practice }: PreviewProps) {
  const [wanted, setWanted] = useState(1)
  const number = Math.min(wanted, lesson.steps.length)
  const step = lesson.steps[number - 1]
  return (
    <div className="lesson">
      <label className="which-step">
        Step{' '}
        <select value={number} onChange={(event) => setWanted(Number(event.target.value))}>
          {lesson.steps.map((_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are known by their numbers
            <option key={i} value={i + 1}>
              {i + 1}
            </option>
          ))}
        </select>
      </label>
      <h2 className="preview-title">{lesson.title}</h2>
      <ErrorBoundary key={JSON.stringify(step)} onReset={() => {}}>
        <ProgressContext value={practice}>
          <StepView lesson={lesson} number={number} />
        </ProgressContext>
      </ErrorBoundary>
    </div>
  )
}
