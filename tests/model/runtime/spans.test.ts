import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Run } from '../../../src/model/runtime/run.ts'
import { heapWithSlots, slotBytes } from '../../../src/model/runtime/spans.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { MIB } from '../../../src/units.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { findBroken } from '../../support/invariants.ts'
import { run } from '../../support/run.ts'

/**
 * 80 MiB of objects, of which a share dies at random in the first second; then a second without allocation, then
 * `after`. @param frees seconds at which all free memory is given back @returns counted memory at the end, in MiB
 */
function afterDeath(objectsPerSpan: number, dying: number, then: readonly object[] = [], frees = [1.5]): number {
  const trace = run({
    model: 'runtime',
    gogc: 'off',
    program: {
      initialLive: '80MiB',
      heapOverhead: 0,
      objectsPerSpan,
      phases: [{ duration: 1, allocRate: 0, oldDeathRate: dying }, { duration: 1, allocRate: 0 }, ...then],
    },
    changes: frees.map((at) => ({ at, freeOSMemory: true })),
  })
  const { counted } = trace.points.runtime!
  return counted[trace.points.count - 1]! / MIB
}

describe('slots that new objects fill before they take new spans', () => {
  // 10 MiB of slots beside 40 MiB live. Half of all allocation goes into them, so they are full at 60 MiB.
  const slots = { slots: 10 * MIB, slotShare: 0.5, live: 40 * MIB } as Run
  const heapAt = (used: number) => heapWithSlots(slots, used * MIB) / MIB

  it('are memory in addition to the heap: 5 MiB at a heap of 50 MiB', () => {
    expect(slotBytes(slots, 50 * MIB) / MIB).toBe(5)
    expect([heapAt(50), heapAt(55), heapAt(60), heapAt(75)]).toEqual([40, 50, 60, 75])
    // Memory is never less than the live heap and its slots.
    expect(heapAt(30)).toBe(40)
  })

  it('give the heap from the memory that it takes, with an overhead too', () => {
    for (const heap of [40, 45, 60, 90])
      for (const overhead of [0, 0.06, 0.5]) {
        const used = (1 + overhead) * heap * MIB + slotBytes(slots, heap * MIB)
        expect(heapWithSlots(slots, used, overhead) / MIB).toBeCloseTo(heap, 9)
      }
  })

  it('may take every byte: so many objects share a span that their share rounds to 1', () => {
    const all = { ...slots, slotShare: 1 } as Run
    const used = [30, 45, 50, 60].map((size) => heapWithSlots(all, size * MIB) / MIB)
    expect(used).toEqual([40, 40, 50, 60])
  })

  it('kill no program in a container that is larger than all it takes, however many objects share a span', () => {
    for (const mixedPerSpan of [1, 8, 54, 55, 94, 1024]) {
      const phases = [{ duration: 0.5, allocRate: '360MiB', newSurvivalRate: 0.4 }]
      const program = { phases, mixedPerSpan, objectsPerSpan: 9 }
      const { outcome, peakContainerBytes } = run({ model: 'runtime', containerLimit: '4GiB', program }).result
      expect(outcome.kind, `${mixedPerSpan} objects`).toBe('completed')
      expect(peakContainerBytes).toBeLessThan(400 * MIB)
    }
  })

  it('are none where nothing died', () => {
    expect(heapWithSlots({ ...slots, slots: 0 }, 30 * MIB)).toBe(30 * MIB)
    expect(slotBytes({ ...slots, slots: 0 }, 30 * MIB)).toBe(0)
  })
})

