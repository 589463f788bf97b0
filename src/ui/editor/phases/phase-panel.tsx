import { parameter } from '../../../scenario/params.ts'
import { Button } from '../../button.tsx'
import { Explain } from '../../text/explain.tsx'
import { deletePhase, duplicatePhase, movePhase, setRest, splitPhase } from '../draw/edit.ts'
import { Field } from '../field.tsx'
import { useDraw, useRestedSession, useSession, useSessionState } from '../use-session.ts'
import { toLevelText } from './level-text.ts'
import { DRAWN_FIELDS, type PhaseField, REST_FIELDS, RUNTIME_REST_FIELDS, START_FIELD } from './phase-fields.ts'

/** The selected phase: its exact values, and actions on the whole phase. */
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

/** Renders only when its own value rests: during a drag, the handle shows the value. */
function OneField({ field }: { readonly field: PhaseField }) {
  const draw = useDraw()
  const selected = useSessionState((state) => state.selected)
  const text = useRestedSession((state) => field.show(state.draft.drawing, state.selected))
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
        onChange={({ target }) => draw((drawing) => setRest(drawing, selected, { dropsLate: target.checked }))}
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
  const text = useRestedSession(({ draft, wishes, selected }) => toLevelText(draft, wishes, selected))
  return <p className="was">{text}</p>
}
