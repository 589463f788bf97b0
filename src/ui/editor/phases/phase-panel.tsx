import type { ReactNode } from 'react'
import { ownSecond, type Paced } from '../../../scenario/pace.ts'
import { type ParameterKey, parameter } from '../../../scenario/params.ts'
import { readSize } from '../../../scenario/typed.ts'
import { readRate } from '../../../scenario/typed-number.ts'
import type { Typed } from '../../../scenario/typed-text.ts'
import type { Phase } from '../../../scenario/types.ts'
import type { Value } from '../../../scenario/value.ts'
import { readParameter, showNumber, showParameter, showSize, unitOf } from '../../../view/notation.ts'
import { Button } from '../../button.tsx'
import { Explain } from '../../text/explain.tsx'
import { type Drawing, levelAt } from '../draw/drawing.ts'
import {
  deletePhase,
  duplicatePhase,
  movePhase,
  setAllocRate,
  setDuration,
  setLive,
  setTurnover,
  setUndrawn,
  splitPhase,
} from '../draw/edit.ts'
import { Field } from '../field.tsx'
import { useDraw, useSession, useSessionState } from '../use-session.ts'
import { toLevelText } from './level-text.ts'

export function PhasePanel() {
  const count = useSessionState((state) => state.draft.drawing.phases.length)
  const selected = useSessionState((state) => state.selected)
  const isRuntime = useSessionState((state) => state.draft.scenario.model === 'runtime')
  if (count === 0)
    return <p className="was">The program has no phases, so nothing runs. “Blank program” gives it one.</p>
  return (
    <fieldset className="phase-panel">
      <legend>
        Phase {selected + 1} of {count}
      </legend>
      <div className="fields">
        {selected === 0 && <OneField field={START_FIELD} />}
        {[...DRAWN_FIELDS, ...(isRuntime ? RUNTIME_REST_FIELDS : REST_FIELDS)].map((field) => (
          <OneField key={field.key} field={field} />
        ))}
        {isRuntime && <DropsLate />}
      </div>
      <PhaseButtons count={count} selected={selected} />
      <Was />
    </fieldset>
  )
}

function OneField({ field }: { readonly field: PhaseField }) {
  const draw = useDraw()
  const selected = useSessionState((state) => state.selected)
  const text = useSessionState((state) => field.show(state.draft.drawing, state.selected))
  const { key, label, spoken, help, read } = field
  const unit = useSessionState((state) => field.unit(state.draft.scenario))
  return (
    <Field
      name={key}
      label={label}
      spoken={spoken === undefined ? label : `Phase ${selected + 1}: ${spoken}`}
      help={help}
      unit={unit}
      text={text}
      read={read}
      onValue={(value) => draw((drawing) => field.put(drawing, selected, value))}
    />
  )
}

/** The one value of a phase that is on or off. */
function DropsLate() {
  const draw = useDraw()
  const selected = useSessionState((state) => state.selected)
  const isOn = useSessionState((state) => state.draft.drawing.phases[state.selected]?.source.dropsLate ?? false)
  const { label, help } = parameter('dropsLate')
  return (
    <div className="field">
      <Explain label={label}>{help}</Explain>
      <input
        type="checkbox"
        name="phase-dropsLate"
        aria-label={`Phase ${selected + 1}: ${label}`}
        checked={isOn}
        onChange={({ target }) => draw((drawing) => setUndrawn(drawing, selected, { dropsLate: target.checked }))}
      />
    </div>
  )
}

