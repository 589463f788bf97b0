/** Before the next field of a gctrace line: after a comma, or after the share of GC at its beginning. */
const FIELDS = /(?<=[,:]) /

/** A line of gctrace. It is wrapped between its fields only, and its further lines are indented. */
export function TraceLine({ text, isMarked }: { readonly text: string; readonly isMarked?: boolean }) {
  return (
    <span className={isMarked ? 'trace-line marked' : 'trace-line'}>
      {text.split(FIELDS).map((field, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a line never change places
        <span key={i}>
          {i > 0 && ' '}
          <span className="kept">{field}</span>
        </span>
      ))}
    </span>
  )
}
