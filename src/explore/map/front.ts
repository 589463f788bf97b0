import { LEAST_HEADROOM } from '../../model/verdict.ts'
import type { Cell } from './cell.ts'

type Ran = Pick<Cell, 'result'> & Partial<Pick<Cell, 'memoryLimit'>>

/** The Pareto front: settings that no other beats in both memory and GC CPU, sorted from the least memory up. */
export function toFront(cells: readonly Cell[], memoryOf: (cell: Cell) => number): readonly Cell[] {
  const sorted = cells
    .filter(({ result }) => result.outcome.kind === 'completed')
    .sort((a, b) => memoryOf(a) - memoryOf(b) || a.result.compulsoryGcFraction - b.result.compulsoryGcFraction)
  let least = Infinity
  return sorted.filter(({ result }) => {
    const isBetter = result.compulsoryGcFraction < least
    if (isBetter) least = result.compulsoryGcFraction
    return isBetter
  })
}

export const peakMemoryOf = ({ result }: Ran): number => result.peakMemoryBytes

/** The smallest container, in bytes, that leaves the usual headroom above the peak of this run and its memory limit. */
export const containerFor = ({ result, memoryLimit = Infinity }: Ran): number => {
  const limit = memoryLimit < Infinity ? memoryLimit : 0
  return Math.max(result.peakContainerBytes, limit) / (1 - LEAST_HEADROOM)
}

/** The setting with the smallest container, of those with GC CPU of at most `share`; undefined if there is none. */
export function smallestContainer(cells: readonly Cell[], share: number): Cell | undefined {
  return toFront(cells, containerFor).find(({ result }) => result.compulsoryGcFraction <= share)
}
