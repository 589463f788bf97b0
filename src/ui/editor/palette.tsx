import { type DragEvent, useState } from 'react'
import type { Problem } from '../../result.ts'
import type { Drawing } from '../../scenario/draw/drawing.ts'
import { insertProfile, type Profile, type ProfileKind } from '../../scenario/draw/profiles.ts'
import { ownSecond } from '../../scenario/pace.ts'
import { EVENT_KINDS, type EventKind } from './event-kinds.ts'
import { Field } from './field.tsx'
import { InsertFrame } from './insert-frame.tsx'
import { readValue } from './phase-fields.ts'
import { PROFILE_FORMS, PROFILE_KINDS, type ProfileForm } from './profile-fields.ts'
import { useSession, useSessionState } from './use-session.ts'

/** Something of the palette. */
export type Piece =
  | { readonly kind: 'profile'; readonly profile: ProfileKind }
  | { readonly kind: 'event'; readonly event: EventKind }

interface PaletteProps {
  readonly inHand: ProfileKind | undefined
  readonly onTake: (piece: Piece | undefined) => void
  /** Pressed, by pointer or by key: the place is to be asked for. */
  readonly onPress: (piece: Piece, isByKey: boolean) => void
}

/** Profiles and events to drop on the strip, or to press. */
export function Palette({ inHand, onTake, onPress }: PaletteProps) {
  const item = (piece: Piece, name: string, hint: string, isOn: boolean) => (
    <button
      key={name}
      type="button"
      className={isOn ? 'piece on' : 'piece'}
      title={hint}
      draggable
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.setData('text/plain', name)
        onTake(piece)
      }}
      onDragEnd={() => onTake(undefined)}
      // A click that no pointer made counts no presses.
      onClick={({ detail }) => onPress(piece, detail === 0)}
    >
      {name}
    </button>
  )
  return (
    <div className="palette">
      <fieldset>
        <legend>Draw</legend>
        {PROFILE_KINDS.map((profile) => {
          const { name, hint } = PROFILE_FORMS[profile]
          return item({ kind: 'profile', profile }, name, hint, profile === inHand)
        })}
      </fieldset>
      <fieldset>
        <legend>Events</legend>
        {EVENT_KINDS.map((event) => item({ kind: 'event', event }, event.name, event.hint, false))}
      </fieldset>
    </div>
  )
}

/** A profile that is being put in. */
export interface Insertion {
  readonly profile: Profile
  /** The drawing before and after it was put in; undefined before. */
  readonly done?: { readonly before: Drawing; readonly after: Drawing }
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
    const result = insertProfile(before, next)
    setProblems(result.ok ? [] : result.problems)
    if (!result.ok) return onChange({ profile: next, ...(done && { done }) })
    session.draw(result.value, 'set')
    onChange({ profile: next, done: { before, after: result.value } })
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
