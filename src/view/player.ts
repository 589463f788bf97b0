import { fitWindow } from '../charts/window.ts'
import { cycleStart, firstCycleFrom } from '../model/cycles.ts'
import { landmarksOf } from '../model/moments.ts'
import { endOf } from '../model/steps.ts'
import type { Trace } from '../model/trace.ts'
import type { TimeWindow } from '../store/state.ts'
import { type FigureState, type Move, moveByKey } from './move.ts'

/** How long playing the shown part of the run takes at speed 1, in seconds. */
const SHOWN_SECONDS = 20

export const SPEEDS = [0.25, 0.5, 1, 2, 4] as const

/** The stretch of the run that is played: what is zoomed into, or all of it. Seconds of CPU time. */
export function playedStretch(trace: Trace, window: TimeWindow | undefined): TimeWindow {
  return fitWindow(window, endOf(trace)) ?? { start: 0, end: endOf(trace) }
}

/** Where the cursor is after `elapsed` seconds of watching; at the end of the stretch it stays. */
export function advance(cursor: number, elapsed: number, speed: number, { start, end }: TimeWindow): number {
  return Math.min(end, Math.max(start, cursor) + (elapsed * speed * (end - start)) / SHOWN_SECONDS)
}

/** The next cycle's start or end after `cursor`: what playback steps through where motion is not wanted. */
export function nextStep(trace: Trace, cursor: number, { end }: TimeWindow): number {
  const next = firstCycleFrom(trace, cursor)
  for (let i = next; i < Math.min(next + 2, trace.cycles.count); i++) {
    const start = cycleStart(trace, i)
    if (start > cursor) return Math.min(end, start)
  }
  return end
}

/** When the next landmark after `cursor` is; undefined where there is none. */
export function nextLandmark(trace: Trace, cursor: number): number | undefined {
  return landmarksOf(trace).find((time) => time > cursor)
}

/** The buttons of playback besides Play: their names, and what they show; the word only where there is room. */
export const STEPS = [
  { name: 'Previous cycle', word: '', sign: '‹' },
  { name: 'Next cycle', word: 'cycle ', sign: '›' },
  { name: 'Next event', word: 'event ', sign: '»' },
] as const
export type StepName = (typeof STEPS)[number]['name']

/** Where such a button leads; undefined where nothing is left in its direction. */
export function stepFrom(name: StepName, state: FigureState): Move | undefined {
  if (name !== 'Next event') return moveByKey(name === 'Next cycle' ? '.' : ',', false, state)
  const found = nextLandmark(state.trace, state.cursor ?? 0)
  return found === undefined ? undefined : { cursor: found }
}
