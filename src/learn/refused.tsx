import type { Lesson } from '../lessons/lesson.ts'
import { type Place, toLessonLink } from '../lessons/link.ts'
import type { Problem } from '../result.ts'
import { ProblemItems } from '../ui/text/problem-items.tsx'
import { tellHeight } from './step/messages.ts'
import { StepView } from './step/step-view.tsx'

/** Shown instead of a lesson that could not be opened. */
export function Refused({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <div className="course">
      <main id="main">
        <h1>This lesson could not be opened</h1>
        <ProblemList problems={problems} />
        <p>
          <a href="#map">See all lessons</a>
        </p>
      </main>
    </div>
  )
}

function watchHeight(element: HTMLDivElement) {
  const observer = new ResizeObserver(() => tellHeight(element.getBoundingClientRect().height))
  observer.observe(element)
  return () => observer.disconnect()
}

/** One step in another page’s frame: without links to other steps. It reports its height to that page. */
export function EmbedPage({ lesson, place }: { readonly lesson: Lesson; readonly place: Place }) {
  const number = Math.min(place.step, lesson.steps.length)
  return (
    <div className="lesson embedded" ref={watchHeight}>
      <main id="main" aria-label={`${lesson.title}, step ${number}`}>
        <StepView key={`${place.lesson} ${number}`} lesson={lesson} number={number} />
        <p className="to-whole">
          <a href={toLessonLink({ ...place, as: 'lesson' })} target="_blank" rel="noopener">
            The whole lesson: {lesson.title}
          </a>
        </p>
      </main>
    </div>
  )
}

interface DamagedLinkProps {
  readonly problems: readonly Problem[]
  /** What the page shows instead of what the link asks for. */
  readonly shown: string
}

/** Says what of the address was not followed, and what is shown instead. */
export function DamagedLink({ problems, shown }: DamagedLinkProps) {
  if (problems.length === 0) return null
  return (
    <div className="damaged-link">
      <p>
        <b>This link is damaged.</b> Shown is {shown}.
      </p>
      <ProblemList problems={problems} />
    </div>
  )
}

/** Problems, each with its path: no more than a reader can use at once. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <div role="alert">
      <ul className="problem-list">
        <ProblemItems problems={problems} most={20} />
      </ul>
    </div>
  )
}
