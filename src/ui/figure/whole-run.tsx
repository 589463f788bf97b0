import { useActions, useAppState } from '../context.ts'

/** The way out of a zoom that needs neither keyboard nor double click. */
export function WholeRun() {
  const { zoom } = useActions()
  const isZoomed = useAppState((state) => state.view.window !== undefined)
  if (!isZoomed) return null
  return (
    <button type="button" className="quiet whole-run" aria-keyshortcuts="Escape" onClick={() => zoom(undefined)}>
      Show the whole run
    </button>
  )
}
