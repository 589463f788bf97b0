import { useDeferredValue, useMemo, useState } from 'react'
import { checkLesson } from '../../lessons/check.ts'
import { createExperiment } from '../../lessons/experiment.ts'
import type { Step } from '../../lessons/lesson.ts'
import { packLesson, toLessonLink } from '../../lessons/link.ts'
import { type Draft, toChallenge } from '../../lessons/make.ts'
import { validateLesson } from '../../lessons/validate/validate.ts'
import type { Problem } from '../../result.ts'
import { PARAMETERS } from '../../scenario/params.ts'
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
import { StepContext } from '../step/step-context.ts'
import { MakerForm } from './maker-form.tsx'

const FIRST: Draft = {
  title: 'Keep this program alive.',
  start: '#v=1&preset=spike&containerLimit=50MiB',
  changes: ['gogc', 'memoryLimit'],
  goals: [{ of: 'outcome.kind', bound: 'is', value: 'completed' }],
  hint: '',
}

/** Where a challenge is made without writing JSON: goal, start and controls go into a form, and its author solves it. */
export function MakerPage() {
  const [draft, setDraft] = useState(FIRST)
  const start = useDeferredValue(draft.start)
  return (
    <div className="author">
      <main id="main">
        <h1>Make a challenge</h1>
        <div className="author-columns">
          <MakerForm draft={draft} onChange={setDraft} />
          <Trial key={`${start} ${draft.changes.join()}`} draft={draft} start={start} />
        </div>
      </main>
    </div>
  )
}

/** The program as it starts, with the controls that are left: whoever makes a challenge solves it here. */
function Trial({ draft, start }: { readonly draft: Draft; readonly start: string }) {
  const [step] = useState(() => toStep(start, draft.changes))
  const [app] = useState(() => createStepApp(step))
  const [state] = useState(() => ({
    lesson: {
      id: 'trial',
      title: draft.title,
      minutes: 5,
      needs: [],
      steps: [step],
      notes: undefined,
      json: toChallenge(draft, {}),
    },
    step,
    number: 1,
    experiment: createExperiment(step.scenario, step.presetId),
    guess: undefined,
    setGuess: () => {},
    isRevealed: true,
    judged: undefined,
    reveal: () => {},
  }))
  return (
    <AppContext value={app}>
      <StepContext value={state}>
        <section className="lesson preview" aria-label="Try it">
          <Result draft={draft} from={step.scenario} />
          <Stage />
        </section>
      </StepContext>
    </AppContext>
  )
}

/** The missing fields, or the link: the settings on screen are the solution. */
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
  const lesson = validateLesson(toChallenge(draft, toSolution(draft.changes, from, scenario)))
  const problems: readonly Problem[] = lesson.ok ? checkLesson(lesson.value) : lesson.problems
  if (!lesson.ok || problems.length > 0) return { problems: problems.map(plainly), link: undefined }
  return {
    problems,
    link: toLessonLink({ lesson: packLesson(lesson.value), step: 1, as: 'lesson', isPresented: false }),
  }
}

/** What the form can say itself needs no path. */
function plainly({ path, message }: Problem): Problem {
  if (path.endsWith('goal.solution')) return { path: '', message: 'The settings below do not meet every goal yet.' }
  if (path.endsWith('goal.all'))
    return { path: '', message: 'The goals are met at the start: it would be no challenge.' }
  return { path, message }
}

/** The settings that differ from the start, as links write them. */
function toSolution(changes: readonly string[], from: Scenario, to: Scenario): Readonly<Record<string, string>> {
  return Object.fromEntries(
    PARAMETERS.flatMap((parameter) => {
      const { key } = parameter
      if (!changes.includes(key) || isSameValue(knobOf(from, key), knobOf(to, key))) return []
      return [[key, toText(parameter, knobOf(to, key))]]
    }),
  )
}

function toStep(start: string, changes: readonly string[]): Step {
  const { scenario, presetId } = decodeLink(start)
  return {
    text: '',
    scenario,
    presetId: presetId ?? undefined,
    controls: changes,
    show: ['heap', 'cpu', 'results'],
    bet: undefined,
    reveal: undefined,
    goal: undefined,
    notes: undefined,
    claims: [],
  }
}
