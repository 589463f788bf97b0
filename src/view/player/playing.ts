import type { FigureState } from '../move.ts'
import { advance, nextStep, playedStretch } from './player.ts'

/** With reduced motion, playback steps from cycle to cycle: the pause between two steps, in seconds. */
const STEP_SECONDS = 1
/** The most seconds by which one frame moves the cursor: a page that was hidden continues from where it was. */
const MOST_ELAPSED = 0.25
/** The interval between updates of words and numbers, in milliseconds: nobody can read sixty of them per second. */
const TELL_MS = 100

interface Playing {
  readonly place: () => FigureState
  readonly speed: number
  /** Called in each frame, between two calls of `moveTo`. */
  readonly glide: (time: number) => void
  /** Called some times per second, at each step, and at the end. */
  readonly moveTo: (time: number) => void
  readonly onEnd: () => void
}

/** The start of playback: the cursor, or the start of the stretch if the cursor is at its end or outside. */
export function playFrom({ trace, cursor, window }: FigureState): number {
  const { start, end } = playedStretch(trace, window)
  return cursor === undefined || cursor >= end || cursor < start ? start : cursor
}

/** Moves the cursor in each frame (with reduced motion: in steps) until the stretch ends. @returns how to stop */
export function startPlaying({ place, speed, glide, moveTo, onEnd }: Playing): () => void {
  const isStepping = matchMedia('(prefers-reduced-motion: reduce)').matches
  let request = 0
  let isStopped = false
  let last = performance.now()
  let told = last
  // If the cursor has another value than this, the user moved it, and playback continues from there.
  let known = place().cursor
  let at = known
  const tell = () => {
    known = at
    if (at !== undefined) moveTo(at)
  }
  const frame = (now: number) => {
    const { trace, cursor, window } = place()
    if (cursor !== known) known = at = cursor
    const stretch = playedStretch(trace, window)
    const elapsed = (now - last) / 1000
    if (!isStepping || elapsed * speed >= STEP_SECONDS) {
      last = now
      const from = at ?? stretch.start
      at = isStepping ? nextStep(trace, from, stretch) : advance(from, Math.min(MOST_ELAPSED, elapsed), speed, stretch)
      if (isStepping || at >= stretch.end || now - told >= TELL_MS) {
        told = now
        tell()
      } else glide(at)
      if (isStopped) return
      if (at >= stretch.end) return onEnd()
    }
    request = requestAnimationFrame(frame)
  }
  request = requestAnimationFrame(frame)
  return () => {
    if (isStopped) return
    isStopped = true
    cancelAnimationFrame(request)
    if (at !== known && place().cursor === known) tell()
  }
}
