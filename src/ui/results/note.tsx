import { RESULT_NOTES } from './notes.ts'

/** The meaning of a word among the results, by the key of its figure. */
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
