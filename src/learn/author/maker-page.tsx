import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { checkLesson, KILLED } from '../../lessons/check.ts'
import { createExperiment, type Experiment, withSettings } from '../../lessons/experiment.ts'
import { readGuess } from '../../lessons/judge-bet.ts'
import type { Step } from '../../lessons/lesson.ts'
import { type Draft, GOALS, toChallenge } from '../../lessons/make.ts'
import { validateLesson } from '../../lessons/validate/validate.ts'
import type { Problem } from '../../result.ts'
import { findParameter } from '../../scenario/params.ts'
import type { Scenario } from '../../scenario/types.ts'
import { isSameValue } from '../../scenario/value.ts'
import { knobOf } from '../../share/base.ts'
import { decodeLink } from '../../share/decode.ts'
import { toText } from '../../share/text.ts'
import { AppContext, useAppState } from '../../ui/context.ts'
import { ProblemList } from '../refused.tsx'
import { Stage } from '../step/stage.tsx'
import { createStepApp } from '../step/step-app.ts'
import { StepContext, type StepState } from '../step/step-context.ts'
import { LessonLink } from './lesson-link.tsx'
import { MakerForm, OFFERED } from './maker-form.tsx'

const FIRST: Draft = {
  title: 'Keep this program alive.',
  start: '#v=1&preset=spike&containerLimit=50MiB',
  changes: ['gogc', 'memoryLimit'],
  goals: [{ of: 'outcome.kind', bound: 'is', value: 'completed' }],
  hint: '',
}

/** Makes a challenge without JSON: a form for goal, start and controls; then its author solves it. */
export function MakerPage() {
  const [draft, setDraft] = useState(FIRST)
  const start = useDeferredValue(draft.start)
  const unread = useMemo(() => problemsOfStart({ ...FIRST, start }), [start])
  return (
    <div className="author">
      <main id="main">
        <h1>Make a challenge</h1>
        <div className="author-columns">
          <MakerForm draft={draft} onChange={setDraft} />
          {unread.length > 0 ? <ProblemList problems={unread} /> : <Trial key={start} draft={draft} start={start} />}
        </div>
      </main>
    </div>
  )
}

/** Problems of the link that the challenge starts from: with them nothing can be tried, and no program replaces it. */
function problemsOfStart(draft: Draft): readonly Problem[] {
  const lesson = validateLesson(toChallenge(draft, {}))
  return lesson.ok ? [] : toPlain(lesson.problems, draft)
}

/** The program as it starts, with the controls of the challenge, for the author to solve it. */
function Trial({ draft, start }: { readonly draft: Draft; readonly start: string }) {
  const { changes } = draft
  const [opened] = useState(() => toStep(start))
  const [app] = useState(() => createStepApp(opened))
  const [experiment] = useState(() => createExperiment(opened.scenario, opened.presetId))
  const state = useMemo(() => toState({ ...opened, controls: changes }, experiment), [opened, experiment, changes])
  useEffect(() => {
    // A setting without a control goes back to its start; the others keep the author’s values.
    const { scenario, edit } = app.store.getState()
    const all = toSolution(opened.scenario, scenario)
    const left = Object.fromEntries(Object.entries(all).filter(([key]) => changes.includes(key)))
    if (Object.keys(left).length === Object.keys(all).length) return
    const kept = withSettings(opened.scenario, left)
    if (kept.ok) edit(kept.value, 'set')
  }, [app, opened, changes])
  return (
    <AppContext value={app}>
      <StepContext value={state}>
        <section className="lesson preview" aria-label="Try it">
          <Result draft={draft} from={opened.scenario} />
          <Stage />
        </section>
      </StepContext>
    </AppContext>
  )
}

/** Lists the missing fields, or offers the link: the settings on screen are the solution. */
function Result({ draft, from }: { readonly draft: Draft; readonly from: Scenario }) {
  const scenario = useAppState((state) => state.scenario)
  const { problems, lesson } = useMemo(() => toResult(draft, from, scenario), [draft, from, scenario])
  if (!lesson)
    return (
      <>
        <p>Set the controls below so that every goal is met. Your settings become the solution.</p>
        <ProblemList problems={problems} />
      </>
    )
  return <LessonLink lesson={lesson} label="Link to this challenge" />
}

function toResult(draft: Draft, from: Scenario, scenario: Scenario) {
  const lesson = validateLesson(toChallenge(draft, toSolution(from, scenario)))
  const problems: readonly Problem[] = lesson.ok ? checkLesson(lesson.value) : lesson.problems
  if (!lesson.ok || problems.length > 0) return { problems: toPlain(problems, draft), lesson: undefined }
  return { problems, lesson: lesson.value }
}

