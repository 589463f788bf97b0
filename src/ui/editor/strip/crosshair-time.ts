import { roundDrawn } from '../../../scenario/round.ts'
import { type App, shownRun } from '../../../store/store.ts'
import type { Session } from '../session.ts'
import { drawingOf } from '../use-session.ts'
import { toStripTime } from './strip-time.ts'

/** Where the crosshair stands, in seconds of the program's own time; undefined where there is none. */
export function timeAtCrosshair({ store, runs }: App, session: Session): number | undefined {
  const state = store.getState()
  if (state.cursor === undefined) return undefined
  const { model, program } = state.scenario
  const isClocked = model === 'runtime' && program.pace === 'clock'
  const { toOwn, length } = toStripTime(shownRun(state, runs).trace, drawingOf(session), isClocked)
  return roundDrawn(Math.max(0, Math.min(length, toOwn(state.cursor))))
}
