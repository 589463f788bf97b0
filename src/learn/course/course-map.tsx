import { countOf } from '../../format.ts'
import { COURSE } from '../../lessons/course/all.ts'
import type { Lesson } from '../../lessons/lesson.ts'
import { countDone } from '../../lessons/progress.ts'
import { CourseGraph } from './course-graph.tsx'
import { useProgress } from './progress-context.ts'
import { ProgressTools } from './progress-tools.tsx'

/** The map of the course: every lesson in order, with its prerequisites and the reader’s progress. */
export function CourseMap() {
  return (
    <div className="course">
      <main id="main">
        <h1>Learn how Go’s garbage collector works</h1>
        <p className="course-lead">
          Short lessons for people who write Go and never read about its collector. First you bet, then you see. Every
          number comes from a simulation that runs on this page.
        </p>
        <CourseGraph />
        <ol className="course-map">
          {COURSE.map((lesson) => (
            <Entry key={lesson.id} lesson={lesson} />
          ))}
        </ol>
        <p className="to-author">
          <a href="#make=1">Make a challenge of your own</a> · <a href="#edit=1">Write a lesson</a>
        </p>
        <ProgressTools />
      </main>
    </div>
  )
}

function Entry({ lesson }: { readonly lesson: Lesson }) {
  const { id, title, minutes, needs } = lesson
  const { steps } = lesson.json
  const progress = useProgress()
  const done = countDone(progress, id)
  const stars = Object.values(progress[id] ?? {}).reduce((sum, step) => sum + (step.stars ?? 0), 0)
  const challenges = steps.filter(({ goal }) => goal).length
  const parts = [
    countOf(steps.length, 'step'),
    `${minutes} minutes`,
    ...(challenges > 0 ? [countOf(challenges, 'challenge')] : []),
  ]
  return (
    <li className={done === steps.length ? 'complete' : undefined}>
      <h2>
        <a href={`#lesson=${id}&step=1`}>{title}</a>
      </h2>
      <p className="about">{parts.join(' · ')}</p>
      {needs.length > 0 && <p className="needs">Builds on {needs.map(titleOf).join(', ')}</p>}
      <p className="done-so-far">
        <progress max={steps.length} value={done} aria-label={`${title}: steps done`} />
        {done} of {steps.length} done{stars > 0 && `, ${countOf(stars, 'star')}`}
      </p>
    </li>
  )
}

function titleOf(id: string): string {
  return COURSE.find((lesson) => lesson.id === id)?.title ?? id
}
