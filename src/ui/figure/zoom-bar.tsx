import { fitWindow } from '../../charts/window.ts'
import { endOf } from '../../model/steps.ts'
import { shownRun } from '../../store/store.ts'
import { moveByKey, shiftWindow } from '../../view/move.ts'
import { toZoomNote } from '../../view/zoom-note.ts'
import { useApp, useAppState } from '../context.ts'

/** The window moves along the run by this share of its width. */
const PART = 0.5

/** Buttons to leave a zoom, and to zoom in by touch, around the crosshair or the middle: a finger scrolls the page. */
export function ZoomBar() {
  const app = useApp()
  const { store, runs } = app
  const isZoomed = useAppState((state) => state.view.window !== undefined)
  const note = useAppState((state) => toZoomNote(state, app))
  const place = () => {
    const state = store.getState()
    const { trace } = shownRun(state, runs)
    const window = fitWindow(state.view.window, endOf(trace))
    const { start, end } = window ?? { start: 0, end: endOf(trace) }
    return { trace, cursor: state.cursor ?? (start + end) / 2, window }
  }
  const zoomBy = (key: '+' | '-') => {
    const window = moveByKey(key, false, place())?.window
    if (window !== undefined) store.getState().zoom(window ?? undefined)
  }
  const shiftBy = (part: number) => {
    const { trace, window } = place()
    if (window) store.getState().zoom(shiftWindow(window, part, endOf(trace)))
  }
  const showAll = () => store.getState().zoom(undefined)
  const touch = (name: string, text: string, act: () => void, isOff = !isZoomed) => (
    <button type="button" className="quiet by-touch" aria-label={name} disabled={isOff} onClick={act}>
      {text}
    </button>
  )
  return (
    <>
      <p className="zoom-note" role="status">
        {note}
      </p>
      <div className="zoom-bar">
        {touch('Earlier', '‹', () => shiftBy(-PART))}
        {touch('Zoom out', '−', () => zoomBy('-'))}
        {touch('Zoom in', '+', () => zoomBy('+'), false)}
        {touch('Later', '›', () => shiftBy(PART))}
        {isZoomed && (
          <button type="button" className="quiet" aria-keyshortcuts="Escape" onClick={showAll}>
            {note === undefined ? 'Show the whole run' : 'Remove the zoom'}
          </button>
        )}
      </div>
    </>
  )
}
