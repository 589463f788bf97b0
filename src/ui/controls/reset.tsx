import { Button } from '../button.tsx'
import { useActions, useAppState } from '../context.ts'

/** Back to what was opened, and the way back from there. */
export function Reset() {
  const { reset, undoReset } = useActions()
  const title = useAppState((state) => state.opened.scenario.title)
  const isUndoable = useAppState((state) => state.beforeReset !== undefined)
  const name = title ? `“${title}”` : 'the program'
  return (
    <div className="reset-place">
      <Button title={`Back to ${name} as it was opened`} onClick={reset}>
        Reset
      </Button>
      <p className="reset-notice" role="status">
        {isUndoable && (
          <>
            Back to {name} as it was opened. <Button onClick={undoReset}>Undo reset</Button>
          </>
        )}
      </p>
    </div>
  )
}
