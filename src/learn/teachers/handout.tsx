import { useDeferredValue, useMemo } from 'react'
import { TEXT_SIZE } from '../../charts/chart.ts'
import { createCpuChart } from '../../charts/cpu/cpu-chart.ts'
import { createHeapChart } from '../../charts/heap/heap-chart.ts'
import { fitScales } from '../../charts/scales.ts'
import { countOf, formatBriefSize } from '../../format.ts'
import { clockOfLesson, createExperiment, cutScenario, runForLesson } from '../../lessons/experiment.ts'
import { toFilled } from '../../lessons/fill.ts'
import { answerOf } from '../../lessons/judge-bet.ts'
import type { Lesson, Step } from '../../lessons/lesson.ts'
import { shownOnPaper } from '../../lessons/paper.ts'
import { showPredicate } from '../../lessons/show-predicate.ts'
import { nameOf, showQuantity } from '../../lessons/words.ts'
import { endOf } from '../../model/steps.ts'
import type { Trace } from '../../model/trace.ts'
import { onClock } from '../../model/wall-clock.ts'
import { secondsOf } from '../../scenario/rates.ts'
import type { Scenario } from '../../scenario/types.ts'
import { Button } from '../../ui/button.tsx'
import { ChartHost } from '../../ui/chart-host.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { toAnswerText } from '../step/answer-text.ts'
import { Dashboard, dashboardsOf, Lines } from '../step/beside.tsx'
import { useTitle } from '../title.ts'

interface HandoutProps {
  readonly lesson: Lesson
  /** The instructor’s sheet, with every answer. */
  readonly hasAnswers: boolean
}

const NO_STEPS: Lesson['steps'] = []

