import { useRef, useState } from 'react'
import { countOf } from '../../format.ts'
import { COURSE } from '../../lessons/course/all.ts'
import type { Lesson } from '../../lessons/lesson.ts'
import { layOutCourse, lessonsWithin, minutesOf, nextStep, type Spot } from '../../lessons/order.ts'
import { countDone, encodeProgress, mergeProgress, type Progress, parseProgress } from '../../lessons/progress.ts'
import type { Problem } from '../../result.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/controls/file-button.tsx'
import { JSON_FILES, saveJson } from '../../ui/share/save.ts'
import { canStore } from '../../ui/storage.ts'
import { DamagedLink } from '../refused.tsx'
import { useProgress, useProgressStore } from './progress-context.ts'

/**
 * The map of the course: every lesson in order, with its prerequisites and the reader’s progress.
 * @param problems of the address that led here
 */
export function CourseMap({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <div className="course">
      <main id="main">
        <DamagedLink problems={problems} shown="the map of all lessons" />
        <div className="course-head">
          <div>
            <h1>Learn how Go’s garbage collector works</h1>
            <p className="course-lead">
              Short lessons for people who write Go and do not know its garbage collector yet. First you bet, then you
              see. Every number comes from a simulation that runs on this page.
            </p>
            <GoOn />
          </div>
          <CourseGraph />
        </div>
        <ol className="course-map">
          {COURSE.map((lesson) => (
            <Entry key={lesson.id} lesson={lesson} />
          ))}
        </ol>
        <ForTeachers />
        <ProgressTools />
      </main>
    </div>
  )
}

/** The link to the step with which a reader goes on. */
function GoOn() {
  const progress = useProgress()
  const next = nextStep(COURSE, progress)
  if (!next) return <p className="go-on">You have done all lessons.</p>
  const isNew = next.lesson === 1 && next.step === 1
  return (
    <p className="go-on">
      <a className="primary" href={next.link}>
        {isNew ? 'Start with lesson 1' : `Go on with lesson ${next.lesson}, step ${next.step}`}
      </a>
    </p>
  )
}

/** Minutes of a class. */
const CLASS = 45

/** The lessons that fit into a class, and links to the tools for it. */
function ForTeachers() {
  const first = lessonsWithin(CLASS, COURSE)
  return (
    <section className="to-author" aria-labelledby="for-teachers">
      <h2 id="for-teachers">For teachers</h2>
      <p>
        Lessons 1 to {first.length} take {minutesOf(first)} minutes, about one class. Open a lesson, and then “For
        teachers” at its end: large type for a projector, notes for a second window, handouts to print, links and
        frames.
      </p>
      <p>
        <a href="#make=1">Make a challenge of your own</a> · <a href="#edit=1">Write a lesson</a>
      </p>
    </section>
  )
}

function Entry({ lesson }: { readonly lesson: Lesson }) {
  const { id, title, minutes, needs, steps } = lesson
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
      <p className="about soft">{parts.join(' · ')}</p>
      {needs.length > 0 && (
        <p className="needs soft">
          Builds on {needs.map((id) => COURSE.find((lesson) => lesson.id === id)?.title ?? id).join(', ')}
        </p>
      )}
      <p className="done-so-far soft">
        <progress max={steps.length} value={done} aria-label={`${title}: steps done`} />
        {done} of {steps.length} done{stars > 0 && `, ${countOf(stars, 'star')}`}
      </p>
    </li>
  )
}

const SPOTS = layOutCourse(COURSE)
const COLUMN = 44
const ROW = 34
const RADIUS = 12

const x = ({ column }: Spot) => (column + 0.5) * COLUMN
const y = ({ row }: Spot) => (row + 0.5) * ROW
const WIDTH = Math.max(...SPOTS.map(({ column }) => column + 1)) * COLUMN
const HEIGHT = Math.max(...SPOTS.map(({ row }) => row + 1)) * ROW

/** The course as a picture: which lessons build on which, and which are done. The list below it is the same as text. */
function CourseGraph() {
  const progress = useProgress()
  return (
    <svg className="course-graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {SPOTS.flatMap((to) => to.lesson.needs.map((id) => <path key={`${id} ${to.lesson.id}`} d={toPath(id, to)} />))}
      {SPOTS.map((spot, i) => {
        const { id, title, steps } = spot.lesson
        const done = countDone(progress, id)
        return (
          <a
            key={id}
            href={`#lesson=${id}&step=1`}
            tabIndex={-1}
            className={done === steps.length ? 'complete' : done > 0 ? 'begun' : undefined}
          >
            <title>{title}</title>
            <circle cx={x(spot)} cy={y(spot)} r={RADIUS} />
            <text x={x(spot)} y={y(spot) + 4}>
              {i + 1}
            </text>
          </a>
        )
      })}
    </svg>
  )
}

/** Along its own row, and over to the other row just before its end. */
function toPath(id: string, to: Spot): string {
  const from = SPOTS.find(({ lesson }) => lesson.id === id)
  if (!from) return ''
  const end = x(to) - RADIUS
  const turn = x(to) - COLUMN + RADIUS
  const middle = (turn + end) / 2
  return `M${x(from) + RADIUS},${y(from)}H${turn}C${middle},${y(from)} ${middle},${y(to)} ${end},${y(to)}`
}

/** Progress as a file, and back. Only this browser keeps it. */
function ProgressTools() {
  const store = useProgressStore()
  const [said, setSaid] = useState('')
  const [forgotten, setForgotten] = useState<Progress>({})
  const forgetButton = useRef<HTMLButtonElement>(null)
  const load = async (file: File) => {
    const progress = parseProgress(await file.text().catch(() => ''))
    const isKnown = Object.keys(progress).length > 0
    // What was done in this browser counts too.
    if (isKnown) store.replace(mergeProgress(store.state.getState(), progress))
    setSaid(isKnown ? 'Your progress is back.' : 'This file holds no progress; nothing was changed.')
  }
  const forget = () => {
    // A second click has nothing to forget, and must not lose what Undo brings back.
    setForgotten(mergeProgress(forgotten, store.state.getState()))
    store.replace({})
    setSaid('Your progress is gone.')
  }
  const undo = () => {
    store.replace(mergeProgress(forgotten, store.state.getState()))
    setForgotten({})
    setSaid('Your progress is back.')
    forgetButton.current?.focus()
  }
  return (
    <section className="progress-tools soft" aria-label="Your progress">
      <p>
        {canStore()
          ? 'Your progress stays in this browser. Nobody else sees it.'
          : 'This browser does not let the page keep your progress. Save it as a file before you close the page.'}
      </p>
      <Button onClick={() => saveJson('sawtooth-progress.json', encodeProgress(store.state.getState()))}>
        Save it as a file
      </Button>
      <FileButton name="progress" accept={JSON_FILES} onFiles={([file]) => file && void load(file)}>
        Load a file
      </FileButton>
      <Button ref={forgetButton} onClick={forget}>
        Forget it
      </Button>
      <p role="status">{said}</p>
      {Object.keys(forgotten).length > 0 && <Button onClick={undo}>Undo</Button>}
    </section>
  )
}
