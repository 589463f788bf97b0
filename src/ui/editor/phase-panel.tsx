import type { Drawing } from '../../scenario/draw/drawing.ts'
import { levelAt } from '../../scenario/draw/drawing.ts'
import {
  deletePhase,
  duplicatePhase,
  movePhase,
  setAllocRate,
  setDuration,
  setLive,
  setRest,
  setTurnover,
  splitPhase,
} from '../../scenario/draw/edit.ts'
import { readRate, readSeconds } from '../../scenario/draw/typed.ts'
import { type ParameterKey, parameter } from '../../scenario/params.ts'
import { readSize, type Typed } from '../../scenario/typed.ts'
import type { Value } from '../../scenario/value.ts'
import { Field } from './field.tsx'
import { useSession, useSessionState } from './use-session.ts'
import { readParameter, showNumber, showParameter, showSize, unitOf } from './values.ts'

const REST = ['scanRate', 'goroutines', 'markSlowdown'] as const satisfies readonly ParameterKey[]

/** The phase in hand: its exact values, and what one does to it as a whole. */
export function PhasePanel() {
  const session = useSession()
  const drawing = useSessionState((state) => state.draft.drawing)
  const selected = useSessionState((state) => state.selected)
  const isRuntime = useSessionState((state) => state.draft.scenario.model === 'runtime')
  const phase = drawing.phases[selected]
  if (!phase) return null
  const count = drawing.phases.length
  const draw = (next: Drawing) => session.draw(next, 'set')
  const number = `Phase ${selected + 1}`
  const move = (by: number) => {
    draw(movePhase(drawing, selected, selected + by))
    session.select(selected + by)
  }
  return (
    <fieldset className="phase-panel">
      <legend>
        {number} of {count}
      </legend>
      <div className="fields">
        {selected === 0 && (
          <Size
            name="start"
            label="Live at the start"
            help="Heap that is already live when the program starts."
            value={drawing.start}
            onValue={(bytes) => draw(setLive(drawing, 0, bytes))}
          />
        )}
        <Field
          name="duration"
          label="Duration"
          spoken={`${number}: duration`}
          help="Seconds of the program’s own time. On the charts’ axis the collector’s time comes on top."
          text={showNumber(phase.duration)}
          unit="s"
          read={(text) => readParameter(parameter('duration'), text, false)}
          onText={(text) => draw(setDuration(drawing, selected, readValue(readSeconds(text))))}
        />
        <Size
          name="live"
          label="Live at its end"
          help="The live heap one wants when the phase ends. Flat phases behind it follow. It settles how much of what is allocated survives, and how much of what was live dies."
          value={phase.live}
          onValue={(bytes) => draw(setLive(drawing, selected + 1, bytes))}
        />
        <Field
          name="allocRate"
          label="Allocation rate"
          spoken={`${number}: allocation rate`}
          help={parameter('allocRate').help}
          text={showSize(phase.allocRate)}
          unit="/s"
          read={readRate}
          onText={(text) => draw(setAllocRate(drawing, selected, readValue(readRate(text))))}
        />
        <Size
          name="turnover"
          label="Replaced"
          help="Live heap that dies during the phase while as much is born anew: no line shows it, but every cycle has to find it out."
          value={phase.turnover}
          onValue={(bytes) => draw(setTurnover(drawing, selected, bytes))}
        />
        {REST.filter((key) => isRuntime || parameter(key).model === undefined).map((key) => (
          <Field
            key={key}
            name={`phase-${key}`}
            label={parameter(key).label}
            spoken={`${number}: ${parameter(key).label}`}
            help={parameter(key).help}
            text={showParameter(parameter(key), phase.source[key] as Value)}
            unit={unitOf(parameter(key)) ?? ''}
            read={(text) => readParameter(parameter(key), text, false)}
            onText={(text) =>
              draw(setRest(drawing, selected, { [key]: readValue(readParameter(parameter(key), text, false)) }))
            }
          />
        ))}
      </div>
      <div className="buttons">
        <button type="button" className="quiet" onClick={() => draw(splitPhase(drawing, selected))}>
          Split
        </button>
        <button type="button" className="quiet" onClick={() => draw(duplicatePhase(drawing, selected))}>
          Duplicate
        </button>
        <button
          type="button"
          className="quiet"
          disabled={count === 1}
          onClick={() => draw(deletePhase(drawing, selected))}
        >
          Delete
        </button>
        <button type="button" className="quiet" disabled={selected === 0} onClick={() => move(-1)}>
          Move earlier
        </button>
        <button type="button" className="quiet" disabled={selected === count - 1} onClick={() => move(1)}>
          Move later
        </button>
        <span className="between">
          <button
            type="button"
            className="quiet"
            disabled={selected === 0}
            onClick={() => session.select(selected - 1)}
          >
            Previous phase
          </button>
          <button
            type="button"
            className="quiet"
            disabled={selected === count - 1}
            onClick={() => session.select(selected + 1)}
          >
            Next phase
          </button>
        </span>
      </div>
      <p className="was">
        {phase.live === levelAt(drawing, selected)
          ? `The live heap stays at ${showSize(phase.live)}.`
          : `The live heap goes from ${showSize(levelAt(drawing, selected))} to ${showSize(phase.live)}.`}
      </p>
    </fieldset>
  )
}

interface SizeProps {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly value: number
  readonly onValue: (bytes: number) => void
}

function Size({ name, label, help, value, onValue }: SizeProps) {
  return (
    <Field
      name={name}
      label={label}
      help={help}
      text={showSize(value)}
      read={readSize}
      onText={(text) => onValue(readValue(readSize(text)))}
    />
  )
}

/** A field hands on only what it could read. */
export function readValue<T>(typed: Typed<T>): T {
  if (typed.kind === 'unread') throw new Error(typed.message)
  return typed.value
}
