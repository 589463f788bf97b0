import type { FigureState } from './move.ts'
import { advance, nextStep, playedStretch } from './player.ts'

/** Where motion is not wanted, playback goes from cycle to cycle: the pause between them, in seconds. */
const STEP_SECONDS = 1
/** No frame moves by more seconds of watching than these: a page that was out of sight goes on where it was. */
const MOST_ELAPSED = 0.25
/** How often words and numbers are updated, in milliseconds: nobody reads sixty of them a second. */
const TELL_MS = 100

interface Playing {
  /** What is played and where its cursor is now. */
  readonly place: () => FigureState
  readonly speed: number
  /** Each frame, between two calls of `moveTo`. */
  readonly glide: (time: number) => void
  /** Some times a second, at each step and at the end. */
  readonly moveTo: (time: number) => void
  readonly onEnd: () => void
}

/** Where playback begins: at the cursor; from the start where it stands at the end or outside of what is shown. */
export function playFrom({ trace, cursor, window }: FigureState): number {
  const { start, end } = playedStretch(trace, window)
  return cursor === undefined || cursor >= end || cursor < start ? start : cursor
}

/** Moves the cursor with each frame, or step by step where motion is not wanted, until the stretch ends; returns the stop. */
export function startPlaying({ place, speed, glide, moveTo, onEnd }: Playing): () => void {
  const isStepping = matchMedia('(prefers-reduced-motion: reduce)').matches
  let request = 0
  let isStopped = false
  let last = performance.now()
  let told = last
  // Another cursor than this is somebody else's move, and playback goes on from there.
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