/** The settings that differ from the start, as links write them. */
function toSolution(from: Scenario, to: Scenario): Readonly<Record<string, string>> {
  return Object.fromEntries(
    OFFERED.flatMap((key) => {
      const parameter = findParameter(key)
      if (!parameter || isSameValue(knobOf(from, key), knobOf(to, key))) return []
      return [[key, toText(parameter, knobOf(to, key))]]
    }),
  )
}

function toStep(start: string): Step {
  const { scenario, presetId } = decodeLink(start)
  return {
    text: '',
    scenario,
    presetId,
    controls: [],
    show: ['heap', 'cpu', 'results'],
    bet: undefined,
    reveal: undefined,
    goal: undefined,
    notes: undefined,
    claims: [],
  }
}

/** A step for the figure: it belongs to no lesson and has no bet. */
function toState(step: Step, experiment: Experiment): StepState {
  const json = toChallenge(FIRST, {})
  return {
    lesson: { ...json, progressKey: json.id, steps: [step], notes: undefined, json },
    step,
    number: 1,
    experiment,
    guess: undefined,
    setGuess: () => {},
    isRevealed: true,
    judged: undefined,
    reveal: () => {},
  }
}

/** Problems of a challenge in the words of its form, where the paths of a document would mean nothing. */
export function toPlain(problems: readonly Problem[], draft: Draft): readonly Problem[] {
  if (draft.goals.length === 0) return [say('Add a goal.')]
  const said = problems.flatMap((problem) => toSentence(problem, draft) ?? [])
  // Solve nothing until the form has no problems.
  const typed = said.filter((one) => one !== UNSOLVED)
  if (draft.changes.length === 0) typed.push('Tick at least one setting that may be changed.')
  return [...new Set(typed.length > 0 ? typed : said)].map(say)
}

const UNSOLVED = 'The settings below do not meet every goal yet.'
const UNASKED_KILL =
  'With the settings below the program is killed, so it uses little of everything. Find others, and add the goal that the program runs to its end. Or add the goal that it is killed.'

const say = (message: string): Problem => ({ path: '', message })

const GOAL = /^steps\[0\]\.goal\.all\[(\d+)\]/
const SCENARIO = /^steps\[0\]\.scenario\.?(.*)$/

/** One problem as a sentence; undefined if another sentence says it. */
function toSentence({ path, message }: Problem, draft: Draft): string | undefined {
  const [, goal] = GOAL.exec(path) ?? []
  if (goal !== undefined) return toGoalSentence(Number(goal), draft)
  const [, setting] = SCENARIO.exec(path) ?? []
  if (setting !== undefined) return toStartSentence(setting, message)
  if (path.startsWith('steps[0].goal.solution')) return message === KILLED ? UNASKED_KILL : UNSOLVED
  switch (path) {
    case 'title':
      return draft.title.trim() === '' ? 'Write the task.' : `The task ${message}.`
    case 'steps[0].text':
      return draft.title.includes('{')
        ? `The task: ${message}. Words in braces are replaced by a result of the run, such as {cycles}.`
        : undefined
    case 'steps[0].goal.hints[0]':
      return `The hint ${message}.`
    case 'steps[0].goal.all':
      // A goal that cannot be read is not in the list, so the list is empty; only the goal is named.
      return message === 'is solved at the start'
        ? 'The goals are met at the start: it would be no challenge.'
        : undefined
    default:
      return `${path} ${message}`
  }
}

function toGoalSentence(at: number, { goals }: Draft): string {
  const { of = '', value = '' } = goals[at] ?? {}
  const unit = GOALS[of]?.unit
  const read = unit === undefined || unit === 'ending' ? undefined : readGuess(value, unit)
  const why = read && !read.ok && value.trim() !== '' ? read.problems[0]?.message : undefined
  return `Goal ${at + 1}: ${why ?? 'type a number'}.`
}

/** The part of a message that says what replaces an unreadable value: nothing does here, because the link is refused. */
const INSTEAD = /; [^;()]*$/

function toStartSentence(setting: string, message: string): string {
  if (setting === '' || (setting === 'v' && message.startsWith('is missing')))
    return 'The start is no link from the simulator: copy its address there, with all that follows the #.'
  const label = findParameter(setting)?.label
  return `The start: ${label === undefined ? '' : `${label} `}${message.replace(INSTEAD, '')}.`
}
