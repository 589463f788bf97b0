import { type Clock, wallAt } from '../model/clock.ts'
import { endOf } from '../model/steps.ts'
import type { Trace } from '../model/trace.ts'
import type { TimeRange } from './chart.ts'

export interface TimeWindow {
  readonly start: number
  readonly end: number
}

/** A window narrower than this share of the run shows only straight lines. */
export const LEAST_WINDOW = 1e-4

/**
 * The part of a window within the run, which ends at `end`, and not too narrow. undefined for the whole run, which is
 * also shown if the window begins after it.
 */
export function fitWindow(window: TimeWindow | undefined, end: number): TimeWindow | undefined {
  if (!window || isBeyond(window, end)) return undefined
  const start = Math.max(0, Math.min(window.start, window.end))
  const stop = Math.min(end, Math.max(window.start, window.end))
  const least = end * LEAST_WINDOW
  if (stop - start >= end) return undefined
  if (stop - start >= least) return { start, end: stop }
  const from = Math.min(Math.max(0, (start + stop - least) / 2), end - least)
  return { start: from, end: from + least }
}

/** Whether the run ended before the window begins: a change of settings may have shortened it, as by a kill. */
export function isBeyond(window: TimeWindow, end: number): boolean {
  return Math.min(window.start, window.end) >= end
}

/** The end of the longer of two runs on screen, in seconds of CPU time. */
export function longerEnd(trace: Trace, pinned: Trace | undefined): number {
  return Math.max(endOf(trace), pinned ? endOf(pinned) : 0)
}

/** The window on the clock of the axis; undefined for the whole run. Both runs and the window count CPU time. */
export function axisWindow(
  window: TimeWindow | undefined,
  trace: Trace,
  pinned: Trace | undefined,
  clock: Clock,
): TimeRange | undefined {
  const fitted = fitWindow(window, longerEnd(trace, pinned))
  if (!fitted) return undefined
  // Past the end of the run, only the longer pinned run knows the elapsed time.
  const run = pinned && fitted.end > endOf(trace) ? pinned : trace
  const toAxis = (time: number) => (clock === 'wall' ? wallAt(run, time) : time)
  return [toAxis(fitted.start), toAxis(fitted.end)]
}
