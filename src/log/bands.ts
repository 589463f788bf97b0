/**
 * How far predictions from one log came from what was recorded: 130 of them, nine programs of our own under 65 settings,
 * from either of two recordings (`npm run evidence -- what-if` prints each). Shares: the larger of prediction and
 * measurement over the smaller, less one.
 */
export const BANDS = {
  cycles: { half: 0.045, most: 0.16 },
  peakHeap: { half: 0.015, most: 0.15 },
  gcCpu: { half: 0.09, most: 0.52 },
} as const

/** From and to, within which nine of ten such predictions would be. */
export function toBand(value: number, { most }: { readonly most: number }): readonly [number, number] {
  return [value / (1 + most), value * (1 + most)]
}
