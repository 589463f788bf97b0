import type { Evidence, EvidenceFigure } from '../../src/explore/evidence.ts'

/** How far predictions have been off, as `src/log/bands.ts` holds it. */
export interface MeasuredBand {
  readonly half: number
  readonly most: number
}

/** The bands that the evidence supports: half of all predictions to the next half per cent, nine of ten to the next whole one. */
export function toBands(rows: readonly Evidence[]): Record<'cycles' | 'peakHeap' | 'gcCpu', MeasuredBand> {
  const band = (figure: EvidenceFigure): MeasuredBand => {
    const factors = rows.map((row) => factorOf(row, figure)).sort((a, b) => a - b)
    const at = (share: number) => factors[Math.ceil(share * factors.length) - 1] ?? Number.NaN
    return { half: Math.ceil(200 * at(0.5)) / 200, most: Math.ceil(100 * at(0.9)) / 100 }
  }
  return { cycles: band('cycles'), peakHeap: band('peakHeapMiB'), gcCpu: band('gcCpuSeconds') }
}

/** The larger of prediction and measurement over the smaller, less one: as wide upwards as downwards. */
function factorOf(row: Evidence, figure: EvidenceFigure): number {
  const { predicted, measured } = row[figure]
  const mean = measured.reduce((sum, value) => sum + value, 0) / measured.length
  if (predicted === mean) return 0
  return Math.max(predicted, mean) / Math.min(predicted, mean) - 1
}

/** The lines of `src/log/bands.ts` that follow from the evidence. */
export function printBands(rows: readonly Evidence[]): string {
  const { cycles, peakHeap, gcCpu } = toBands(rows)
  const entry = (name: string, { half, most }: MeasuredBand) => `  ${name}: { half: ${half}, most: ${most} },`
  return [
    entry('cycles', cycles),
    entry('peakHeap', peakHeap),
    entry('gcCpu', gcCpu),
    `  programs: ${countPrograms(rows)},`,
    `  predictions: ${rows.length},`,
  ].join('\n')
}

export function countPrograms(rows: readonly Evidence[]): number {
  return new Set(rows.map(({ setting }) => setting.program)).size
}
