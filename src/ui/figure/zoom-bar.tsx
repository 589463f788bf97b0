import { endOf } from '../../model/steps.ts'
import { shownRun } from '../../store/store.ts'
import { useApp, useAppState } from '../context.ts'
import { moveByKey, shiftWindow } from './move.ts'

/** By so much of its width the window moves along the run. */
const PART = 0.5

/**
 * The way out of a zoom; and for fingers, which scroll the page where a mouse drags out a stretch, the way into one:
 * around the crosshair that a touch has set, or the middle.
 */
export function ZoomBar() {
  const { store, runs } = useApp()
  const isZoomed = useAppState((state) => state.view.window !== undefined)
  const place = () => {
    const state = store.getState()
    const { trace } = shownRun(state, runs)
    const { start, end } = state.view.window ?? { start: 0, end: endOf(trace) }
    return { trace, cursor: state.cursor ?? (start + end) / 2, window: state.view.window }
  }
  const zoomBy = (key: '+' | '-') => {
    const window = moveByKey(key, false, place())?.window
    if (window !== undefined) store.getState().zoom(window ?? undefined)
  }
  const shiftBy = (part: number) => {
    const { trace, window } = place()
    if (window) store.getState().zoom(shiftWindow(window, part, endOf(trace)))
  }
  const touches = [
    { name: 'Earlier', text: '‹', act: () => shiftBy(-PART), isOff: !isZoomed },
    { name: 'Zoom out', text: '−', act: () => zoomBy('-'), isOff: !isZoomed },
    { name: 'Zoom in', text: '+', act: () => zoomBy('+'), isOff: false },
    { name: 'Later', text: '›', act: () => shiftBy(PART), isOff: !isZoomed },
  ]
  return (
    <div className="zoom-bar">
      {touches.map(({ name, text, act, isOff }) => (
        <button key={name} type="button" className="quiet by-touch" aria-label={name} disabled={isOff} onClick={act}>
          {text}
        </button>
      ))}
      {isZoomed && (
        <button
          type="button"
          className="quiet"
          aria-keyshortcuts="Escape"
          onClick={() => store.getState().zoom(undefined)}
        >
          Show the whole run
        </button>
      )}
    </div>
  )
}
