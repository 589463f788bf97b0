import { SETTING_NOTES } from '../../view/setting-notes.ts'

/** What a setting is called in Go itself or, where Go knows no such setting, what real programs have. */
export function SettingNote({ of, typical }: { readonly of: string; readonly typical: string | undefined }) {
  return <p className="metric">{SETTING_NOTES[of] ?? typical}</p>
}
