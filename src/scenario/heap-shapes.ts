import { MIB } from '../units.ts'

/** What a live heap may be made of, and what marking it costs: CPU-ms per MiB of live objects. */
export interface HeapShape {
  readonly name: string
  /** Go 1.26 as it ships, with Green Tea; and built with GOEXPERIMENT=nogreenteagc, as before. */
  readonly greenTea: number
  readonly before: number
  /** Objects that Green Tea scans each time it goes to a span, or to one object alone. */
  readonly objectsPerVisit: number
}

/**
 * Measured with objects of 128 bytes, 64 MiB of them before any died: the least of 50 cycles, sweeping included
 * (tests/tools/heap-shapes; tests/fixtures/heap-shapes holds what it wrote).
 */
export const HEAP_SHAPES: readonly HeapShape[] = [
  { name: 'slice of objects, all live', greenTea: 0.16, before: 0.22, objectsPerVisit: 61 },
  { name: 'slice of objects, 1 of 16 live', greenTea: 0.58, before: 0.79, objectsPerVisit: 3.9 },
  { name: 'search tree', greenTea: 1.4, before: 1.4, objectsPerVisit: 1.3 },
  { name: 'chain in random order', greenTea: 2.2, before: 2.0, objectsPerVisit: 1 },
  { name: 'slice of objects, 1 of 64 live', greenTea: 2.6, before: 1.9, objectsPerVisit: 1 },
  { name: 'chain, 1 of 64 live', greenTea: 5.8, before: 5.4, objectsPerVisit: 1 },
]

/** The scan rate of a heap of this shape, in bytes per CPU-second. */
export function scanRateOfShape({ greenTea }: HeapShape): number {
  return Math.round((1000 / greenTea) * MIB)
}

/**
 * Heaps that `scan:` lines of gctrace=2 look like: none where the number is that of no measured heap. Where each visit finds
 * one object, several do.
 */
export function shapesScanned(objectsPerVisit: number): readonly HeapShape[] {
  const off = (shape: HeapShape) => Math.abs(Math.log(objectsPerVisit / shape.objectsPerVisit))
  const nearest = HEAP_SHAPES.reduce((least, shape) => Math.min(least, off(shape)), Infinity)
  return nearest > MOST_UNLIKE ? [] : HEAP_SHAPES.filter((shape) => off(shape) <= nearest + ALIKE)
}

/** Logarithms: a number of objects that is twice another is another shape; a tenth is none. */
const MOST_UNLIKE = Math.LN2
const ALIKE = 0.1
