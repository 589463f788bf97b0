import { useEffect, useRef, useState } from 'react'
import { blankScenario } from '../../scenario/draw/blank.ts'
import { insertProfile } from '../../scenario/draw/profiles.ts'
import { roundDrawn } from '../../scenario/draw/round.ts'
import type { Scenario } from '../../scenario/types.ts'
import { useActions } from '../context.ts'
import { PaceSwitch } from '../pace-switch.tsx'
import { Edited } from './edited.tsx'
import { EventsTable } from './events-table.tsx'
import { Files } from './files.tsx'
import { Machine } from './machine.tsx'
import { InsertForm, type Insertion, Palette, type Piece } from './palette.tsx'
import { PhasePanel } from './phase-panel.tsx'
import { suggestProfile } from './profile-fields.ts'
import { Strip } from './strip.tsx'
import { useEventInsertion } from './use-event-insertion.tsx'
import { useSession, useSessionState } from './use-session.ts'
import { WishList } from './wish-list.tsx'
import './strip.css'
import './editor.css'

interface EditorProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The program, to be drawn: under the charts, on their time axis. */
export function Editor({ isOpen, onClose }: EditorProps) {
  useUndoKeys()
  const session = useSession()
  const taken = useRef<Piece | undefined>(undefined)
  const [insertion, setInsertion] = useState<Insertion>()
  const events = useEventInsertion()

  const drop = (at: number) => {
    const piece = taken.current
    if (!piece) return
    if (piece.kind === 'event') return events.drop(piece.event, at)
    const { drawing } = session.state.getState().draft
    const profile = suggestProfile(piece.profile, drawing, roundDrawn(Math.max(0, at)))
    const result = insertProfile(drawing, profile)
    if (result.ok) session.draw(result.value, 'set')
    setInsertion(result.ok ? { profile, done: { before: drawing, after: result.value } } : { profile })
  }
  const press = (piece: Piece, isByKey: boolean) => {
    if (piece.kind === 'event') events.press(piece.event, isByKey)
    else setInsertion({ profile: suggestProfile(piece.profile, session.state.getState().draft.drawing, undefined) })
  }
  return (
    <>
      {isOpen && (
        <section className="editor" aria-label="Program editor">
          <Toolbar onClose={onClose} />
          <Strip onDrop={drop} />
          <WishList />
          <Palette
            inHand={insertion?.profile.kind}
            onTake={(piece) => {
              taken.current = piece
            }}
            onPress={press}
          />
          {insertion && <InsertForm key={insertion.profile.kind} insertion={insertion} onChange={setInsertion} />}
          {events.form}
          <Pace />
          <PhasePanel />
          <EventsTable />
          <Machine />
          <Files />
        </section>
      )}
    </>
  )
}

/** What drives the program: all rates below are counted by it. */
function Pace() {
  const session = useSession()
  const scenario = useSessionState((state) => state.draft.scenario)
  const set = (pace: Scenario['program']['pace']) =>
    session.change({ ...scenario, program: { ...scenario.program, pace } }, 'set')
  return <PaceSwitch name="editor-pace" scenario={scenario} onChange={set} />
}

function Toolbar({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const { reset } = useActions()
  const canUndo = useSessionState((state) => state.history.past.length > 0)
  const canRedo = useSessionState((state) => state.history.future.length > 0)
  const startBlank = () => session.open(blankScenario(session.state.getState().draft.scenario))
  return (
    <div className="toolbar">
      <button type="button" className="quiet" onClick={onClose}>
        Close the editor
      </button>
      <Edited />
      <div className="buttons">
        <button
          type="button"
          className="quiet"
          aria-keyshortcuts="Control+Z"
          disabled={!canUndo}
          onClick={session.undo}
        >
          Undo
        </button>
        <button
          type="button"
          className="quiet"
          aria-keyshortcuts="Control+Shift+Z"
          disabled={!canRedo}
          onClick={session.redo}
        >
          Redo
        </button>
        <button type="button" className="quiet" onClick={startBlank}>
          Blank program
        </button>
        <button type="button" className="quiet" onClick={reset}>
          Reset
        </button>
      </div>
    </div>
  )
}

/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) everywhere but in a field, which has an undo of its own. */
function useUndoKeys(): void {
  const session = useSession()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isText(event.target)) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) session.redo()
      else session.undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [session])
}

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input[type=text], textarea, [contenteditable]')
}
