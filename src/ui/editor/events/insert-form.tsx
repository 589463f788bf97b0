import { useState } from 'react'
import { ok, type Problem, type Result } from '../../../result.ts'
import { ownSecond } from '../../../scenario/pace.ts'
import { withDrawing } from '../draw/draft.ts'
import type { Drawing } from '../draw/drawing.ts'
import { insertProfile, type Profile } from '../draw/profiles.ts'
import { Field } from '../field.tsx'
import { readValue } from '../phases/phase-fields.ts'
import type { Session } from '../session.ts'
import { drawingOf, useSession, useSessionState } from '../use-session.ts'
import { InsertFrame } from './insert-frame.tsx'
import { PROFILE_FORMS, type ProfileForm } from './profile-fields.ts'

/** A profile that is being put in. */
export interface Insertion {
  readonly profile: Profile
  /** The drawing before and after it was put in; undefined before. */
  readonly done?: { readonly before: Drawing; readonly after: Drawing }
}

/** Puts a profile into a drawing, in one step. @returns the drawing before and after, or what is wrong with the profile */
export function putProfile(
  session: Session,
  before: Drawing,
  profile: Profile,
): Result<NonNullable<Insertion['done']>> {
  const result = insertProfile(before, profile)
  if (!result.ok) return result
  if (profile.kind === 'daily') drawByClock(session, result.value)
  else session.draw(result.value, 'set')
  return ok({ before, after: drawingOf(session) })
}

/** A day's load is that of a service: its requests come by the clock, however busy the collector is. */
function drawByClock(session: Session, drawing: Drawing): void {
  const { scenario } = withDrawing(session.state.getState().draft, drawing)
  session.change({ ...scenario, program: { ...scenario.program, pace: 'clock' } }, 'set')
}

interface InsertFormProps {
  readonly insertion: Insertion
  readonly onChange: (insertion: Insertion | undefined) => void
}

/** The numbers of a profile: asked for before it is put in, and still adjusted after, until something else is drawn. */
export function InsertForm({ insertion: { profile, done }, onChange }: InsertFormProps) {
  const session = useSession()
  const drawing = useSessionState((state) => state.draft.drawing)
  const second = useSessionState((state) => ownSecond(state.draft.scenario))
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const form: ProfileForm = PROFILE_FORMS[profile.kind]
  const isThere = done?.after === drawing
  const put = (next: Profile, before: Drawing) => {
    const result = putProfile(session, before, next)
    setProblems(result.ok ? [] : result.problems)
    onChange(result.ok ? { profile: next, done: result.value } : { profile: next, ...(done && { done }) })
  }
  const set = (key: string, value: number) => {
    const next = { ...profile, [key]: value } as Profile
    if (done && isThere) put(next, done.before)
    else onChange({ profile: next })
  }
  return (
    <InsertFrame
      name={form.name}
      hint={form.hint}
      isThere={isThere}
      onInsert={() => put(profile, drawing)}
      onClose={() => onChange(undefined)}
      problems={problems}
    >
      {form.fields.map(({ key, label, unit, show, read }) => (
        <Field
          key={key}
          name={`profile-${key}`}
          label={label}
          spoken={`${form.name}: ${label}`}
          unit={unit === '/s' ? `/${second}` : unit}
          text={show((profile as unknown as Record<string, number>)[key] ?? 0)}
          read={read}
          onText={(text) => set(key, readValue(read(text)))}
        />
      ))}
    </InsertFrame>
  )
}
