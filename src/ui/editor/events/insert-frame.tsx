import type { ReactNode } from 'react'
import type { Problem } from '../../../result.ts'

interface InsertFrameProps {
  readonly name: string
  readonly hint: string
  /** The fields. */
  readonly children: ReactNode
  /** What was put in is still as it was put in, so that its fields move it. */
  readonly isThere: boolean
  readonly onInsert: () => void
  readonly onClose: () => void
  readonly problems: readonly Problem[]
}

/** A form for something that is put into the program, and adjusted where it stands until something else is drawn. */
export function InsertFrame({ name, hint, children, isThere, onInsert, onClose, problems }: InsertFrameProps) {
  return (
    <fieldset className="insert">
      <legend>{name}</legend>
      <p className="hint">
        {hint}
        {!isThere && ' Type the time, or click in the drawing.'}
      </p>
      <div className="fields">{children}</div>
      <div className="buttons">
        {isThere ? (
          <span className="said" role="status">
            Inserted. Change the values to adjust it.
          </span>
        ) : (
          <button type="button" className="quiet primary" onClick={onInsert}>
            Insert
          </button>
        )}
        <button type="button" className="quiet" onClick={onClose}>
          {isThere ? 'Done' : 'Cancel'}
        </button>
      </div>
      {problems.map(({ path, message }) => (
        <p key={path} className="wrong" role="alert">
          {path && <code>{path}</code>} {message}
        </p>
      ))}
    </fieldset>
  )
}
