import { useMemo } from 'react'
import { findPreset, PRESET_GROUPS } from '../scenario/presets/catalogue.ts'
import { presetScenario } from '../store/store.ts'
import { isSame } from './changed.ts'
import { useActions, useAppState } from './context.ts'

const OWN = ''

/** Made once: there are dozens, and none changes while something is dragged. */
const OPTIONS = PRESET_GROUPS.map(({ label, presets }) => (
  <optgroup key={label} label={label}>
    {presets.map((preset) => (
      <option key={preset.id} value={preset.id}>
        {preset.title}
      </option>
    ))}
  </optgroup>
))

/** Which experiment this is, and whether its settings are still those of the preset. */
export function PresetChooser() {
  const { loadPreset } = useActions()
  const presetId = useAppState((state) => state.presetId)
  const title = useAppState((state) => state.scenario.title)
  const changed = useIsChanged()
  return (
    <div className="preset">
      <select
        name="preset"
        aria-label="Preset"
        value={presetId ?? OWN}
        onChange={(event) => event.target.value !== OWN && loadPreset(event.target.value)}
      >
        {presetId === undefined && <option value={OWN}>{title || 'A program of its own'}</option>}
        {OPTIONS}
      </select>
      <span className="changed">{changed ? 'changed' : ''}</span>
    </div>
  )
}

/** Whether the settings differ from those of the preset they started from. The model is a choice of its own. */
function useIsChanged(): boolean {
  const presetId = useAppState((state) => state.presetId)
  const model = useAppState((state) => state.scenario.model)
  const original = useMemo(() => {
    const preset = presetId === undefined ? undefined : findPreset(presetId)
    return preset && presetScenario(preset, model)
  }, [presetId, model])
  return useAppState(({ scenario }) => original !== undefined && !isSame(scenario, original))
}
