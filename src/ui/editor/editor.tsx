import './strip/strip.css'
import './editor.css'
import { useMemo, useRef } from 'react'
import { countOf } from '../../format.ts'
import { ownSecond } from '../../scenario/pace.ts'
import { presetScenario } from '../../scenario/presets/as-published.ts'
import { DEFAULT_PRESET_ID, findPreset } from '../../scenario/presets/catalogue.ts'
import type { Scenario } from '../../scenario/types.ts'
import { showNumber, showSize } from '../../view/notation.ts'
import { Button } from '../button.tsx'
import { useActions, useRested } from '../context.ts'
import { PaceSwitch } from '../pace-switch.tsx'
import { useListener } from '../use-listener.ts'
import { blankScenario } from './draw/blank.ts'
import { listDifferences } from './draw/differences.ts'
import { setAllocRate, setDuration, setTurnover } from './draw/edit.ts'
import type { ImpossiblePhase } from './draw/impossible-phases.ts'
import { EventsTable } from './events/events-table.tsx'
import { Palette } from './events/palette.tsx'
import { useInsertions } from './events/use-insertions.tsx'
import { Files } from './files/files.tsx'
import { Machine } from './phases/machine.tsx'
import { PhasePanel } from './phases/phase-panel.tsx'
import { Strip } from './strip/strip.tsx'
import { scenarioOf, useDraw, useSession, useSessionState } from './use-session.ts'

/**
 * The editor of the program, under the charts, on their time axis.
 * @param opener the id of the button that opens it: it gets the focus when the editor closes
 */
export function Editor({ isOpen, opener }: { readonly isOpen: boolean; readonly opener: string }) {
  useUndoKeys()
  const insertions = useInsertions()
  if (!isOpen) return null
  return (
    <section className="editor" aria-label="Program editor">
      <Toolbar opener={opener} />
      <Strip onDrop={insertions.drop} inHand={insertions.handName} onCancel={insertions.putBack} />
      <ImpossiblePhases />
      <Palette inHand={insertions.inHand} onTake={insertions.take} onPress={insertions.press} />
      {insertions.form}
      <Pace />
      <PhasePanel />
      <EventsTable />
      <Machine />
      <Files />
    </section>
  )
}

/** What drives the program: it decides the unit of all rates below. */
function Pace() {
  const session = useSession()
  const scenario = useSessionState((state) => state.draft.scenario)
  const set = (pace: Scenario['program']['pace']) =>
    session.change({ ...scenario, program: { ...scenario.program, pace } }, 'set')
  return <PaceSwitch name="editor-pace" scenario={scenario} onChange={set} />
}

function Toolbar({ opener }: { readonly opener: string }) {
  const session = useSession()
  const { reset, showEditor } = useActions()
  const canUndo = useSessionState((state) => state.history.past.length > 0)
  const canRedo = useSessionState((state) => state.history.future.length > 0)
  const close = () => {
    showEditor(false)
    document.getElementById(opener)?.focus()
  }
  const startBlank = () => session.open(blankScenario(scenarioOf(session)))
  return (
    <div className="toolbar">
      <Button onClick={close}>Close editor</Button>
      <Edited />
      <div className="buttons">
        <Button aria-keyshortcuts="Control+Z" isOff={!canUndo} onClick={session.undo}>
          Undo
        </Button>
        <Button aria-keyshortcuts="Control+Shift+Z" isOff={!canRedo} onClick={session.redo}>
          Redo
        </Button>
        <Button onClick={startBlank}>Blank program</Button>
        <Button aria-label="Reset program" onClick={reset}>
          Reset
        </Button>
      </div>
    </div>
  )
}

/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) everywhere, except in a field with unsaved text, which has its own undo. */
function useUndoKeys(): void {
  const session = useSession()
  /** The field with unsaved text. Enter and blur accept the text; Escape discards it. */
  const typedInto = useRef<EventTarget>(null)
  useListener('input', ({ target }) => {
    typedInto.current = target
  })
  useListener('focusout', () => {
    typedInto.current = null
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'Escape') typedInto.current = null
    const { target } = event
    // Undo and redo work in a field that shows a value, but not in a text, nor where the user has just typed.
    const isValue = target instanceof HTMLElement && target.matches('.typed:not([aria-invalid=true])')
    if (isText(target) && !(isValue && target !== typedInto.current)) return
    const step = toStep(event)
    if (!step) return
    event.preventDefault()
    session[step]()
  }
  // A field keeps its Escape to itself.
  useListener('keydown', onKeyDown, true)
}

function toStep({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined
  if (key.toLowerCase() === 'y') return 'redo'
  if (key.toLowerCase() !== 'z') return undefined
  return shiftKey ? 'redo' : 'undo'
}

function isText(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches('input[type=text], textarea, [contenteditable]')
}

/** Whether the scenario still equals its preset, and how it differs. Counted after a drag, not during it. */
function Edited() {
  const scenario = useRested((state) => state.scenario)
  const presetId = useRested((state) => state.presetId)
  const { model } = scenario
  const preset = findPreset(presetId ?? DEFAULT_PRESET_ID)
  const original = useMemo(() => preset && presetScenario(preset, model), [preset, model])
  if (presetId === undefined || !preset || !original) return <span className="edited">Custom program</span>
  const differences = listDifferences(scenario, original)
  if (differences.length === 0) return <span className="edited">as in “{preset.title}”</span>
  return (
    <details className="edited">
      <summary>
        edited: {countOf(differences.length, 'difference')} from “{preset.title}”
      </summary>
      <ul>
        {differences.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

/** Drawn phases that are impossible, and values that would make them possible. */
function ImpossiblePhases() {
  const draw = useDraw()
  const second = useSessionState((state) => ownSecond(state.draft.scenario))
  const wishes = useSessionState((state) => state.wishes)
  const toWays = ({ allocRate = 0, duration = 0, turnover }: ImpossiblePhase) => [
    allocRate > 0 && { name: `Allocate ${showSize(allocRate)}/${second}`, edit: setAllocRate, value: allocRate },
    duration > 0 && { name: `Take ${showNumber(duration)} ${second}`, edit: setDuration, value: duration },
    turnover !== undefined && {
      name: turnover > 0 ? `Replace only ${showSize(turnover)}` : 'Replace nothing',
      edit: setTurnover,
      value: turnover,
    },
  ]
  return (
    <ul className="wishes" aria-live="polite" aria-label="What cannot run as drawn">
      {wishes.map((wish) => (
        <li key={wish.phase}>
          <span>{explain(wish)}</span>{' '}
          {toWays(wish).map(
            (way) =>
              way && (
                <Button key={way.name} onClick={() => draw((drawing) => way.edit(drawing, wish.phase, way.value))}>
                  {way.name}
                </Button>
              ),
          )}
        </li>
      ))}
    </ul>
  )
}

function explain(wish: ImpossiblePhase): string {
  const { phase, what, kind, wanted, possible, replaced, turnover = 0, needed, available } = wish
  const only = what === 'live' ? possible : turnover
  const short =
    kind === 'allocates-too-little'
      ? `it would have to keep ${showSize(needed)}, but allocates only ${showSize(available)}`
      : `${showSize(needed)} would have to be freed, but ${available > 0 ? `only ${showSize(available)}` : 'nothing'} is live at its start`
  const aim = what === 'live' ? `reach ${showSize(wanted)}` : `replace ${showSize(replaced)}`
  return `Phase ${phase + 1} cannot ${aim}${only > 0 ? `, only ${showSize(only)}` : ''}: ${short}.`
}
