import { MIB } from '../units.ts'

/** What a live heap may be made of, and what marking it costs: CPU-ms per MiB of live objects. */
export interface HeapShape {
  readonly name: string
  /** Go 1.26 as it ships, with Green Tea; and built with GOEXPERIMENT=nogreenteagc, as before. */
  readonly greenTea: number
  readonly before: number
}

/**
 * Measured with objects of 128 bytes, 64 MiB of them before any died: the least of 50 cycles, sweeping included
 * (tests/tools/heap-shapes; tests/fixtures/heap-shapes holds what it wrote).
 */
export const HEAP_SHAPES: readonly HeapShape[] = [
  { name: 'slice of objects, all live', greenTea: 0.16, before: 0.22 },
  { name: 'slice of objects, 1 of 16 live', greenTea: 0.58, before: 0.79 },
  { name: 'search tree', greenTea: 1.4, before: 1.4 },
  { name: 'chain in random order', greenTea: 2.2, before: 2.0 },
  { name: 'slice of objects, 1 of 64 live', greenTea: 2.6, before: 1.9 },
  { name: 'chain, 1 of 64 live', greenTea: 5.8, before: 5.4 },
]

/** The scan rate of a heap of this shape, in bytes per CPU-second. */
export function scanRateOfShape({ greenTea }: HeapShape): number {
  return Math.round((1000 / greenTea) * MIB)
}
