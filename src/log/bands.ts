/**
 * How far predictions from one log came from what was recorded: 130 of them, nine programs of our own under 65 settings,
 * from either of two recordings (`npm run evidence -- what-if` prints each). Shares of the prediction.
 */
export const BANDS = {
  cycles: { half: 0.045, most: 0.17 },
  peakHeap: { half: 0.018, most: 0.15 },
  gcCpu: { half: 0.13, most: 0.43 },
} as const

/** From and to, within which nine of ten such predictions would be. */
export function toBand(value: number, { most }: { readonly most: number }): readonly [number, number] {
  return [value / (1 + most), value * (1 + most)]
}
