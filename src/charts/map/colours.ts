import { bisectRight } from 'd3-array'

/** Shares of compulsory GC at which the colour changes. Steps, so that a colour says no more than the legend. */
export const SHARE_STEPS: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.35, 0.5]

/**
 * Viridis, made for colour-blind eyes, and the same on light and dark paper. D3's `interpolateViridis` at eighths, as a
 * test says; its tables of 256 would be a tenth of a frame.
 */
export const SHARE_COLOURS: readonly string[] = [
  '#fde725',
  '#addc30',
  '#5ec962',
  '#28ae80',
  '#21918c',
  '#2c728e',
  '#3b528b',
  '#472d7b',
  '#440154',
]

/** The index of a share's colour in `SHARE_COLOURS`, where the steps are `fineness` times finer. */
export function shareClass(share: number, fineness = 1): number {
  return bisectRight(SHARE_STEPS, share * fineness)
}
