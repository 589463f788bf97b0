import { useMemo } from 'react'
import { COURSE } from '../../lessons/course/all.ts'
import { createExperiment } from '../../lessons/experiment.ts'
import { toFilled } from '../../lessons/fill.ts'
import type { Lesson, Step } from '../../lessons/lesson.ts'
import { openLesson, type Place } from '../../lessons/link.ts'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { useTurnKeys } from '../lesson-keys.ts'
import { Refused } from '../refused.tsx'
import { toAnswerText } from '../step/answer-text.ts'
import { useTitle } from '../title.ts'
import { useFollowed } from './channel.ts'

/** The instructor’s window: it follows the window of the class, turns its steps, and adds notes. */
export function NotesPage({ place }: { readonly place: Place }) {
  const { lesson, step, turnTo } = useFollowed(place)
  const opened = useMemo(() => openLesson(lesson, COURSE), [lesson])
  if (!opened.ok) return <Refused problems={opened.problems} />
  const { steps } = opened.value
  const number = Math.min(step, steps.length)
  return <Notes lesson={opened.value} number={number} turnTo={turnTo} />
}

interface NotesProps {
  readonly lesson: Lesson
  readonly number: number
  readonly turnTo: (step: number) => void
}

function Notes({ lesson, number, turnTo }: NotesProps) {
  const { steps, minutes, title } = lesson
  useTitle(`Notes: ${title}, step ${number}`)
  const has = (by: number) => steps[number - 1 + by] !== undefined
  useTurnKeys((by) => {
    if (has(by)) turnTo(number + by)
    return has(by)
  }, true)
  const step = steps[number - 1]
  const from = Math.round(((number - 1) / steps.length) * minutes)
  return (
    <div className="course notes">
      <main id="main">
        <h1>Notes: {title}</h1>
        <p className="about soft" role="status">
          Step {number} of {steps.length}. It begins at about minute {from} of {minutes}. This window and the lesson in
          the other one follow each other.
        </p>
        <nav className="turns" aria-label="Steps">
          <Button className="quiet turn" isOff={!has(-1)} onClick={() => turnTo(number - 1)}>
            ← Back
          </Button>
          <Button className="quiet turn" isOff={!has(1)} onClick={() => turnTo(number + 1)}>
            Next step →
          </Button>
        </nav>
        {step && <StepNotes step={step} />}
        {lesson.notes && (
          <section>
            <h2>The lesson</h2>
            <Markdown source={lesson.notes} />
          </section>
        )}
      </main>
    </div>
  )
}

/** The notes of a step. If it has none: its text, so that an instructor who faces the class has it, too. */
function StepNotes({ step }: { readonly step: Step }) {
  const experiment = useMemo(() => createExperiment(step.scenario, step.presetId), [step])
  const read = [step.text, step.bet?.prompt ?? ''].join('\n\n')
  const answer = toAnswerText(step, experiment)
  return (
    <section>
      <h2>{step.notes ? 'This step' : 'What the class reads'}</h2>
      <Markdown source={toFilled(step.notes ?? read, experiment)} />
      {answer && <p className="answer">{answer}</p>}
      {step.reveal && <Markdown source={toFilled(step.reveal, experiment)} />}
    </section>
  )
}
