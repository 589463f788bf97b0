import type { Field } from '../../metrics/fields.ts'
import { MIB } from '../../units.ts'
import { medianOf, type Ranged } from './ranged.ts'
import type { Scrape } from './timeline.ts'

/** What a process has mapped besides objects; undefined: its scrapes do not say. Sizes in bytes. */
interface MeasuredMemory {
  /** Memory of the runtime that does not go with the heap, stacks left aside. */
  readonly other?: Ranged | undefined
  /** What goes with the heap, as a share of it: room that no object fills, span structures, the collector’s tables. */
  readonly overhead?: Ranged | undefined
  readonly outside?: Ranged | undefined
}

/** Medians over the scrapes. */
export function toMemory(scrapes: readonly Scrape[]): MeasuredMemory {
  const rows = scrapes.map(({ values }) => partsOf(values))
  const pick = (name: 'other' | 'overhead' | 'outside') => rows.flatMap((row) => row[name] ?? [])
  return {
    other: rangeOf(pick('other'), 0.1, MIB / 2),
    overhead: rangeOf(pick('overhead'), 0.3, 0.01),
    outside: rangeOf(pick('outside'), 0.5, 4 * MIB),
  }
}

/** Tables that describe the heap, as shares of it: of spans, and the collector’s own (measured: heaps of 60 to 420 MiB). */
const SPAN_TABLES = 0.015
const GC_TABLES = 0.008
export const TABLES = SPAN_TABLES + GC_TABLES

function partsOf(values: ReadonlyMap<Field, number>) {
  const get = (field: Field) => values.get(field)
  const objects = get('heapAlloc')
  const inuse = get('heapInuse') ?? sum(objects, get('heapUnused'))
  const released = get('heapReleased') ?? 0
  const idle = get('heapIdle') ?? sum(get('heapFree'), released)
  const sys = get('sys')
  const counted = sum(sys, -released) ?? get('used') ?? sum(get('usedStack'), get('usedOther'))
  const seen = get('workingSet') ?? get('resident')
  const outside = sum(seen, counted === undefined ? undefined : -counted)
  const unused = inuse !== undefined && objects !== undefined && objects > MIB ? inuse / objects - 1 : undefined
  const heap = sum(inuse, idle)
  // What describes the heap grows with it: it is no fixed memory.
  const tables = heap === undefined ? 0 : (get('spans') ?? SPAN_TABLES * heap) + GC_TABLES * heap
  return {
    other: sys === undefined || heap === undefined ? undefined : atLeast0(sys - heap - (get('stacks') ?? 0) - tables),
    overhead: unused === undefined ? undefined : atLeast0(unused + (heap ? tables / heap : 0)),
    outside: outside === undefined ? undefined : atLeast0(outside),
  }
}

function atLeast0(value: number): number {
  return Math.max(0, value)
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b
}

function rangeOf(values: readonly number[], error: number, least: number): Ranged | undefined {
  const value = medianOf(values)
  if (value === undefined) return undefined
  const width = Math.max(error * value, least)
  const seen = values.slice(0, 1000)
  return { value, low: atLeast0(Math.min(value - width, ...seen)), high: Math.max(value + width, ...seen) }
}
