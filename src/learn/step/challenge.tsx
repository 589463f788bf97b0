import { useEffect, useMemo, useState } from 'react'
import { countOf, lowerFirst } from '../../format.ts'
import { type Checked, checkGoal, toStepProgress } from '../../lessons/challenge.ts'
import { createExperiment, runForLesson, withSettings } from '../../lessons/experiment.ts'
import type { Goal } from '../../lessons/lesson.ts'
import { showPredicate } from '../../lessons/show-predicate.ts'
import { nameOf, showMissing, showQuantity } from '../../lessons/words.ts'
import { Button } from '../../ui/button.tsx'
import { useActions, useAppState, useRun } from '../../ui/context.ts'
import { useProgressStore, useStepsOf } from '../course/progress-context.ts'
import { toSolutionText } from './answer-text.ts'
import { tellHost } from './messages.ts'
import { useStep } from './step-context.ts'

/** A task, checked while settings change; with hints, one after the other, and a solution on request. */
export function Challenge({ goal }: { readonly goal: Goal }) {
  const { lesson, number } = useStep()
  const now = useNow(goal)
  const progress = useProgressStore()
  const [isShown, setShown] = useState(false)
  const { earned } = now
  const isSolved = now.isSolved && !isShown
  const { id, progressKey } = lesson
  useEffect(() => {
    const done = toStepProgress(earned, isShown)
    if (done) progress.done(progressKey, number, done)
  }, [earned, isShown, progressKey, number, progress])
  useEffect(() => {
    if (isSolved) tellHost({ lesson: id, step: number, event: 'solved', correct: true })
  }, [isSolved, id, number])
  return (
    <section className="challenge" aria-label="Challenge">
      <h2>Challenge</h2>
      <Predicates list={now.all} />
      {now.stars.map((list, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars never change places
        <div key={i} className="star-part">
          <h3>
            For {i === 0 ? 'a second' : 'a third'} star{earned === 0 && ', once it is solved'}
          </h3>
          <Predicates list={list} isWaiting={earned === 0} />
        </div>
      ))}
      {goal.most !== undefined && (
        <p className={now.isWithinBudget ? 'budget' : 'budget over'}>
          {countOf(now.changed, 'setting')} changed, at most {goal.most} allowed
        </p>
      )}
      <p className="stars" role="status">
        <Standing earned={earned} most={goal.stars.length + 1} isShown={isShown} />
      </p>
      <Help
        goal={goal}
        isDone={isSolved && earned > goal.stars.length}
        isSolutionShown={isShown}
        onSolution={() => setShown(true)}
      />
    </section>
  )
}

interface StandingProps {
  readonly earned: number
  readonly most: number
  /** Whether the solution was shown: then these settings earn no stars. */
  readonly isShown: boolean
}

/** The stars of the present settings; if there are none, those that were earned before. */
function Standing({ earned, most, isShown }: StandingProps) {
  const { lesson, number } = useStep()
  const before = useStepsOf(lesson)[number]?.stars ?? 0
  const own = isShown ? 0 : earned
  const count = own || before
  if (count === 0) return earned > 0 ? 'Solution shown: no stars.' : 'Not solved yet.'
  return (
    <>
      {own > 0 && <span aria-hidden="true">{'★'.repeat(own) + '☆'.repeat(most - own)}</span>}{' '}
      {own > 0 ? 'Solved' : 'Solved before'}, {countOf(count, 'star')} of {most}.
      {earned === 0 && ' The settings as they are now do not solve it.'}
    </>
  )
}

function useNow(goal: Goal) {
  const { step } = useStep()
  const { trace } = useRun()
  const scenario = useAppState((state) => state.scenario)
  const presetId = step.presetId
  return useMemo(() => {
    const experiment = createExperiment(scenario, presetId, (other) =>
      other === scenario ? trace : runForLesson(other),
    )
    return checkGoal(goal, experiment, step.scenario)
  }, [goal, scenario, trace, presetId, step])
}

/**
 * A condition, beside its value in the run.
 * @param isWaiting whether it counts only once the challenge is solved: a program killed early keeps many bounds
 */
function Predicates({ list, isWaiting }: { readonly list: readonly Checked[]; readonly isWaiting?: boolean }) {
  const { step } = useStep()
  return (
    <ul className="predicates">
      {list.map(({ predicate, isMet, now }) => (
        <li
          key={`${predicate.of} ${predicate.bound} ${predicate.value}`}
          className={isMet && !isWaiting ? 'met' : 'unmet'}
        >
          <span className="tick" aria-hidden="true">
            {isMet && !isWaiting ? '✓' : '·'}
          </span>
          <span>
            {showPredicate(predicate, step.scenario.model)}{' '}
            <span className="now">
              {showNow({ predicate, isMet, now })}
              <span className="visually-hidden">{toStanding(isMet, isWaiting)}</span>
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function toStanding(isMet: boolean, isWaiting = false): string {
  if (!isMet) return ', not met'
  return isWaiting ? ', counts once the challenge is solved' : ', met'
}

/** `· now 12`, or in words what the run does instead; empty where that is the condition again. */
export function showNow({ predicate: { value }, isMet, now }: Pick<Checked, 'predicate' | 'isMet' | 'now'>): string {
  if (now === undefined) return '· now unknown'
  if (typeof now.value === 'string') return isMet ? '' : `· now ${lowerFirst(nameOf(now.value))}`
  return `· now ${isMet || typeof value === 'string' ? showQuantity(now) : showMissing(now, value)}`
}

interface HelpProps {
  readonly goal: Goal
  /** Whether all stars are earned: then nothing is left to help with. */
  readonly isDone: boolean
  readonly isSolutionShown: boolean
  readonly onSolution: () => void
}

function Help({ goal, isDone, isSolutionShown, onSolution }: HelpProps) {
  const { step } = useStep()
  const { edit } = useActions()
  const [shown, setShown] = useState(0)
  const solve = () => {
    onSolution()
    const solved = withSettings(step.scenario, goal.solution)
    if (solved.ok) edit(solved.value, 'set')
  }
  const left = goal.hints.length - shown
  return (
    <div className="help-with-it">
      <ol className="hints" aria-live="polite">
        {goal.hints.slice(0, shown).map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ol>
      {!isDone && left > 0 && (
        <Button onClick={() => setShown(shown + 1)}>
          {shown === 0 ? 'Give me a hint' : 'Another hint'} ({left} left)
        </Button>
      )}
      {!isDone && left === 0 && <Button onClick={solve}>Show a solution</Button>}
      {isSolutionShown && <p role="status">A solution: {toSolutionText(goal.solution)}</p>}
    </div>
  )
}