describe('spans whose objects die at random', () => {
  it('are freed if all of their objects are dead', () => {
    // With one object per span, nothing is left behind; with many, nearly everything is.
    expect(afterDeath(1, 0.5)).toBeCloseTo(40, 6)
    expect(afterDeath(2, 0.5)).toBeCloseTo(80 * 0.75, 6)
    expect(afterDeath(64, 0.5)).toBeCloseTo(80, 6)
    expect(afterDeath(8, 0.9)).toBeCloseTo(80 * (1 - 0.9 ** 8), 6)
  })

  it('are all freed when nothing lives', () => {
    expect(afterDeath(8, 1)).toBeCloseTo(0, 6)
  })

  it('are filled by new long-lived objects first', () => {
    const grown = [{ duration: 1, allocRate: '20MiB', newSurvivalRate: 1 }]
    expect(afterDeath(64, 0.5, grown, [1.5, 3])).toBeCloseTo(80, 6)
    expect(afterDeath(1, 0.5, grown, [1.5, 3])).toBeCloseTo(60, 6)
  })

  it('stay held while new objects fill them in part, and fewer are held once those die too', () => {
    const k = 4
    const rest = { duration: 1, allocRate: 0 }
    const grown = { duration: 1, allocRate: '20MiB', newSurvivalRate: 1 }
    const counted = afterDeath(k, 0.5, [grown, rest, { ...rest, oldDeathRate: 0.5 }, rest], [1.5, 3.5, 5.5])
    const held = 80 * (1 - 0.5 ** k)
    // Find the full heap F in whose spans 60 MiB live hold as many bytes: F · (1 − (1 − 60 / F)^k) = held.
    let full = 60
    while (full * (1 - (1 - 60 / full) ** k) < held) full += 1e-4
    expect(counted).toBeCloseTo(full * (1 - (1 - 30 / full) ** k), 2)
  })

  it('hold at least the heap and at most the memory ever mapped, in every run', () => {
    fc.assert(
      fc.property(
        plausibleScenario({ model: 'runtime' }),
        fc.constantFrom(1, 2.5, 10, 128),
        fc.constantFrom(1, 1.5, 3, 1024),
        (drawn, objectsPerSpan, mixedPerSpan) => {
          const scenario = { ...drawn, program: { ...drawn.program, objectsPerSpan, mixedPerSpan } }
          const trace = simulate(scenario, { maxCycles: 500, maxSteps: 100_000 })
          expect(findBroken(trace)).toEqual([])
          const { count, live, fresh, runtime } = trace.points
          const holdsLess = (heldBytes: number, i: number) => !(heldBytes * (1 + 1e-9) >= live[i]! + fresh[i]!)
          expect(runtime!.counted.subarray(0, count).findIndex(holdsLess)).toBe(-1)
          expect(runtime!.container.subarray(0, count).findIndex((bytes) => !(bytes >= 0))).toBe(-1)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('a container that is too small', () => {
  it('kills a program exactly at its limit, however many slots are unfilled', () => {
    // Cycles with 60 MiB live leave slots in spans; then the live heap grows beyond all earlier heaps.
    const grown = (containerLimit: number | 'off', heapOverhead: number, mixedPerSpan: number) =>
      run({
        model: 'runtime',
        gogc: 100,
        containerLimit,
        program: {
          initialLive: '60MiB',
          heapOverhead,
          mixedPerSpan,
          phases: [
            { duration: 5, allocRate: '100MiB' },
            { duration: 5, allocRate: '100MiB', newSurvivalRate: 0.3 },
          ],
        },
        changes: [{ at: 5.3, gogc: 400 }],
      }).result
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        fc.double({ min: 1.1, max: 8, noNaN: true }),
        fc.double({ min: 0.3, max: 0.98, noNaN: true }),
        (heapOverhead, mixedPerSpan, share) => {
          const limit = share * grown('off', heapOverhead, mixedPerSpan).peakContainerBytes
          const { outcome, peakContainerBytes } = grown(limit, heapOverhead, mixedPerSpan)
          expect(outcome.kind).toBe('oom-killed')
          expect(peakContainerBytes / limit).toBeCloseTo(1, 9)
        },
      ),
    )
  })
})

/** 50 MiB live and this much garbage, for 30 s; 8 MiB beside the heap. */
function steady(mixedPerSpan: number, settings: object) {
  return run({
    model: 'runtime',
    procs: 4,
    ...settings,
    program: {
      initialLive: '50MiB',
      otherMemory: '8MiB',
      heapOverhead: 0,
      mixedPerSpan,
      phases: [{ duration: 30, allocRate: '50MiB', newSurvivalRate: 0 }],
    },
  })
}

/** Go 1.26, mgcpacer.go: what a memory limit leaves for the heap beside this other memory. */
const goalBeside = (limit: number, beside: number) => (limit - beside) * 0.97

describe('slots that short-lived objects leave in shared spans', () => {
  it('change nothing for a heap that doubles between cycles, because it fills them all', () => {
    const whole = steady(1, { gogc: 100 })
    for (const mixed of [1.5, 2, 3, 64]) {
      const { result } = steady(mixed, { gogc: 100 })
      expect(result.cycles).toBe(whole.result.cycles)
      expect(result.peakMemoryBytes / whole.result.peakMemoryBytes).toBeCloseTo(1, 2)
    }
  })

  it('reduce the heap under a memory limit by the slots that are unfilled when a cycle starts', () => {
    const limit = 100 * MIB
    for (const k of [1.5, 2, 3]) {
      const { cycles } = steady(k, { gogc: 'off', memoryLimit: '100MiB' })
      const i = cycles.count - 2
      const { heapStart, heapEnd, liveFound } = cycles.runtime!
      // A steady program: each cycle leaves as many slots as the one before.
      const [live, end] = [liveFound[i]!, heapEnd[i]!]
      const share = 1 - 2 ** (1 - k)
      const slotsOf = (left: number) => (end + left) * (1 - (1 - live / (end + left)) ** k) - live
      let left = 0
      for (let n = 0; n < 100; n++) left = Math.max(0, slotsOf(left) - share * (end - live))
      const atStart = Math.max(0, slotsOf(left) - share * (heapStart[i]! - live))
      expect(cycles.goal[i]! / goalBeside(limit, 8 * MIB + atStart)).toBeCloseTo(1, 2)
    }
  })

  it('make cycles start earlier the more objects share a span, but only after the first cycle', () => {
    const counts = [1, 1.5, 2, 3].map((k) => steady(k, { gogc: 'off', memoryLimit: '80MiB' }))
    const cycles = counts.map(({ result }) => result.cycles)
    expect(cycles).toEqual([...cycles].sort((a, b) => a - b))
    expect(cycles.at(-1)! / cycles[0]!).toBeGreaterThan(1.3)
    const first = counts.map((trace) => trace.cycles.goal[0]!)
    for (const goal of first) expect(goal).toBeCloseTo(first[0]!, -2)
  })
})
