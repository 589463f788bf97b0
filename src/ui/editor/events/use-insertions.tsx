import { type ReactNode, useCallback, useRef, useState } from 'react'
import { roundDrawn } from '../../../scenario/round.ts'
import { useApp } from '../../context.ts'
import { lengthOf } from '../draw/drawing.ts'
import { timeAtCrosshair } from '../strip/crosshair-time.ts'
import { PlaceBar } from '../strip/place-bar.tsx'
import { drawingOf, useSession } from '../use-session.ts'
import { showNumber } from '../values.ts'
import { InsertForm, type Insertion, putProfile } from './insert-form.tsx'
import { nameOf, type Piece } from './palette.tsx'
import { suggestProfile } from './profile-fields.ts'
import { useEventInsertion } from './use-event-insertion.tsx'

interface Insertions {
  /** What was pressed and waits to be put where one points. */
  readonly handName: string | undefined
  /** The same, or what a form asks about. */
  readonly inHand: string | undefined
  /** Being dragged from the palette. */
  take(piece: Piece | undefined): void
  press(piece: Piece, isByKey: boolean): void
  /** Dragged or pressed before, and now put at an instant of the program's own time. */
  drop(at: number): void
  putBack(): void
  readonly form: ReactNode
}

/** How profiles and events come from the palette into the program: where one points, or where one types. */
export function useInsertions(): Insertions {
  const app = useApp()
  const session = useSession()
  const events = useEventInsertion()
  const taken = useRef<Piece | undefined>(undefined)
  const [hand, setHand] = useState<Piece>()
  const [insertion, setInsertion] = useState<Insertion>()
  const putBack = useCallback(() => setHand(undefined), [])
  const crosshair = () => timeAtCrosshair(app, session)
  const suggest = (piece: Piece & { kind: 'profile' }, at: number | undefined) =>
    suggestProfile(piece.profile, drawingOf(session), at)
  const plain = hand?.kind === 'event' && 'create' in hand.event ? hand.event : undefined
  const isPending = plain !== undefined || events.isPending || (insertion !== undefined && !insertion.done)

  return {
    handName: hand && isPending ? nameOf(hand) : undefined,
    inHand: insertion ? nameOf({ kind: 'profile', profile: insertion.profile.kind }) : hand && nameOf(hand),
    take(piece) {
      taken.current = piece
    },
    press(piece, isByKey) {
      setHand(isByKey ? undefined : piece)
      setInsertion(undefined)
      events.close()
      if (piece.kind === 'profile') return setInsertion({ profile: suggest(piece, crosshair()) })
      if (!('create' in piece.event)) return events.ask(piece.event, crosshair())
      if (isByKey) events.add(piece.event, crosshair(), true)
    },
    drop(at) {
      const piece = taken.current ?? hand
      setHand(undefined)
      if (!piece) return
      if (piece.kind === 'event') return events.drop(piece.event, at)
      const profile = suggest(piece, roundDrawn(at))
      const result = putProfile(session, drawingOf(session), profile)
      setInsertion(result.ok ? { profile, done: result.value } : { profile })
    },
    putBack,
    form: (
      <>
        {insertion && <InsertForm key={insertion.profile.kind} insertion={insertion} onChange={setInsertion} />}
        {plain && (
          <PlaceBar
            name={plain.name}
            at={`${showNumber(crosshair() ?? lengthOf(drawingOf(session)) / 2)} s`}
            onInsert={() => {
              setHand(undefined)
              events.add(plain, crosshair(), false)
            }}
            onCancel={putBack}
          />
        )}
        {events.form}
      </>
    ),
  }
}
