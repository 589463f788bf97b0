import { toKillText, toMomentText, toWholeMomentText } from '../../model/clock.ts'
import type { Trace } from '../../model/trace.ts'
import { append, type Mark } from '../dom.ts'
import type { Frame } from '../layout.ts'
import { scale } from '../path.ts'
import type { Part } from '../scene.ts'
import { createPill, pillWidth } from './note.ts'

export function createEnding(parent: Mark, over: Mark): Part {
  const gone = append(parent, 'path', 'gone')
  const line = append(over, 'path', 'ending-line')
  const cross = append(over, 'path', 'kill-cross')
  const flag = append(over, 'g', 'flag')
  const drawPill = createPill(flag)
  return ({ trace, window, frame, y }) => {
    const { outcome } = trace.result
    const isShown =
      outcome.kind !== 'completed' && outcome.atSeconds >= window[0] && outcome.atSeconds <= window[1] + 1e-12
    for (const mark of [gone, line, cross, flag]) mark.show(isShown)
    if (outcome.kind === 'completed' || !isShown) return
    const { left, right, top, bottom, em } = frame
    const x = Math.round(Math.max(left, Math.min(right, scale(frame.x, outcome.atSeconds))))
    const kind = outcome.kind === 'oom-killed' ? 'kill' : 'stopped'
    gone.set('d', right > x + 1 ? `M${x},${(top + bottom) / 2}H${right}` : '').set('stroke-width', bottom - top)
    line.set('d', `M${x},${top - 0.3 * em}V${bottom}`).set('class', `ending-line ${kind}`)
    const limit = trace.segments.at(-1)?.containerLimit ?? Number.NaN
    const at = Math.max(top, Math.min(bottom, scale(y, limit)))
    cross.set('d', kind === 'kill' ? crossPath(x, Math.round(at), Math.round(0.45 * em)) : '')
    const text = endingText(trace, frame)
    const width = pillWidth(text, em)
    const end = Math.max(right + 0.5 * em, left + width)
    const start = Math.round(Math.max(left - 0.5 * em, Math.min(x - 1, end - width)))
    flag.set('class', `flag ${kind}`)
    drawPill(text, start, (height) => top - 0.3 * em - height, em)
  }
}

/** A cross with arms of `arm` pixels at the point where the container’s limit was passed. */
export function crossPath(x: number, y: number, arm: number): string {
  return `M${x - arm},${y - arm}l${2 * arm},${2 * arm}m0,${-2 * arm}l${-2 * arm},${2 * arm}`
}

/**
 * The cross on the limit shows the reason of a kill; others are written if there is room. The time is elapsed time, as
 * in the verdict; the CPU time of the axis stands beside it only if there is room.
 */
function endingText(trace: Trace, { left, right, outerWidth, em }: Frame): string {
  const { outcome } = trace.result
  if (outcome.kind === 'completed') return ''
  const [long, room] =
    outcome.kind === 'oom-killed'
      ? [toKillText(trace, outcome.atSeconds, toWholeMomentText), right - left]
      : [outcome.reason, outerWidth - left]
  if (pillWidth(long, em) <= room) return long
  return outcome.kind === 'oom-killed'
    ? toKillText(trace, outcome.atSeconds)
    : `stopped at ${toMomentText(trace, outcome.atSeconds)}`
}
