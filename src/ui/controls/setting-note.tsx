import type { ParameterKey } from '../../scenario/params.ts'
import { SETTING_NOTES } from '../../view/setting-notes.ts'
import { TYPICAL } from '../../view/typical.ts'

/** What a setting is called in Go itself or, where Go knows no such setting, what real programs have. */
export function SettingNote({ of }: { readonly of: ParameterKey }) {
  return <p className="metric">{SETTING_NOTES[of] ?? TYPICAL[of]}</p>
}
