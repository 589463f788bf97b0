import type { ParameterKey } from '../../scenario/params.ts'
import { SETTING_NOTES } from '../../view/knobs/setting-notes.ts'
import { TYPICAL } from '../../view/knobs/typical.ts'

export function SettingNote({ of }: { readonly of: ParameterKey }) {
  return <p className="metric">{SETTING_NOTES[of] ?? TYPICAL[of]}</p>
}
