import { useState } from 'react'
import { ok, type Problem, type Result } from '../../../result.ts'
import { describeOwnTime } from '../../../scenario/describe-pace.ts'
import { ownSecond } from '../../../scenario/pace.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { Button } from '../../button.tsx'
import { Select } from '../../select.tsx'
import { type Draft, withDrawing } from '../draw/draft.ts'
import { type EventProfile, insertEvents, usualLimit } from '../draw/event-profiles.ts'
import { insertProfile } from '../draw/profiles.ts'
import { Field } from '../field.tsx'
import type { Session } from '../session.ts'
import { useSession, useSessionState } from '../use-session.ts'
import { type ChoiceField, DAY_NOTES, fieldsOf, INSERT_TEXTS, type Insertable } from './insert-fields.ts'

export interface Insertion {
  readonly profile: Insertable
  /** The draft before and after the insertion; undefined before it. */
  readonly done?: { readonly before: Draft; readonly after: Draft }
}

function isEvents(profile: Insertable): profile is EventProfile {
  return profile.kind === 'resize' || profile.kind === 'outside'
}

/** Inserts a profile or events into a draft, in one step. @returns the draft before and after, or the problems */
export function putIn(session: Session, before: Draft, profile: Insertable): Result<NonNullable<Insertion['done']>> {
  const { draft } = session.state.getState()
  if (isEvents(profile)) {
    const result = insertEvents({ ...draft.scenario, changes: before.scenario.changes }, profile)
    if (!result.ok) return result
    session.change(result.value, 'set')
  } else {
    const result = insertProfile(before.drawing, profile)
    if (!result.ok) return result
    const { scenario } = withDrawing(draft, result.value)
    if (profile.kind === 'daily') session.change(pacedBy(profile, scenario), 'set')
    else session.draw(result.value, 'set')
  }
  return ok({ before, after: session.state.getState().draft })
}

/** A day's load belongs to a service: its requests come by the clock, however busy GC is. */
function pacedBy(profile: Insertable, scenario: Scenario): Scenario {
  return profile.kind === 'daily' ? { ...scenario, program: { ...scenario.program, pace: 'clock' } } : scenario
}

interface InsertFormProps {
  readonly insertion: Insertion
  readonly onChange: (insertion: Insertion | undefined) => void
}

/** The values of an insertion. The user types them before it, and can adjust them until the next drawing. */
export function InsertForm({ insertion: { profile, done }, onChange }: InsertFormProps) {
  const session = useSession()
  const draft = useSessionState((state) => state.draft)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const { name, hint } = INSERT_TEXTS[profile.kind]
  const isThere = isEvents(profile)
    ? done?.after.scenario.changes === draft.scenario.changes
    : done?.after.drawing === draft.drawing
  const put = (next: Insertable, before: Draft) => {
    const result = putIn(session, before, next)
    setProblems(result.ok ? [] : result.problems)
    onChange(result.ok ? { profile: next, done: result.value } : { profile: next, ...(done && { done }) })
  }
  const set = (key: string, value: number | string | boolean) => {
    const next = keepShare(profile, { ...profile, [key]: value } as Insertable)
    if (done && isThere) put(next, done.before)
    else onChange({ profile: next })
  }
  return (
    <fieldset className="insert">
      <legend>{name}</legend>
      <p className="hint">
        {hint}
        {profile.kind === 'daily' && DAY_NOTES[draft.scenario.model]}
        {!isThere && ' Type the time, or click in the drawing.'}
      </p>
      <div className="fields">
        <Values profile={profile} onValue={set} />
      </div>
      <div className="buttons">
        {isThere ? (
          <span className="said" role="status">
            Inserted. Change the values to adjust it.
          </span>
        ) : (
          <Button className="quiet primary" onClick={() => put(profile, draft)}>
            Insert
          </Button>
        )}
        <Button onClick={() => onChange(undefined)}>{isThere ? 'Done' : 'Cancel'}</Button>
      </div>
      {problems.map(({ path, message }) => (
        <p key={path} className="wrong" role="alert">
          {path && <code>{path}</code>} {message}
        </p>
      ))}
    </fieldset>
  )
}

/** A memory limit with the usual share of the container keeps that share, until the user types another. */
function keepShare(before: Insertable, now: Insertable): Insertable {
  if (before.kind !== 'resize' || now.kind !== 'resize' || now.container === before.container) return now
  return before.limit === usualLimit(before.container) ? { ...now, limit: usualLimit(now.container) } : now
}

interface ValuesProps {
  readonly profile: Insertable
  readonly onValue: (key: string, value: number | string | boolean) => void
}

function Values({ profile, onValue }: ValuesProps) {
  const scenario = useSessionState((state) => state.draft.scenario)
  const paced = pacedBy(profile, scenario)
  const values = profile as unknown as Readonly<Record<string, number | string | boolean>>
  return fieldsOf(profile).map((field) => {
    const { key, label } = field
    const common = {
      name: `${isEvents(profile) ? 'event' : 'profile'}-${key}`,
      spoken: `${INSERT_TEXTS[profile.kind].name}: ${label}`,
    }
    if ('choices' in field)
      return (
        <Choice
          key={key}
          {...common}
          field={field}
          value={values[key] as string | boolean}
          onChoice={(chosen) => onValue(key, chosen)}
        />
      )
    const { unit, show, read } = field
    return (
      <Field
        key={key}
        {...common}
        label={label}
        {...(key === 'at' && { help: describeOwnTime(paced) })}
        unit={unit.replace('s', ownSecond(paced))}
        text={show(Number(values[key] ?? 0))}
        read={read}
        onValue={(read) => onValue(key, read)}
      />
    )
  })
}

interface ChoiceProps {
  readonly field: ChoiceField
  readonly name: string
  readonly spoken: string
  readonly value: string | boolean
  readonly onChoice: (value: string | boolean) => void
}

function Choice({ field: { label, choices }, name, spoken, value, onChoice }: ChoiceProps) {
  return (
    <label className="field choice">
      <span className="field-label">{label}</span>
      <Select name={name} aria-label={spoken} value={value} options={choices} onChoose={onChoice} />
    </label>
  )
}
