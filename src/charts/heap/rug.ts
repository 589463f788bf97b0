import { append, type Mark } from '../dom.ts'
import { LEADER_EMS } from '../layout.ts'
import { boxes, countCycles, cycleStretches, middles, toStretches } from '../marks.ts'
import type { Part } from '../scene.ts'

const OFFSET_EMS = 0.3
const HEIGHT_EMS = 0.5

/** With more cycles per pixel, tinting each over the whole height would make the figure grey. */
const TINTED_PER_PIXEL = 1 / 14

/**
 * A mark per GC cycle below the plot, as long as the cycle, with a hatch before it if the cycle was held back;
 * if there are few cycles, also a tint over the plot while each runs.
 */
export function createRug(plot: Mark, root: Mark): Part {
  const tints = append(plot, 'path', 'gc-spans')
  const holds = append(root, 'path', 'hatch held')
  const marks = append(root, 'path', 'rug')
  const label = append(root, 'text', 'end-label gc')
  return ({ trace, window, frame }) => {
    const { right, top, bottom, em, width } = frame
    const rugTop = Math.round(bottom + OFFSET_EMS * em)
    const height = Math.round(HEIGHT_EMS * em)
    const cycles = cycleStretches(trace, window, frame, 1)
    marks.set('d', boxes(cycles, rugTop, height))
    const isSparse = countCycles(trace, window) < width * TINTED_PER_PIXEL
    tints.set('d', isSparse ? boxes(cycles, top, frame.height) : '')
    const waits = trace.holds.map(({ start, end }) => [start, end] as const)
    holds.set('d', middles(toStretches(waits, window, frame), rugTop + height / 2)).set('stroke-width', height)
    label.at(right + LEADER_EMS * em, Math.round(bottom + 0.85 * em)).text(frame.isNarrow ? 'GC' : 'GC cycles')
  }
}
