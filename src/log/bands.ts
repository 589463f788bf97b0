/**
 * How far predictions from one log came from what was recorded: half of them within `half`, nine of ten within `most`.
 * Shares: the larger of prediction and measurement over the smaller, less one. `npm run evidence -- what-if` prints each
 * prediction, and these lines at its end; `tests/log/bands.test.ts` keeps them so.
 */
export const BANDS = {
  cycles: { half: 0.04, most: 0.13 },
  peakHeap: { half: 0.015, most: 0.14 },
  gcCpu: { half: 0.09, most: 0.6 },
  programs: 9,
  predictions: 130,
} as const

/** From and to, within which nine of ten such predictions would be. */
export function toBand(value: number, { most }: { readonly most: number }): readonly [number, number] {
  return [value / (1 + most), value * (1 + most)]
}
