import { type ReactNode, useState } from 'react'
import { isUnchanged } from '../../scenario/presets/as-published.ts'
import { findPreset } from '../../scenario/presets/catalogue.ts'
import { useAppState } from '../context.ts'
import { later } from '../later.ts'

const load = () => import('./dialog.tsx').then(({ PresetDialog }) => PresetDialog)
const PresetDialog = later('The list of presets', load)
/** What is typed at once must not be lost, so the list is fetched before it is asked for. If that fails, `later` says so. */
const prepare = () => void load().catch(() => {})

/**
 * The name of the experiment, and whether its settings are still those of the preset. Opens the list of all presets.
 */
export function PresetChooser({ children }: { readonly children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const title = useAppState(
    ({ presetId, scenario }) =>
      scenario.title || (presetId === undefined ? undefined : findPreset(presetId)?.title) || 'Custom program',
  )
  const changed = useIsChanged()
  return (
    <div className="preset">
      <button
        type="button"
        className="preset-name"
        aria-haspopup="dialog"
        aria-label={`Program: ${title}`}
        onFocus={prepare}
        onPointerEnter={prepare}
        onClick={() => setOpen(true)}
      >
        {title}
      </button>
      {children}
      <span className="changed">{changed ? 'changed' : ''}</span>
      {isOpen && <PresetDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Whether the settings differ from those of the preset. The model does not count. */
function useIsChanged(): boolean {
  return useAppState(({ presetId, scenario }) => {
    const preset = presetId === undefined ? undefined : findPreset(presetId)
    return preset !== undefined && !isUnchanged(scenario, preset)
  })
}
