import type { Frame } from '../../../charts/layout.ts'

/** Maps a value to its position in pixels, and back. */
export interface Placed {
  readonly isLevel: boolean
  readonly max: number
  readonly toPixel: (value: number) => number
  readonly toValue: (pixel: number) => number
}

export interface PlacedProps {
  readonly frame: Frame
  readonly scales: Placed
}

/** @param above what the chart draws below the value, in its unit */
export function toLevel({ top, bottom }: Frame, axisMax: number, above = 0): Placed {
  const max = axisMax - above
  return {
    isLevel: true,
    max,
    toPixel: (value) => bottom - ((above + value) / axisMax) * (bottom - top),
    toValue: (y) => Math.min(max, Math.max(0, ((bottom - y) / (bottom - top)) * axisMax - above)),
  }
}

export function toMoment({ left, right }: Frame, [start, end]: readonly [number, number]): Placed {
  return {
    isLevel: false,
    max: end,
    toPixel: (value) => left + ((value - start) / (end - start)) * (right - left),
    toValue: (x) => Math.min(end, Math.max(start, start + ((x - left) / (right - left)) * (end - start))),
  }
}

/** The step of keys and pointer: about a two-hundredth of the axis, a round number. */
export function snap(value: number, max: number): number {
  const step = stepOf(max)
  return Math.round(value / step) * step
}

export function stepOf(max: number): number {
  return 2 ** Math.floor(Math.log2(max / 100))
}
