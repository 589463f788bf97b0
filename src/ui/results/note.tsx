import { RESULT_NOTES } from './notes.ts'

/** What a word among the results means, by the key of its figure. */
export function Note({ of }: { readonly of: string }) {
  const note = RESULT_NOTES[of]
  if (!note) throw new Error(`no note on ${of}`)
  return (
    <>
      <p>{note.meaning}</p>
      <p className="metric">{note.metric}</p>
    </>
  )
}
