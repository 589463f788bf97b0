/**
 * How far predictions from one log came from what was recorded: half of them within `half`, nine of ten within `most`.
 * Shares: the larger of prediction and measurement over the smaller, less one. `npm run evidence -- what-if` prints each
 * prediction, and these lines at its end; `tests/log/bands.test.ts` keeps them so.
 */
export const BANDS = {
  cycles: { half: 0.05, most: 0.28 },
  peakHeap: { half: 0.025, most: 0.15 },
  gcCpu: { half: 0.15, most: 0.9 },
  programs: 17,
  predictions: 468,
} as const

/** From and to, within which nine of ten such predictions would be. */
export function toBand(value: number, { most }: { readonly most: number }): readonly [number, number] {
  return [value / (1 + most), value * (1 + most)]
}
