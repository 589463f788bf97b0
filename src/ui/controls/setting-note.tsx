import { Suspense } from 'react'
import { later } from '../later.ts'

/** Read on demand, so not part of the first screen. */
const SettingNoteText = later('This note', () =>
  import('./setting-note-text.tsx').then(({ SettingNoteText }) => SettingNoteText),
)

/** What a setting is called in Go itself or, where Go knows no such setting, what real programs have. */
export function SettingNote({ of, typical }: { readonly of: string; readonly typical?: string | undefined }) {
  return (
    <Suspense>
      <SettingNoteText of={of} typical={typical} />
    </Suspense>
  )
}
