import { useEffect, useRef } from 'react'
import { COURSE } from '../lessons/course/all.ts'
import type { Lesson } from '../lessons/lesson.ts'
import { findLinkProblems, type Place, toLessonLink } from '../lessons/link.ts'
import { lessonAfter } from '../lessons/order.ts'
import { doneByOpening } from '../lessons/progress.ts'
import { useProgressStore, useStepsOf } from './course/progress-context.ts'
import { goTo, useLessonKeys } from './lesson-keys.ts'
import { DamagedLink } from './refused.tsx'
import type { Answered } from './step/step-context.ts'
import { StepView } from './step/step-view.tsx'
import { useTellNotes } from './teachers/channel.ts'
import { Teachers } from './teachers/teachers.tsx'
import { useTitle } from './title.ts'

interface LessonPageProps {
  readonly lesson: Lesson
  readonly place: Place
}

export function LessonPage({ lesson, place }: LessonPageProps) {
  const count = lesson.steps.length
  const number = Math.min(place.step, count)
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  // A teacher turns back to compare a bet with its run.
  const answered = useRef<Answered>(new Map())
  useTitle(`${lesson.title}, step ${number}`)
  useLessonKeys(place, lesson, number)
  useDoneByOpening(lesson, number)
  useTellNotes(place.lesson, number, (step) => goTo({ ...place, step }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step that is shown is another one
  useEffect(() => {
    // Each step begins at its top. A change of step also moves the focus to its text; opening the page does not.
    if (!first.current) main.current?.focus()
    first.current = false
    scrollTo(0, 0)
  }, [lesson, number])
  return (
    <div className={`lesson${place.isPresented ? ' lesson-presenting' : ''}`}>
      <main id="main" ref={main} tabIndex={-1} aria-label={`${lesson.title}, step ${number} of ${count}`}>
        <h1>{lesson.title}</h1>
        <LessonBar lesson={lesson} place={place} number={number} />
        <DamagedLink problems={findLinkProblems(location.hash, count)} shown={`step ${number}`} />
        <StepView
          key={`${place.lesson} ${number}`}
          lesson={lesson}
          number={number}
          isPresented={place.isPresented}
          answered={answered.current}
        />
        <Turns lesson={lesson} place={place} number={number} />
        <PrintLink lesson={lesson} place={place} number={number} />
        {!place.isPresented && <Teachers lesson={lesson} place={place} number={number} />}
      </main>
    </div>
  )
}

/** Counts the steps that are done by going on. */
function useDoneByOpening(lesson: Lesson, number: number): void {
  const progress = useProgressStore()
  const last = useRef<{ readonly lesson: Lesson; readonly number: number }>(undefined)
  useEffect(() => {
    const before = last.current?.lesson === lesson ? last.current.number : undefined
    last.current = { lesson, number }
    for (const step of doneByOpening(lesson.steps, number, before))
      progress.done(lesson.progressKey, step, { isDone: true })
  }, [lesson, number, progress])
}

interface NumberedProps extends LessonPageProps {
  readonly number: number
}

function Turns({ lesson, place, number }: NumberedProps) {
  const to = (step: number) => toLessonLink({ ...place, step })
  const isLast = number === lesson.steps.length
  const after = isLast ? lessonAfter(COURSE, lesson) : undefined
  // Leads on once the step is done; before that, the step itself comes first.
  const next = useStepsOf(lesson)[number]?.isDone ? 'turn next done' : 'turn next'
  return (
    <nav className="turns" aria-label="Steps">
      {number > 1 && (
        <a className="turn" href={to(number - 1)}>
          ← Back
        </a>
      )}
      {after && (
        <a className={next} href={toLessonLink({ ...place, lesson: after.id, step: 1 })}>
          Next lesson: {after.title} →
        </a>
      )}
      <a className={after ? 'turn' : next} href={isLast ? '#map' : to(number + 1)}>
        {isLast ? 'To the map of the course' : 'Next step →'}
      </a>
      {place.isPresented && <p className="keys soft">Page Down or N: next step · Page Up or P: back · Esc: leave</p>}
    </nav>
  )
}

/** Shown only on paper: the number of the step and its address, unless that holds the lesson itself: nobody types it. */
function PrintLink({ lesson, place, number }: NumberedProps) {
  const address = new URL(toLessonLink({ ...place, step: number, isPresented: false }), location.href).href
  return (
    <p className="print-link">
      Step {number} of {lesson.steps.length}
      {COURSE.includes(lesson) && `: ${address}`}
    </p>
  )
}

/** The current step of the lesson, with links to the other steps. */
function LessonBar({ lesson, place, number }: NumberedProps) {
  const done = useStepsOf(lesson)
  return (
    <nav className="lesson-bar soft" aria-label="Steps of this lesson">
      <a href="#map" className="to-course">
        All lessons
      </a>
      <ol>
        {lesson.steps.map((step, i) => {
          const isDone = done[i + 1]?.isDone === true
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps never change places
            <li key={i}>
              <a
                href={toLessonLink({ ...place, step: i + 1 })}
                aria-current={i + 1 === number ? 'step' : undefined}
                className={isDone ? 'done' : undefined}
                aria-label={`Step ${i + 1}${step.goal ? ', a challenge' : step.bet ? ', a bet' : ''}${isDone ? ', done' : ''}`}
              >
                {i + 1}
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
