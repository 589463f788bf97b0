import { useDeferredValue, useMemo } from 'react'
import { createHeapChart } from '../../charts/heap/heap-chart.ts'
import { fitScales } from '../../charts/scales.ts'
import { clockOfLesson, createExperiment, cutScenario, runForLesson } from '../../lessons/experiment.ts'
import { toFilled } from '../../lessons/fill.ts'
import type { Lesson, Step } from '../../lessons/lesson.ts'
import { showPredicate } from '../../lessons/show-predicate.ts'
import { nameOf } from '../../lessons/words.ts'
import { endOf } from '../../model/steps.ts'
import { onClock } from '../../model/wall-clock.ts'
import { secondsOf } from '../../scenario/rates.ts'
import { Button } from '../../ui/button.tsx'
import { ChartHost } from '../../ui/chart-host.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { toAnswerText } from '../step/answer-text.ts'

interface HandoutProps {
  readonly lesson: Lesson
  /** The sheet for the instructor: with every answer. */
  readonly hasAnswers: boolean
}

const NO_STEPS: Lesson['steps'] = []

/** A lesson on paper: what the class fills in, or the sheet with the answers. */
export function Handout({ lesson, hasAnswers }: HandoutProps) {
  // Many steps take long: the page answers in between.
  const steps = useDeferredValue(lesson.steps, NO_STEPS)
  return (
    <div className="handout">
      <main id="main">
        <header>
          <h1>{lesson.title}</h1>
          <p>
            {hasAnswers ? 'Answers' : 'Handout'} · {lesson.minutes} minutes{' '}
            <Button onClick={() => print()}>Print</Button>
          </p>
          {!hasAnswers && <p className="fill-in">Name</p>}
          {!hasAnswers && (
            <p>Settings are moved, and runs are played, in the lesson on screen. Bets can be placed on this sheet.</p>
          )}
        </header>
        {steps.map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps never change places
          <OneStep key={i} step={step} number={i + 1} hasAnswers={hasAnswers} shownUntil={shownUntil(lesson, step)} />
        ))}
        {hasAnswers && lesson.notes && (
          <section>
            <h2>Notes</h2>
            <Markdown source={lesson.notes} />
          </section>
        )}
      </main>
    </div>
  )
}

/** How much of a run a class may see on paper, in seconds of the program’s own time: a later step has it too. */
function shownUntil({ steps }: Lesson, { scenario }: Step): number | undefined {
  const run = JSON.stringify(scenario)
  return steps.find((step) => step.bet && JSON.stringify(step.scenario) === run)?.bet?.until
}

interface OneStepProps {
  readonly step: Step
  readonly number: number
  readonly hasAnswers: boolean
  readonly shownUntil: number | undefined
}

function OneStep({ step, number, hasAnswers, shownUntil }: OneStepProps) {
  const { bet, goal } = step
  const { text, prompt, reveal, answer } = useMemo(() => fillStep(step), [step])
  return (
    <section>
      <h2>Step {number}</h2>
      <Markdown source={text} />
      {step.show.includes('heap') && <StepFigure step={step} until={hasAnswers ? undefined : shownUntil} />}
      {bet && (
        <>
          <div className="question">
            <Markdown source={onPaper(prompt)} />
          </div>
          {bet.choices.length > 0 && <p>{bet.choices.map((choice) => `☐ ${nameOf(choice)}`).join('   ')}</p>}
        </>
      )}
      {goal && (
        <ul className="goals">
          {[goal.all, ...goal.stars].flatMap((list, star) =>
            list.map((predicate) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: stars never change places
              <li key={`${star} ${predicate.of} ${predicate.bound}`}>
                {showPredicate(predicate, step.scenario.model)}
                {star > 0 && ` (for star ${star + 1})`}
              </li>
            )),
          )}
        </ul>
      )}
      {hasAnswers ? (
        <div className="answer">
          {answer && <p>{answer}.</p>}
          {reveal && <Markdown source={reveal} />}
        </div>
      ) : (
        (bet || goal) && <p className="fill-in">Your {goal ? 'settings' : 'bet'}</p>
      )}
    </section>
  )
}

/** The texts of a step. Its runs are not kept: a handout has those of many steps. */
function fillStep(step: Step) {
  const experiment = createExperiment(step.scenario, step.presetId)
  const fill = (text = '') => toFilled(text, experiment)
  return {
    text: fill(step.text),
    prompt: fill(step.bet?.prompt),
    reveal: fill(step.reveal),
    answer: toAnswerText(step, experiment),
  }
}

/** A question as paper can take it. */
function onPaper(prompt: string): string {
  return prompt.replaceAll('Drag the line', 'Draw the line')
}

const NOBODY = { onCursor: () => {}, onZoom: () => {} }
const create = (document: Document) => createHeapChart(document, NOBODY)

interface StepFigureProps {
  readonly step: Step
  /** Shows no more than this of the run, in seconds of the program’s own time. */
  readonly until: number | undefined
}

/** The run of a step, or as much of it as is seen before the bet, on axes that do not tell how it ends. */
function StepFigure({ step, until }: StepFigureProps) {
  const model = useMemo(() => {
    const { scenario } = step
    const clock = clockOfLesson(scenario)
    const whole = onClock(runForLesson(scenario), clock)
    const isWhole = until === undefined
    const { memoryMax } = fitScales(whole, undefined)
    return {
      trace: isWhole ? whole : onClock(runForLesson(cutScenario(scenario, until)), clock),
      pinned: null,
      cursorTime: null,
      window: [0, isWhole ? endOf(whole) : Math.max(endOf(whole), secondsOf(scenario.program)) * 1.2] as const,
      memoryMax: isWhole ? memoryMax : memoryMax * 1.5,
      label: isWhole ? 'The run' : 'The beginning of the run',
    }
  }, [step, until])
  return <ChartHost create={create} model={model} className="handout-figure" />
}
