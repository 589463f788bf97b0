import type { Lesson } from '../lessons/lesson.ts'
import { type Place, toLessonLink } from '../lessons/link.ts'
import { useProgress } from './course/progress-context.ts'

interface LessonBarProps {
  readonly lesson: Lesson
  readonly place: Place
  readonly number: number
}

/** The current step of the lesson, with links to the other steps. */
export function LessonBar({ lesson, place, number }: LessonBarProps) {
  const done = useProgress()[lesson.id] ?? {}
  return (
    <nav className="lesson-bar" aria-label="Steps of this lesson">
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
