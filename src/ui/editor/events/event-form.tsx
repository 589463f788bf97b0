import { useState } from 'react'
import type { Problem } from '../../../result.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { type EventProfile, insertEvents, usualLimit } from '../draw/event-profiles.ts'
import { Field } from '../field.tsx'
import { readValue } from '../phases/phase-fields.ts'
import { useSession, useSessionState } from '../use-session.ts'
import { EVENT_FORMS, type EventField, fieldsOf } from './event-fields.ts'
import { InsertFrame } from './insert-frame.tsx'

/** Events that are being put in. */
export interface EventInsertion {
  readonly profile: EventProfile
  /** The changes before and after they were put in; undefined before. */
  readonly done?: { readonly before: Scenario['changes']; readonly after: Scenario['changes'] }
}

interface EventFormProps {
  readonly insertion: EventInsertion
  readonly onChange: (insertion: EventInsertion | undefined) => void
}

/** The values of events that belong together: asked for before they are put in, and still adjusted after. */
export function EventForm({ insertion: { profile, done }, onChange }: EventFormProps) {
  const session = useSession()
  const scenario = useSessionState((state) => state.draft.scenario)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const { name, hint } = EVENT_FORMS[profile.kind]
  const isThere = done?.after === scenario.changes
  const put = (next: EventProfile, before: Scenario['changes']) => {
    const result = insertEvents({ ...scenario, changes: before }, next)
    setProblems(result.ok ? [] : result.problems)
    if (!result.ok) return onChange({ profile: next, ...(done && { done }) })
    session.change(result.value, 'set')
    onChange({ profile: next, done: { before, after: result.value.changes } })
  }
  const set = (key: string, value: number | string | boolean) => {
    const next = keepShare(profile, { ...profile, [key]: value } as EventProfile)
    if (done && isThere) put(next, done.before)
    else onChange({ profile: next })
  }
  return (
    <InsertFrame
      name={name}
      hint={hint}
      isThere={isThere}
      onInsert={() => put(profile, scenario.changes)}
      onClose={() => onChange(undefined)}
      problems={problems}
    >
      {fieldsOf(profile).map((field) => (
        <OneField key={field.key} field={field} name={name} profile={profile} onValue={set} />
      ))}
    </InsertFrame>
  )
}

/** A memory limit that was the usual share of the container stays so until another one is written. */
function keepShare(before: EventProfile, now: EventProfile): EventProfile {
  if (before.kind !== 'resize' || now.kind !== 'resize' || now.container === before.container) return now
  return before.limit === usualLimit(before.container) ? { ...now, limit: usualLimit(now.container) } : now
}

interface OneFieldProps {
  readonly field: EventField
  readonly name: string
  readonly profile: EventProfile
  readonly onValue: (key: string, value: number | string | boolean) => void
}

function OneField({ field, name, profile, onValue }: OneFieldProps) {
  const { key, label } = field
  const value = (profile as unknown as Readonly<Record<string, number | string | boolean>>)[key]
  if (!('choices' in field)) {
    const { unit, show, read } = field
    return (
      <Field
        name={`event-${key}`}
        label={label}
        spoken={`${name}: ${label}`}
        unit={unit}
        text={show(typeof value === 'number' ? value : 0)}
        read={read}
        onText={(text) => onValue(key, readValue(read(text)))}
      />
    )
  }
  return (
    <label className="field choice">
      <span className="field-label">{label}</span>
      <select
        name={`event-${key}`}
        aria-label={`${name}: ${label}`}
        value={String(value)}
        onChange={({ target }) => {
          const chosen = field.choices.find(([choice]) => String(choice) === target.value)
          if (chosen) onValue(key, chosen[0])
        }}
      >
        {field.choices.map(([choice, text]) => (
          <option key={text} value={String(choice)}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
