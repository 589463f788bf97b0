import type { ParameterKey } from '../../scenario/params.ts'
import { SETTING_NOTES } from '../../view/knobs/setting-notes.ts'
import { TYPICAL } from '../../view/knobs/typical.ts'

/** The name of a setting in Go itself or, if Go has no such setting, the usual values of real programs. */
export function SettingNote({ of }: { readonly of: ParameterKey }) {
  return <p className="metric">{SETTING_NOTES[of] ?? TYPICAL[of]}</p>
}
