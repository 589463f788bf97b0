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

export function toLevel({ top, bottom }: Frame, max: number): Placed {
  return {
    isLevel: true,
    max,
    toPixel: (value) => bottom - (value / max) * (bottom - top),
    toValue: (y) => Math.min(max, Math.max(0, ((bottom - y) / (bottom - top)) * max)),
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
