import { useMemo, useState } from 'react'
import { countOf } from '../../../format.ts'
import { presetScenario } from '../../../scenario/presets/as-published.ts'
import { DEFAULT_PRESET_ID, findPreset } from '../../../scenario/presets/catalogue.ts'
import { useRested } from '../../context.ts'
import { listDifferences } from '../draw/differences.ts'

/** Whether the scenario still equals its preset, and how it differs. Counted after a drag, not during it. */
export function Edited() {
  const scenario = useRested((state) => state.scenario)
  const presetId = useRested((state) => state.presetId)
  const [isOpen, setOpen] = useState(false)
  const { model } = scenario
  const preset = findPreset(presetId ?? DEFAULT_PRESET_ID)
  const original = useMemo(() => preset && presetScenario(preset, model), [preset, model])
  if (presetId === undefined || !preset || !original) return <span className="edited">Custom program</span>
  const differences = listDifferences(scenario, original)
  if (differences.length === 0) return <span className="edited">as in “{preset.title}”</span>
  return (
    <details className="edited" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        edited: {countOf(differences.length, 'difference')} from “{preset.title}”
      </summary>
      {isOpen && (
        <ul>
          {differences.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </details>
  )
}
