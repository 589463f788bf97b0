import { Suspense } from 'react'
import { later } from '../later.ts'

/** The texts are read on demand, so they are not part of the first screen. */
const NoteText = later('This note', () => import('./note-text.tsx').then(({ NoteText }) => NoteText))

/** What a word among the results means, by the key of its figure. */
export function Note({ of }: { readonly of: string }) {
  return (
    <Suspense>
      <NoteText of={of} />
    </Suspense>
  )
}
