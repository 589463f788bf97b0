import { useId } from 'react'
import { describePace } from '../scenario/describe-pace.ts'
import { PACES } from '../scenario/pace.ts'
import type { Pace, Scenario } from '../scenario/types.ts'
import './pace-switch.css'

interface PaceSwitchProps {
  readonly name: string
  readonly scenario: Scenario
  readonly onChange: (pace: Pace) => void
}

/** Chooses what drives the program, and so the unit of its rates. In the guide model there is nothing to choose. */
export function PaceSwitch({ name, scenario, onChange }: PaceSwitchProps) {
  const effectId = useId()
  const { model, program } = scenario
  return (
    <fieldset className="pace" aria-describedby={effectId}>
      <legend>What drives the program</legend>
      {model === 'runtime' &&
        (Object.keys(PACES) as Pace[]).map((pace) => (
          <label key={pace} className="check">
            <input type="radio" name={name} checked={program.pace === pace} onChange={() => onChange(pace)} />
            {PACES[pace]}
          </label>
        ))}
      <p id={effectId} className="effect" aria-live="polite">
        {describePace(scenario)}
      </p>
    </fieldset>
  )
}
