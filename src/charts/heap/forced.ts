import { callOf, cycleStart } from '../../model/cycles.ts'
import type { Trace } from '../../model/trace.ts'
import type { TimeRange } from '../chart.ts'
import { append, type Mark } from '../dom.ts'
import { type Frame, textEms } from '../layout.ts'
import { scale, toTenths } from '../path.ts'
import type { Part } from '../scene.ts'

/** The middle of the row of cycles below the plot, and half of a diamond on it. */
const MIDDLE_EMS = 0.55
const ARM_EMS = 0.42

/** At most this many have their names written; the others are known by their shape. */
const NAMES = 3

/** Cycles that a call of runtime.GC() or debug.FreeOSMemory() forced: hollow diamonds, and dotted lines in the plot. */
export function createForced(plot: Mark, root: Mark): Part {
  const lines = append(plot, 'path', 'forced-line')
  const marks = append(root, 'path', 'forced')
  const names = Array.from({ length: NAMES }, () => append(root, 'text', 'note forced-name gc'))
  return ({ trace, window, frame }) => {
    const calls = forcedAt(trace, window, frame)
    const { top, bottom, em } = frame
    const y = Math.round(bottom + MIDDLE_EMS * em)
    const named = withRoom(calls, em, frame.right)
    lines.set('d', calls.map(({ x }) => `M${toTenths(x)},${top}V${bottom}`).join(''))
    marks.set('d', calls.map(({ x }) => diamond(x, y, Math.round(ARM_EMS * em * 2) / 2)).join(''))
    names.forEach((name, i) => {
      const call = named[i]
      name.show(call !== undefined)
      if (call) name.at(call.x + 0.4 * em, Math.round(top + em)).text(call.name)
    })
  }
}

interface Call {
  readonly x: number
  readonly name: string
}

/** The calls whose name has room before the next named one, or before the edge. */
function withRoom(calls: readonly Call[], em: number, right: number): readonly Call[] {
  let free = Number.NEGATIVE_INFINITY
  return calls.filter(({ x, name }) => {
    const end = x + (textEms(name) + 2) * em
    if (x < free || end > right) return false
    free = end
    return true
  })
}

/** The starts of forced cycles; of several in the same pixel, the first. */
function forcedAt(trace: Trace, window: TimeRange, { x, left, right }: Frame): readonly Call[] {
  const calls: Call[] = []
  for (const i of trace.cycles.forced) {
    const time = cycleStart(trace, i)
    if (time < window[0] || time > window[1]) continue
    const at = Math.round(Math.max(left, Math.min(right, scale(x, time)))) + 0.5
    if (at !== calls.at(-1)?.x) calls.push({ x: at, name: callOf(trace, i) })
  }
  return calls
}

function diamond(x: number, y: number, arm: number): string {
  return `M${x},${y - arm}l${arm},${arm}l${-arm},${arm}l${-arm},${-arm}Z`
}
