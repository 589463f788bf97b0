import { deleteChange, setChange } from '../../scenario/draw/draft.ts'
import { roundDrawn } from '../../scenario/draw/round.ts'
import { readSeconds } from '../../scenario/draw/typed.ts'
import { findParameter } from '../../scenario/params.ts'
import type { Change } from '../../scenario/types.ts'
import type { Value } from '../../scenario/value.ts'
import { useRun } from '../context.ts'
import { effectOfEvent } from './event-effect.ts'
import { Field } from './field.tsx'
import { readValue } from './phase-panel.tsx'
import { useSession, useSessionState } from './use-session.ts'
import { readParameter, showNumber, showParameter, unitOf } from './values.ts'

/** Every event: when, what, and what it did to the run. */
export function EventsTable() {
  const session = useSession()
  const { trace } = useRun()
  const scenario = useSessionState((state) => state.draft.scenario)
  if (scenario.changes.length === 0) return null
  const set = (i: number, change: Change) => session.change(setChange(scenario, i, change), 'set')
  return (
    <table className="events">
      <caption className="visually-hidden">Events while the program runs</caption>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">At</th>
          <th scope="col">What becomes what</th>
          <th scope="col">What it did</th>
          <th scope="col">
            <span className="visually-hidden">Delete</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {scenario.changes.map((change, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an event is known by its place in time
          <tr key={i}>
            <th scope="row">{i + 1}</th>
            <td>
              <Field
                name={`event-${i}-at`}
                label={`Event ${i + 1}: at`}
                isBare
                unit="s"
                text={showNumber(change.at)}
                read={readSeconds}
                onText={(text) => set(i, { ...change, at: roundDrawn(readValue(readSeconds(text))) })}
              />
            </td>
            <td>
              <Settings change={change} name={`Event ${i + 1}`} onChange={(next) => set(i, next)} />
            </td>
            <td className="did">{effectOfEvent(trace, i)}</td>
            <td>
              <button
                type="button"
                className="quiet"
                aria-label={`Delete event ${i + 1}`}
                onClick={() => session.change(deleteChange(scenario, i), 'set')}
              >
                Delete
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SettingsProps {
  readonly change: Change
  readonly name: string
  readonly onChange: (change: Change) => void
}

function Settings({ change, name, onChange }: SettingsProps) {
  const isRuntime = useSessionState((state) => state.draft.scenario.model === 'runtime')
  const entries = Object.entries(change as unknown as Record<string, Value>).filter(([key]) => key !== 'at')
  return entries.map(([key, value]) => {
    const parameter = findParameter(key)
    if (!parameter) return null
    if (parameter.kind === 'flag')
      return (
        <label key={key} className="check">
          <input
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange({ ...change, [key]: event.target.checked })}
          />
          {parameter.label}
        </label>
      )
    return (
      <Field
        key={key}
        name={`${name}-${key}`}
        label={parameter.label}
        spoken={`${name}: ${parameter.label}`}
        unit={unitOf(parameter) ?? ''}
        text={showParameter(parameter, value)}
        read={(text) => readParameter(parameter, text, isRuntime)}
        onText={(text) => onChange({ ...change, [key]: readValue(readParameter(parameter, text, isRuntime)) })}
      />
    )
  })
}
