import { findParameter } from '../../../scenario/params.ts'
import type { Change } from '../../../scenario/types.ts'
import type { Value } from '../../../scenario/value.ts'
import { readParameter, showParameter, unitOf } from '../../../view/notation.ts'
import { Field } from '../field.tsx'
import { useSessionState } from '../use-session.ts'

interface ChangeFieldsProps {
  readonly change: Change
  readonly name: string
  readonly onChange: (change: Change) => void
}

/** The settings of a change, each in a field, and its calls. */
export function ChangeFields({ change, name, onChange }: ChangeFieldsProps) {
  const scenario = useSessionState((state) => state.draft.scenario)
  const isRuntime = scenario.model === 'runtime'
  const entries = Object.entries<Value>(change).filter(([key]) => key !== 'at')
  return entries.map(([key, value]) => {
    const parameter = findParameter(key)
    if (!parameter) return null
    if (parameter.place === 'change')
      return (
        <code key={key} className="call" title={parameter.help}>
          {value === true ? parameter.label : `${parameter.label} is not called`}
        </code>
      )
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
        unit={unitOf(parameter, scenario) ?? ''}
        text={showParameter(parameter, value)}
        read={(text) => readParameter(parameter, text, isRuntime)}
        onValue={(read) => onChange({ ...change, [key]: read })}
      />
    )
  })
}
