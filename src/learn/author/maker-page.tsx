import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { checkLesson } from '../../lessons/check.ts'
import { createExperiment, type Experiment, withSettings } from '../../lessons/experiment.ts'
import type { Step } from '../../lessons/lesson.ts'
import { packLesson, toLessonLink } from '../../lessons/link.ts'
import { type Draft, toChallenge } from '../../lessons/make.ts'
import { validateLesson } from '../../lessons/validate/validate.ts'
import type { Problem } from '../../result.ts'
import { findParameter } from '../../scenario/params.ts'
import type { Scenario } from '../../scenario/types.ts'
import { isSameValue } from '../../scenario/value.ts'
import { knobOf } from '../../share/base.ts'
import { decodeLink } from '../../share/decode.ts'
import { toText } from '../../share/text.ts'
import { AppContext, useAppState } from '../../ui/context.ts'
import { CopyText } from '../../ui/share/copy-text.tsx'
import { ProblemList } from '../refused.tsx'
import { Stage } from '../step/stage.tsx'
import { createStepApp } from '../step/step-app.ts'
import { StepContext, type StepState } from '../step/step-context.ts'
import { MakerForm, OFFERED } from './maker-form.tsx'
import { toPlain } from './plain.ts'

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
  const { problems, link } = useMemo(() => toResult(draft, from, scenario), [draft, from, scenario])
  if (link === undefined)
    return (
      <>
        <p>Set the controls below so that every goal is met. Your settings become the solution.</p>
        <ProblemList problems={problems} />
      </>
    )
  const address = new URL(link, location.href).href
  return (
    <div className="author-link">
      <a href={link} target="_blank" rel="noopener">
        Open it
      </a>
      <CopyText label="Link to this challenge" text={address} isWhole rows={2} />
    </div>
  )
}

function toResult(draft: Draft, from: Scenario, scenario: Scenario) {
  const lesson = validateLesson(toChallenge(draft, toSolution(from, scenario)))
  const problems: readonly Problem[] = lesson.ok ? checkLesson(lesson.value) : lesson.problems
  if (!lesson.ok || problems.length > 0) return { problems: toPlain(problems, draft), link: undefined }
  return {
    problems,
    link: toLessonLink({ lesson: packLesson(lesson.value), step: 1, as: 'lesson', isPresented: false }),
  }
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
    lesson: { ...json, steps: [step], notes: undefined, json },
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
