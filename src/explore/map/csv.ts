import type { Cell } from './cell.ts'

/** The columns of a map's table. Scripts depend on the names: shares are 0…1, sizes bytes, times CPU-seconds. */
const COLUMNS: Readonly<Record<string, (cell: Cell) => number | string>> = {
  gogc: ({ gogc }) => orOff(gogc),
  memoryLimit: ({ memoryLimit }) => orOff(memoryLimit),
  outcome: ({ result }) => result.outcome.kind,
  gcCpuFraction: ({ result }) => result.gcCpuFraction,
  compulsoryGcFraction: ({ result }) => result.compulsoryGcFraction,
  peakMemoryBytes: ({ result }) => result.peakMemoryBytes,
  peakContainerBytes: ({ result }) => result.peakContainerBytes,
  cycles: ({ result }) => result.cycles,
  totalSeconds: ({ result }) => result.totalSeconds,
  limiterSeconds: ({ result }) => result.limiterSeconds,
}

export const MAP_HEADER = `${Object.keys(COLUMNS).join(',')}\n`

export function toMapLine(cell: Cell): string {
  const fields = Object.values(COLUMNS).map((fieldOf) => fieldOf(cell))
  return `${fields.join(',')}\n`
}

function orOff(value: number): number | string {
  return Number.isFinite(value) ? value : 'off'
}
