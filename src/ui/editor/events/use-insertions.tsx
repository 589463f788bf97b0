import { useCallback, useRef, useState } from 'react'
import { roundDrawn } from '../../../scenario/round.ts'
import type { Change } from '../../../scenario/types.ts'
import { type App, shownRun } from '../../../store/store.ts'
import { showNumber } from '../../../view/notation.ts'
import { Button } from '../../button.tsx'
import { useApp } from '../../context.ts'
import { addChange } from '../draw/draft.ts'
import { lengthOf } from '../draw/drawing.ts'
import { findMoved } from '../draw/event-groups.ts'
import type { Session } from '../session.ts'
import { toStripTime } from '../strip/strip-time.ts'
import { drawingOf, scenarioOf, useSession, useSessionState } from '../use-session.ts'
import { type AskingItem, type PlainEventKind, placeIn } from './event-kinds.ts'
import { focusEvent } from './events-table.tsx'
import { INSERT_TEXTS } from './insert-fields.ts'
import { InsertForm, type Insertion, putIn } from './insert-form.tsx'
import { focusItem, type PaletteItem } from './palette.tsx'

/** How profiles and events get from the palette into the program: by pointing or by typing. */
export function useInsertions() {
  const app = useApp()
  const session = useSession()
  const taken = useRef<PaletteItem | undefined>(undefined)
  const [hand, setHand] = useState<PaletteItem>()
  const [insertion, setInsertion] = useState<Insertion>()
  /** The message about the event that was inserted last without a form, until events change. */
  const [said, setSaid] = useState<{ readonly text: string; readonly changes: readonly Change[] }>()
  const changes = useSessionState((state) => state.draft.scenario.changes)
  const putBack = useCallback(() => setHand(undefined), [])
  const crosshair = () => timeAtCrosshair(app, session)
  const plain = hand && 'create' in hand ? hand : undefined
  const isPending = plain !== undefined || (insertion !== undefined && !insertion.done)

  /** Inserts an event that needs no values. @returns its place among all events */
  const add = (kind: PlainEventKind, wanted: number | undefined) => {
    setHand(undefined)
    setInsertion(undefined)
    const { event, at } = addEvent(session, kind, wanted)
    const how = 'Drag its number, or type its time in the table.'
    const text = `${kind.name} is event ${event + 1}, at ${showNumber(at)} s. ${how}`
    setSaid({ text, changes: scenarioOf(session).changes })
    return event
  }
  const take = (item: PaletteItem | undefined) => {
    taken.current = item
  }
  const press = (item: PaletteItem, isByKey: boolean) => {
    setHand(isByKey ? undefined : item)
    setInsertion('create' in item ? undefined : { profile: item.suggest(session.state.getState().draft, crosshair()) })
    if ('create' in item && isByKey) focusEvent(add(item, crosshair()))
  }
  const drop = (at: number) => {
    const item = taken.current ?? hand
    setHand(undefined)
    if (!item) return
    if ('create' in item) add(item, at)
    else setInsertion(insertAt(session, item, at))
    setSaid(undefined)
  }
  const adjust = (next: Insertion | undefined) => {
    setInsertion(next)
    if (insertion && !next) focusItem(INSERT_TEXTS[insertion.profile.kind].name)
  }
  return {
    /** The name of the pressed item that the user will place next. */
    handName: hand && isPending ? hand.name : undefined,
    /** The name of that item, or of the item whose form is open. */
    inHand: insertion ? INSERT_TEXTS[insertion.profile.kind].name : hand?.name,
    take,
    press,
    drop,
    putBack,
    form: (
      <>
        {insertion && <InsertForm key={insertion.profile.kind} insertion={insertion} onChange={adjust} />}
        {plain && (
          <PlaceBar
            name={plain.name}
            at={crosshair() ?? lengthOf(drawingOf(session)) / 2}
            onPut={() => focusEvent(add(plain, crosshair()))}
            onCancel={() => {
              putBack()
              focusItem(plain.name)
            }}
          />
        )}
        {!insertion && (
          <p className="said" role="status">
            {said?.changes === changes ? said.text : ''}
          </p>
        )}
      </>
    ),
  }
}

interface PlaceBarProps {
  readonly name: string
  readonly at: number
  readonly onPut: () => void
  readonly onCancel: () => void
}

function PlaceBar({ name, at, onPut, onCancel }: PlaceBarProps) {
  return (
    <div className="place-bar">
      <span role="status">{name}: click in the drawing where it happens.</span>
      <Button className="quiet primary" onClick={onPut}>
        Insert at {showNumber(at)} s
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}

function insertAt(session: Session, item: AskingItem, at: number): Insertion {
  const { draft } = session.state.getState()
  const profile = item.suggest(draft, roundDrawn(at))
  const result = putIn(session, draft, profile)
  return result.ok ? { profile, done: result.value } : { profile }
}

/** Inserts an event into the program. @returns its place among all events, and its time */
function addEvent(session: Session, kind: PlainEventKind, wanted: number | undefined) {
  const scenario = scenarioOf(session)
  const { at } = placeIn(scenario, wanted)
  session.change(addChange(scenario, kind.create(scenario, at)), 'set')
  return { at, event: findMoved(scenario, { indices: [] }, at) }
}

/** The time at the crosshair, in seconds of the program's own time; undefined if there is no crosshair. */
function timeAtCrosshair({ store, runs }: App, session: Session): number | undefined {
  const state = store.getState()
  if (state.cursor === undefined) return undefined
  const { model, program } = state.scenario
  const isClocked = model === 'runtime' && program.pace === 'clock'
  const { toOwn, length } = toStripTime(shownRun(state, runs).trace, drawingOf(session), isClocked)
  return roundDrawn(Math.max(0, Math.min(length, toOwn(state.cursor))))
}
