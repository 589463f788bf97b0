import { select } from 'd3-selection'
import { append, type Mark } from './dom.ts'
import { type Frame, textEms } from './layout.ts'
import { type Straight, scale } from './pen.ts'
import type { Tick } from './ticks.ts'

/** An axis: hairlines across the plot and figures beside it. */
export interface Axis {
  update(frame: Frame, ticks: readonly Tick[], at: Straight): void
}

/** Hairlines across the plot, figures to its left. */
export function createValueAxis(parent: Mark): Axis {
  const lines = append(parent, 'path', 'grid')
  const labels = createTickLabels(parent, 'ticks end')
  return {
    update(frame, ticks, at) {
      const { left, right, em } = frame
      lines.set('d', ticks.map(({ value }) => `M${left},${crisp(scale(at, value))}H${right}`).join(''))
      const x = left - 0.6 * em
      labels(ticks, ({ value }) => [x, Math.round(scale(at, value) + 0.35 * em)])
    },
  }
}

/** Hairlines down the plot; figures `labelEms` below it, or none. */
export function createTimeAxis(parent: Mark, labelEms: number | undefined): Axis {
  const lines = append(parent, 'path', 'grid')
  const labels = createTickLabels(parent, 'ticks middle')
  return {
    update({ right, top, bottom, em }, ticks, at) {
      lines.set('d', ticks.map(({ value }) => `M${crisp(scale(at, value))},${top}V${bottom}`).join(''))
      if (labelEms === undefined) return
      const y = Math.round(bottom + labelEms * em)
      // The axis' name stands to the right.
      const reach = ({ value, text }: Tick) => scale(at, value) + (textEms(text) / 2) * em
      const shown = ticks.filter((tick) => reach(tick) <= right + 0.6 * em)
      labels(shown, ({ value }) => [Math.round(scale(at, value) * 10) / 10, y])
    },
  }
}

type Place = (tick: Tick) => readonly [number, number]

function createTickLabels(parent: Mark, className: string): (ticks: readonly Tick[], place: Place) => void {
  const group = select<SVGElement, undefined>(append(parent, 'g', className).element)
  let drawn = ''
  return (ticks, place) => {
    const placed = ticks.map((tick) => ({ text: tick.text, at: place(tick) }))
    const signature = placed.map(({ text, at }) => `${text}@${at}`).join()
    if (signature === drawn) return
    drawn = signature
    group
      .selectAll<SVGTextElement, unknown>('text')
      .data(placed)
      .join('text')
      .attr('x', ({ at }) => at[0])
      .attr('y', ({ at }) => at[1])
      .text(({ text }) => text)
  }
}

/** The middle of a pixel, on which a hairline is one pixel wide. */
export function crisp(pixels: number): number {
  return Math.floor(pixels) + 0.5
}
