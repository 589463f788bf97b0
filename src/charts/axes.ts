import { append, createMarks, type Mark } from './dom.ts'
import { type Frame, textEms } from './layout.ts'
import { type LinearScale, scale } from './path.ts'
import type { Tick } from './ticks.ts'

/** Draws an axis: hairlines across the plot and figures beside it. */
type Axis = (frame: Frame, ticks: readonly Tick[], at: LinearScale) => void

/** Hairlines across the plot, figures to its left. */
export function createValueAxis(parent: Mark): Axis {
  const lines = append(parent, 'path', 'grid')
  const labels = createTickLabels(parent, 'ticks end')
  return ({ left, right, em }, ticks, at) => {
    lines.set('d', ticks.map(({ value }) => `M${left},${crisp(scale(at, value))}H${right}`).join(''))
    const x = left - 0.6 * em
    labels(ticks, ({ value }) => [x, Math.round(scale(at, value) + 0.35 * em)])
  }
}

/** Hairlines down the plot; figures `labelEms` below it, or none. */
export function createTimeAxis(parent: Mark, labelEms: number | undefined): Axis {
  const lines = append(parent, 'path', 'grid')
  const labels = createTickLabels(parent, 'ticks middle')
  return ({ right, top, bottom, em }, ticks, at) => {
    lines.set('d', ticks.map(({ value }) => `M${crisp(scale(at, value))},${top}V${bottom}`).join(''))
    if (labelEms === undefined) return
    const y = Math.round(bottom + labelEms * em)
    // The axis' name stands to the right.
    const reach = ({ value, text }: Tick) => scale(at, value) + (textEms(text) / 2) * em
    const shown = ticks.filter((tick) => reach(tick) <= right + 0.6 * em)
    labels(shown, ({ value }) => [Math.round(scale(at, value) * 10) / 10, y])
  }
}

function createTickLabels(parent: Mark, className: string) {
  const group = append(parent, 'g', className)
  const marks = createMarks(() => ({ label: append(group, 'text') }))
  return (ticks: readonly Tick[], placeOf: (tick: Tick) => readonly [number, number]) => {
    const labels = marks(ticks.length)
    ticks.forEach((tick, i) => {
      const [x, y] = placeOf(tick)
      labels[i]?.label.set('x', x).set('y', y).text(tick.text)
    })
  }
}

/** The middle of a pixel, on which a hairline is one pixel wide. */
export function crisp(pixels: number): number {
  return Math.floor(pixels) + 0.5
}
