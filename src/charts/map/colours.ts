import { scaleThreshold } from 'd3-scale'
import { interpolateViridis } from 'd3-scale-chromatic'

/** Compulsory GC shares at which the colour changes: steps, so that no colour claims more than its legend says. */
export const SHARE_STEPS = [0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.35, 0.5] as const

/** From much light (hardly any GC) to dark: made for colour-blind eyes, and the same on light and dark paper. */
export const SHARE_COLOURS: readonly string[] = Array.from({ length: SHARE_STEPS.length + 1 }, (_, i) =>
  interpolateViridis(1 - i / SHARE_STEPS.length),
)

const toClass = scaleThreshold<number, number>()
  .domain(SHARE_STEPS)
  .range(SHARE_COLOURS.map((_, i) => i))

/** The index of a share's colour in `SHARE_COLOURS`. */
export function shareClass(share: number): number {
  return toClass(share)
}
