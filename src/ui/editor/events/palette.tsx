import type { DragEvent } from 'react'
import type { ProfileKind } from '../draw/profiles.ts'
import { EVENT_KINDS, type EventKind } from './event-kinds.ts'
import { PROFILE_FORMS, PROFILE_KINDS } from './profile-fields.ts'

/** Something of the palette. */
export type Piece =
  | { readonly kind: 'profile'; readonly profile: ProfileKind }
  | { readonly kind: 'event'; readonly event: EventKind }

interface PaletteProps {
  /** Of the piece that was pressed last and has no place yet. */
  readonly inHand: string | undefined
  readonly onTake: (piece: Piece | undefined) => void
  /** Pressed, by pointer or by key: the place is to be asked for. */
  readonly onPress: (piece: Piece, isByKey: boolean) => void
}

/** What a piece is called. */
export function nameOf(piece: Piece): string {
  return piece.kind === 'event' ? piece.event.name : PROFILE_FORMS[piece.profile].name
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
          return item({ kind: 'profile', profile }, name, hint, name === inHand)
        })}
      </fieldset>
      <fieldset>
        <legend>Events</legend>
        {EVENT_KINDS.map((event) => item({ kind: 'event', event }, event.name, event.hint, event.name === inHand))}
      </fieldset>
    </div>
  )
}
