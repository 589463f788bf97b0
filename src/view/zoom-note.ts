import { isBeyond, longerEnd } from '../charts/window.ts'
import { formatSeconds } from '../format.ts'
import { hasTwoClocks } from '../model/clock.ts'
import { isEmptyTrace } from '../model/empty.ts'
import type { AppState } from '../store/state.ts'
import { type App, outlinedRun, shownRun } from '../store/store.ts'

/** Why the whole run is shown although a link asked for a part that the run never reached; undefined otherwise. */
export function toZoomNote(state: AppState, { runs }: App): string | undefined {
  const { window } = state.view
  const { trace } = shownRun(state, runs)
  if (!window || isEmptyTrace(trace)) return undefined
  const end = longerEnd(trace, outlinedRun(state, runs)?.trace)
  if (!isBeyond(window, end)) return undefined
  const asked = `${formatSeconds(window.start)} to ${formatSeconds(window.end)}`
  const of = hasTwoClocks(trace) ? ' of CPU time' : ''
  return `Zoomed to ${asked}${of}, but the run ends at ${formatSeconds(end)}: all of it is shown.`
}
