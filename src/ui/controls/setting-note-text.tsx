import { SETTING_NOTES } from '../../view/setting-notes.ts'

export function SettingNoteText({ of, typical }: { readonly of: string; readonly typical: string | undefined }) {
  return <p className="metric">{SETTING_NOTES[of] ?? typical}</p>
}