function PhaseButtons({ count, selected }: { readonly count: number; readonly selected: number }) {
  const session = useSession()
  const draw = useDraw()
  const move = (by: number) => {
    draw((drawing) => movePhase(drawing, selected, selected + by))
    session.select(selected + by)
  }
  const isFirst = selected === 0
  const isLast = selected === count - 1
  const actions = [
    { name: 'Split', act: () => draw((drawing) => splitPhase(drawing, selected)), isOff: false },
    { name: 'Duplicate', act: () => draw((drawing) => duplicatePhase(drawing, selected)), isOff: false },
    { name: 'Delete', act: () => draw((drawing) => deletePhase(drawing, selected)), isOff: count === 1 },
    { name: 'Move earlier', act: () => move(-1), isOff: isFirst },
    { name: 'Move later', act: () => move(1), isOff: isLast },
  ]
  const ways = [
    { name: 'Previous phase', act: () => session.select(selected - 1), isOff: isFirst },
    { name: 'Next phase', act: () => session.select(selected + 1), isOff: isLast },
  ]
  const toButton = ({ name, act, isOff }: (typeof actions)[number]) => (
    <Button key={name} isOff={isOff} onClick={act}>
      {name}
    </Button>
  )
  return (
    <div className="buttons">
      {actions.map(toButton)}
      <span className="between">{ways.map(toButton)}</span>
    </div>
  )
}

function Was() {
  const text = useSessionState(({ draft, wishes, selected }) => toLevelText(draft, wishes, selected))
  return <p className="was">{text}</p>
}

interface PhaseField<T extends Value = Value> {
  readonly key: string
  readonly label: string
  /** Replaces the label for a screen reader, after `Phase 2: `. */
  readonly spoken?: string
  readonly help: ReactNode
  readonly unit: (scenario: Paced) => string
  readonly show: (drawing: Drawing, phase: number) => string
  readonly read: (text: string) => Typed<T>
  put(drawing: Drawing, phase: number, value: T): Drawing
}

/** Heap that is live before the first phase. */
const START_FIELD: PhaseField<number> = {
  key: 'start',
  label: 'Live at the start',
  help: 'Heap that is already live when the program starts.',
  unit: () => '',
  show: ({ start }) => showSize(start),
  read: readSize,
  put: (drawing, _, bytes) => setLive(drawing, 0, bytes),
}

const DRAWN_FIELDS: readonly PhaseField<number>[] = [
  {
    key: 'duration',
    label: 'Duration',
    spoken: 'duration',
    help: 'Seconds of the program’s own time. On the charts’ axis the collector’s time is added.',
    unit: ownSecond,
    show: ({ phases }, i) => showNumber(phases[i]?.duration ?? 0),
    read: (text) => readParameter(parameter('duration'), text, false) as Typed<number>,
    put: setDuration,
  },
  {
    key: 'live',
    label: 'Live at its end',
    help: 'Target live heap at the end of the phase. Flat phases directly after it move to the same level. It sets how much of the new heap survives, and how much of the live heap is freed.',
    unit: () => '',
    show: (drawing, i) => showSize(levelAt(drawing, i + 1)),
    read: readSize,
    put: (drawing, i, bytes) => setLive(drawing, i + 1, bytes),
  },
  {
    key: 'allocRate',
    label: 'Allocation rate',
    spoken: 'allocation rate',
    help: parameter('allocRate').help,
    unit: (scenario) => `/${ownSecond(scenario)}`,
    show: ({ phases }, i) => showSize(phases[i]?.allocRate ?? 0),
    read: readRate,
    put: setAllocRate,
  },
  {
    key: 'turnover',
    label: 'Replaced',
    help: 'This much of the live heap is freed and replaced by the same amount; the line does not show it.',
    unit: () => '',
    show: ({ phases }, i) => showSize(phases[i]?.turnover ?? 0),
    read: readSize,
    put: setTurnover,
  },
]

/** Values of a phase that are not drawn, in both models and only in the runtime model. */
const REST_FIELDS: readonly PhaseField[] = (['scanRate'] as const).map(restField)
const RUNTIME_REST_FIELDS: readonly PhaseField[] = (['scanRate', 'goroutines', 'markSlowdown'] as const).map(restField)

function restField(key: ParameterKey & keyof Phase): PhaseField {
  const info = parameter(key)
  return {
    key: `phase-${key}`,
    label: info.label,
    spoken: info.label,
    help: info.help,
    unit: (scenario) => unitOf(info, scenario) ?? '',
    show: ({ phases }, i) => showParameter(info, phases[i]?.source[key] as Value),
    read: (text) => readParameter(info, text, false),
    put: (drawing, i, value) => setUndrawn(drawing, i, { [key]: value }),
  }
}
