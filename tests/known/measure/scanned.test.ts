import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../../src/known/known.ts'
import { ensembleOf } from '../../../src/known/ranges.ts'
import { programOf } from '../../../src/known/scenario.ts'
import type { Field } from '../../../src/metrics/fields.ts'
import { MIB } from '../../../src/units.ts'
import { toRun } from '../../tools/evidence-services.ts'

/** A B+ tree that grows, of which a tenth holds pointers; scraped at different points of its cycles. */
const ROWS = [
  { seconds: 0, live: 80, heap: 100, scan: 10 },
  { seconds: 10, live: 110, heap: 130, scan: 13.5 },
  { seconds: 20, live: 140, heap: 260, scan: 25 },
]

const values = ({ seconds, live, heap, scan }: (typeof ROWS)[number]): ReadonlyMap<Field, number> =>
  new Map<Field, number>([
    ['heapLive', live * MIB],
    ['heapAlloc', heap * MIB],
    ['goal', 2 * live * MIB],
    ['scanHeap', scan * MIB],
    ['allocTotal', 100 * seconds * MIB],
    ['cycles', seconds],
    ['gogc', 100],
    ['procs', 2],
  ])

describe('what /gc/scan/heap shows', () => {
  const known = toKnown({
    runs: [toRun(ROWS.map((row) => ({ seconds: row.seconds, values: values(row) })))],
    manifests: [],
    typed: {},
  })

  it('is the share of the heap that holds pointers, whenever it is scraped and however the live heap grows', () => {
    const live = Number(find(known, 'liveHeap')?.value)
    const { value, low, high } = find(known, 'pointerFreeLive')!
    expect(Number(value) / live).toBeCloseTo(0.9, 2)
    expect(low! / live).toBeGreaterThan(0.85)
    expect(high! / live).toBeLessThan(0.95)
  })

  it('leaves a part of the heap to mark in each program that fits, even in the one with the smallest live heap', () => {
    const program = programOf(known)
    if (!program.ok) throw new Error(program.problems[0]?.message)
    for (const { scenario } of ensembleOf(program.value).candidates) {
      const { pointerFreeLive, initialLive } = scenario.program
      expect(pointerFreeLive / initialLive).toBeGreaterThan(0.8)
      expect(pointerFreeLive / initialLive).toBeLessThan(0.97)
    }
  })
})
