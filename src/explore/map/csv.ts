import type { Cell } from './cell.ts'

/** The columns of a map's table. Scripts depend on the names: shares are 0…1, sizes bytes, times CPU-seconds. */
const MAP_COLUMNS = [
  'gogc',
  'memoryLimit',
  'outcome',
  'gcCpuFraction',
  'compulsoryGcFraction',
  'peakMemoryBytes',
  'peakContainerBytes',
  'cycles',
  'totalSeconds',
  'limiterSeconds',
] as const

export const MAP_HEADER = `${MAP_COLUMNS.join(',')}\n`

/** One cell as a line of CSV. */
export function toMapLine({ gogc, memoryLimit, result, compulsory }: Cell): string {
  const { outcome, gcCpuFraction, peakMemoryBytes, peakContainerBytes, cycles, totalSeconds, limiterSeconds } = result
  const fields = [
    orOff(gogc),
    orOff(memoryLimit),
    outcome.kind,
    gcCpuFraction,
    compulsory,
    peakMemoryBytes,
    peakContainerBytes,
    cycles,
    totalSeconds,
    limiterSeconds,
  ]
  return `${fields.join(',')}\n`
}

function orOff(value: number): number | string {
  return Number.isFinite(value) ? value : 'off'
}
