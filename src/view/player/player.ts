import { fitWindow, type TimeWindow } from '../../charts/window.ts'
import { cycleStart, firstCycleFrom } from '../../model/cycles.ts'
import { landmarksOf } from '../../model/moments.ts'
import { endOf } from '../../model/steps.ts'
import type { Trace } from '../../model/trace.ts'
import { type FigureState, type Move, moveByKey } from '../move.ts'

/** The seconds in which the shown part of a run is played at speed 1. */
const SHOWN_SECONDS = 20

export const SPEEDS = [0.25, 0.5, 1, 2, 4] as const

/** The part of the run that is played: the zoomed part, or all of it. Seconds of CPU time. */
export function playedStretch(trace: Trace, window: TimeWindow | undefined): TimeWindow {
  return fitWindow(window, endOf(trace)) ?? { start: 0, end: endOf(trace) }
}

/** The position of the cursor after playing for `elapsed` seconds, at most the end of the stretch. */
export function advance(cursor: number, elapsed: number, speed: number, { start, end }: TimeWindow): number {
  return Math.min(end, Math.max(start, cursor) + (elapsed * speed * (end - start)) / SHOWN_SECONDS)
}

/** The next start or end of a cycle after `cursor`: the steps of playback for users who prefer reduced motion. */
export function nextStep(trace: Trace, cursor: number, { end }: TimeWindow): number {
  const next = firstCycleFrom(trace, cursor)
  for (let i = next; i < Math.min(next + 2, trace.cycles.count); i++) {
    const start = cycleStart(trace, i)
    if (start > cursor) return Math.min(end, start)
  }
  return end
}

export function nextLandmark(trace: Trace, cursor: number): number | undefined {
  return landmarksOf(trace).find((time) => time > cursor)
}

/** The buttons besides Play: their names and symbols, and a word that is shown if there is room. */
export const STEPS = [
  { name: 'Previous cycle', word: '', sign: '‹' },
  { name: 'Next cycle', word: 'cycle ', sign: '›' },
  { name: 'Next event', word: 'event ', sign: '»' },
] as const
export type StepName = (typeof STEPS)[number]['name']

/** The instant to which such a button moves; undefined if there is none in its direction. */
export function stepFrom(name: StepName, state: FigureState): Move | undefined {
  if (name !== 'Next event') return moveByKey(name === 'Next cycle' ? '.' : ',', false, state)
  const found = nextLandmark(state.trace, state.cursor ?? 0)
  return found === undefined ? undefined : { cursor: found }
}