/** A lesson on paper: a sheet that the class fills in, or the one with the answers. */
export function Handout({ lesson, hasAnswers }: HandoutProps) {
  useTitle(`${lesson.title}, ${hasAnswers ? 'answers' : 'handout'}`)
  // Many steps take long, so the page responds in between.
  const steps = useDeferredValue(lesson.steps, NO_STEPS)
  const shown = useMemo(() => (hasAnswers ? [] : shownOnPaper(steps)), [steps, hasAnswers])
  const answers = useMemo(() => (hasAnswers ? [] : steps.map(toFigure)), [steps, hasAnswers])
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
          {!hasAnswers && <p>Move settings and play runs in the lesson on screen. Place bets on this sheet.</p>}
        </header>
        {steps.map((step, i) => (
          <OneStep
            // biome-ignore lint/suspicious/noArrayIndexKey: steps never change places
            key={i}
            step={step}
            number={i + 1}
            hasAnswers={hasAnswers}
            shownUntil={shown[i]}
            linesAsIn={linesAsIn(steps, i, hasAnswers)}
            asked={answers.slice(0, i).filter((figure) => !isGiven(step, figure))}
          />
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

/** Whether a figure is one of the step’s own limits, which its text and its chart show anyway. */
function isGiven({ scenario: { memoryLimit, containerLimit } }: Step, figure: string | undefined): boolean {
  return [memoryLimit, containerLimit].some(
    (limit) => limit.kind === 'bytes' && formatBriefSize(limit.bytes) === figure,
  )
}

/** The number of the earlier step with the same lines on paper. */
function linesAsIn(steps: Lesson['steps'], i: number, hasAnswers: boolean): number | undefined {
  const linesOf = ({ scenario, show, bet }: Step) =>
    show.includes('gctrace') ? JSON.stringify([scenario, hasAnswers ? undefined : bet?.until]) : undefined
  const own = linesOf(steps[i]!)
  const first = steps.findIndex((step) => linesOf(step) === own)
  return own !== undefined && first < i ? first + 1 : undefined
}

interface OneStepProps {
  readonly step: Step
  readonly number: number
  readonly hasAnswers: boolean
  readonly shownUntil: number | undefined
  readonly linesAsIn: number | undefined
  /** Answers to earlier steps of the sheet, which stay blank. */
  readonly asked: readonly (string | undefined)[]
}

function OneStep({ step, number, hasAnswers, shownUntil, linesAsIn, asked }: OneStepProps) {
  const { bet, goal } = step
  const { text, prompt, reveal, answer } = useMemo(() => fillStep(step), [step])
  return (
    <section>
      <h2>Step {number}</h2>
      <Markdown source={withBlanks(text, asked)} />
      <StepViews step={step} until={shownUntil} hasAnswers={hasAnswers} linesAsIn={linesAsIn} />
      {bet && (
        <>
          <div className="question">
            <Markdown source={withBlanks(prompt.replaceAll('Drag the line', 'Draw the line'), asked)} />
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
          {goal.most !== undefined && <li>At most {countOf(goal.most, 'setting')} changed</li>}
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

/** The texts of a step. Its runs are not kept, because a handout has those of many steps. */
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

/** The figure that a step asks for, as texts show it; undefined without a unit, because it could be any number. */
function toFigure({ bet, scenario, presetId }: Step): string | undefined {
  const answer = bet && answerOf(bet, createExperiment(scenario, presetId))
  const shown = answer && typeof answer.value !== 'string' ? showQuantity(answer) : ''
  return /\s\D+$/.test(shown) ? shown : undefined
}

/** The text without figures that the sheet asked for before: the class fills them in. */
function withBlanks(text: string, asked: readonly (string | undefined)[]): string {
  return asked.reduce<string>((left, figure) => {
    if (figure === undefined) return left
    // Not as a part of another number: 5.0 MiB in 45.0 MiB.
    return left.split(figure).reduce((all, part) => all + (/[\d.]$/.test(all) ? figure : BLANK) + part)
  }, text)
}

const BLANK = '…………'

interface StepViewsProps {
  readonly step: Step
  /** The most of the run to show, in seconds of the program’s own time. */
  readonly until: number | undefined
  readonly hasAnswers: boolean
  readonly linesAsIn: number | undefined
}

/** The run of a step, or the part before the bet, on axes that do not reveal how it ends. */
function StepViews({ step, until, hasAnswers, linesAsIn }: StepViewsProps) {
  const { scenario, bet, show } = step
  const model = useMemo(() => {
    const whole = toRun(scenario)
    const isWhole = until === undefined
    const { memoryMax } = fitScales(whole, undefined)
    return {
      trace: isWhole ? whole : toRun(scenario, until),
      window: [0, isWhole ? endOf(whole) : Math.max(endOf(whole), secondsOf(scenario.program)) * 1.2] as const,
      memoryMax: isWhole ? memoryMax : memoryMax * 1.5,
      label: isWhole ? 'The run' : 'The beginning of the run',
    }
  }, [scenario, until])
  // A bet on lines asks to read them: show the lines that the bet of the step shows.
  const linesUntil = hasAnswers ? undefined : (bet?.until ?? until)
  const hasLines = show.includes('gctrace') && linesAsIn === undefined
  const printed = useMemo(() => (hasLines ? toCut(scenario, linesUntil) : undefined), [hasLines, scenario, linesUntil])
  return (
    <div>
      {show.includes('heap') && <ChartHost create={createHeapChart} model={model} className="handout-figure" />}
      {show.includes('cpu') && <ChartHost create={createCpuChart} model={model} className="handout-figure cpu" />}
      {linesAsIn !== undefined && <p>Its lines are those of step {linesAsIn}.</p>}
      {printed && <Lines trace={printed} scenario={scenario} />}
      {dashboardsOf(show).map((of) => (
        <Dashboard
          key={of}
          of={of}
          trace={model.trace}
          window={model.window}
          isWhole={until === undefined}
          above={{ memoryMax: model.memoryMax, textSize: TEXT_SIZE }}
        />
      ))}
    </div>
  )
}

function toCut(scenario: Scenario, until?: number): Trace {
  return runForLesson(until === undefined ? scenario : cutScenario(scenario, until))
}

/** The run of a step, or the part before the bet, on the clock of its chart. */
function toRun(scenario: Scenario, until?: number): Trace {
  return onClock(toCut(scenario, until), clockOfLesson(scenario))
}
