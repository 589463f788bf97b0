import { describe, expect, it } from 'vitest'
import {
  freeAll,
  giveBack,
  isScavenging,
  paceScavenger,
  scavengeSeconds,
  stackBytes,
} from '../../../src/model/runtime/memory.ts'
import type { Run } from '../../../src/model/runtime/run.ts'
import { GIB, MIB } from '../../../src/units.ts'

/** 100 MiB mapped for a heap of 40, with 12 MiB beside it; two processors, no memory limit. Sizes in MiB. */
function runWith({ limit = Infinity, mapped = 100, heap = 40, retained = 0, unused = 0 } = {}): Run {
  const sizes = { heap, mapped, retained, unused, live: heap, fixedMemory: 8, overhead: 4, slots: 0 }
  const bytes = Object.fromEntries(Object.entries(sizes).map(([key, mib]) => [key, mib * MIB]))
  return { ...bytes, memoryLimit: limit * MIB, procs: 2, slotShare: 0, controller: { limitNeed: 0 } } as unknown as Run
}

const mappedAfter = (run: Run, seconds: number, isForced = true) => {
  giveBack(run, seconds, isForced)
  return run.mapped / MIB
}
/** The least limit under which the run would have been the same so far. */
const needed = ({ controller }: Run) => controller.limitNeed / MIB

describe('the background scavenger', () => {
  it('gives back 64 MiB a second for each processor, down to the size that it retains', () => {
    expect(mappedAfter(runWith(), 0.25)).toBeCloseTo(100 - 0.25 * 2 * 64, 9)
    expect(mappedAfter(runWith({ retained: 90 }), 0.25)).toBe(90)
    expect(mappedAfter(runWith({ retained: 100 }), 5)).toBe(100)
  })

  it('never gives back memory of the heap or of its unused slots', () => {
    expect(mappedAfter(runWith(), 5)).toBe(40)
    expect(mappedAfter(runWith({ unused: 7 }), 5)).toBe(47)
    // If the heap has outgrown mapped memory, that is mapped first.
    expect(mappedAfter(runWith({ heap: 120, retained: 200 }), 0)).toBe(120)
  })

  it('retains the memory in use times the ratio of the goals, plus 10 %', () => {
    const run = runWith()
    paceScavenger(run, 50 * MIB, 60 * MIB, 80 * MIB)
    expect(run.retained / MIB).toBeCloseTo(1.1 * (60 / 50) * 80, 9)
    // Without a goal there is no such bound: the scavenger retains everything.
    paceScavenger(run, 0, 60 * MIB, 80 * MIB)
    expect(run.retained).toBe(Infinity)
    paceScavenger(run, 50 * MIB, Infinity, 80 * MIB)
    expect(run.retained).toBe(Infinity)
  })

  it('retains the memory in use plus 10 % where neither GOGC nor a limit sets goals: these are equal then', () => {
    const run = runWith()
    paceScavenger(run, Infinity, Infinity, 80 * MIB)
    expect(run.retained / MIB).toBeCloseTo(1.1 * 80, 9)
  })

  it('retains all that was in use as marking ended, however much lower the next goal is', () => {
    const run = runWith()
    paceScavenger(run, 800 * MIB, 40 * MIB, 420 * MIB)
    expect(run.retained / MIB).toBe(420)
  })

  it('retains at most 95 % of a memory limit, less non-heap memory', () => {
    const run = runWith({ limit: 100 })
    paceScavenger(run, 50 * MIB, 60 * MIB, 80 * MIB)
    expect(run.retained / MIB).toBeCloseTo(95 - 12, 9)
    expect(needed(run)).toBeCloseTo((1.1 * 1.2 * 80 + 12) / 0.95, 6)
    const tiny = runWith({ limit: 10 })
    paceScavenger(tiny, 50 * MIB, 60 * MIB, 80 * MIB)
    expect(tiny.retained / MIB).toBe(80)
  })
})

describe('memory above its limit', () => {
  it('is given back at once, down to the limit less non-heap memory', () => {
    const run = runWith({ limit: 90, retained: 100 })
    expect(mappedAfter(run, 0)).toBe(90 - 12)
    expect(needed(run)).toBeCloseTo(100 + 12, 6)
    expect(mappedAfter(runWith({ limit: 30 }), 0)).toBe(40)
  })

  it('is given back slowly while nothing allocates, or the GC CPU limiter acts', () => {
    expect(mappedAfter(runWith({ limit: 90 }), 0.25, false)).toBeCloseTo(100 - 32, 9)
    const run = runWith({ limit: 90, retained: 100 })
    expect(mappedAfter(run, 5, false)).toBe(100)
    expect(needed(run)).toBe(0)
  })

  it('costs allocating goroutines 0.28 s per GiB given back, 8 % of allocation, from 95 % of the limit on', () => {
    // GOMEMLIMIT counts 112 MiB.
    expect([117, 118].map((limit) => isScavenging(runWith({ limit })))).toEqual([true, false])
    expect(isScavenging(runWith())).toBe(false)
    expect(scavengeSeconds(runWith({ limit: 117 }), 10 * GIB)).toBeCloseTo(0.08 * 10 * 0.28, 9)
    expect(scavengeSeconds(runWith({ limit: 118 }), 10 * GIB)).toBe(0)
  })

  it('would have been the same under any limit above the noted need', () => {
    const run = runWith({ limit: 1000 })
    isScavenging(run)
    expect(needed(run)).toBeCloseTo(112 / 0.95, 6)
    // Also at exactly that limit.
    expect(isScavenging(runWith({ limit: needed(run) }))).toBe(false)
    run.mapped = 50 * MIB
    isScavenging(run)
    expect(needed(run)).toBeCloseTo(112 / 0.95, 6)
  })
})

describe('debug.FreeOSMemory(), and stacks', () => {
  it('keeps the memory in use', () => {
    const run = runWith({ unused: 5 })
    freeAll(run)
    expect(run.mapped / MIB).toBe(45)
    const full = runWith({ heap: 120 })
    freeAll(full)
    expect(full.mapped / MIB).toBe(100)
  })

  it('counts allocated stacks, at least as much as is scanned', () => {
    const of = (stacks: number, stackMemory: number) => stackBytes({ stacks, stackMemory } as Run['program'])
    expect([of(3, 5), of(5, 3)]).toEqual([5, 5])
  })
})
