import { MIB } from '../units.ts'

/** A kind of live heap, and what marking it costs: CPU-ms per MiB of live objects. */
interface HeapShape {
  readonly name: string
  /** Go 1.26 with Green Tea, its default; and built with GOEXPERIMENT=nogreenteagc, the collector before it. */
  readonly greenTea: number
  readonly before: number
  /** Objects that Green Tea scans per visit to a span, or to a single object. */
  readonly objectsPerVisit: number
}

/**
 * Measured with objects of 128 bytes, 64 MiB of them before any died (tests/tools/heap-shapes,
 * tests/fixtures/heap-shapes).
 */
export const HEAP_SHAPES: readonly HeapShape[] = [
  { name: 'slice of objects, all live', greenTea: 0.16, before: 0.22, objectsPerVisit: 61 },
  { name: 'slice of objects, 1 of 16 live', greenTea: 0.58, before: 0.79, objectsPerVisit: 3.9 },
  { name: 'search tree', greenTea: 1.4, before: 1.4, objectsPerVisit: 1.3 },
  { name: 'chain in random order', greenTea: 2.2, before: 2.0, objectsPerVisit: 1 },
  { name: 'slice of objects, 1 of 64 live', greenTea: 2.6, before: 1.9, objectsPerVisit: 1 },
  { name: 'chain, 1 of 64 live', greenTea: 5.8, before: 5.4, objectsPerVisit: 1 },
]

/** The scan rate of such a heap, in bytes per CPU-second. */
export function scanRateOfShape({ greenTea }: HeapShape): number {
  return Math.round((1000 / greenTea) * MIB)
}

/** Heap shapes that match the `scan:` lines of gctrace=2. If each visit finds one object, several shapes match. */
export function shapesScanned(objectsPerVisit: number): readonly HeapShape[] {
  const off = (shape: HeapShape) => Math.abs(Math.log(objectsPerVisit / shape.objectsPerVisit))
  const nearest = HEAP_SHAPES.reduce((least, shape) => Math.min(least, off(shape)), Infinity)
  return nearest > MOST_UNLIKE ? [] : HEAP_SHAPES.filter((shape) => off(shape) <= nearest + ALIKE)
}

/** In logarithms: twice the number of objects is another shape, a difference of 0.1 is not. */
const MOST_UNLIKE = Math.LN2
const ALIKE = 0.1
