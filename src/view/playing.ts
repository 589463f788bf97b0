import type { FigureState } from './move.ts'
import { advance, nextStep, playedStretch } from './player.ts'

/** Where motion is not wanted, playback goes from cycle to cycle, so many seconds apart. */
const STEP_SECONDS = 1
/** No frame moves by more seconds of watching than these: a page that was out of sight goes on where it was. */
const MOST_ELAPSED = 0.25

interface Playing {
  /** What is played and where its cursor is now. */
  readonly place: () => FigureState
  readonly speed: number
  readonly moveTo: (time: number) => void
  readonly onEnd: () => void
}

/** Where playback begins: at the cursor; from the start where it stands at the end or outside of what is shown. */
export function playFrom({ trace, cursor, window }: FigureState): number {
  const { start, end } = playedStretch(trace, window)
  return cursor === undefined || cursor >= end || cursor < start ? start : cursor
}

/** Moves the cursor with each frame, or step by step where motion is not wanted, until the stretch ends; returns the stop. */
export function startPlaying({ place, speed, moveTo, onEnd }: Playing): () => void {
  const isStepping = matchMedia('(prefers-reduced-motion: reduce)').matches
  let request = 0
  let isStopped = false
  let last = performance.now()
  const frame = (now: number) => {
    const { trace, cursor, window } = place()
    const stretch = playedStretch(trace, window)
    const elapsed = (now - last) / 1000
    const from = cursor ?? stretch.start
    if (!isStepping || elapsed * speed >= STEP_SECONDS) {
      last = now
      const to = isStepping
        ? nextStep(trace, from, stretch)
        : advance(from, Math.min(MOST_ELAPSED, elapsed), speed, stretch)
      moveTo(to)
      if (isStopped) return
      if (to >= stretch.end) return onEnd()
    }
    request = requestAnimationFrame(frame)
  }
  request = requestAnimationFrame(frame)
  return () => {
    isStopped = true
    cancelAnimationFrame(request)
  }
}
