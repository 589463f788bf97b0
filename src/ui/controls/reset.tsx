import { useActions, useAppState } from '../context.ts'

/** Goes back to the opened scenario, and can undo that. */
export function Reset() {
  const { reset, undoReset } = useActions()
  const title = useAppState((state) => state.opened.scenario.title)
  const isUndoable = useAppState((state) => state.beforeReset !== undefined)
  const name = title ? `“${title}”` : 'the program'
  return (
    <div className="reset-place">
      <button type="button" className="quiet" title={`Back to ${name} as it was opened`} onClick={reset}>
        Reset
      </button>
      <p className="reset-notice" role="status">
        {isUndoable && (
          <>
            Back to {name} as it was opened.{' '}
            <button type="button" className="quiet" onClick={undoReset}>
              Undo reset
            </button>
          </>
        )}
      </p>
    </div>
  )
}
