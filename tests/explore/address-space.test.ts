import { describe, expect, it } from 'vitest'
import { heapAddressSpace } from '../../src/explore/address-space.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB, TIB } from '../../src/units.ts'

const large = (mib: number) => ({ duration: (mib * MIB) / (2 * TIB), allocRate: '2TiB', newSurvivalRate: 1 })
const wait = (oldDeathRate = 0) => ({ duration: 1, oldDeathRate })

function scenarioOf(...phases: readonly object[]) {
  const result = validateScenario({ version: 1, model: 'runtime', gogc: 'off', program: { phases } })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

/** A run with cycles only: each ends at an instant of the program's time, with a heap in MiB. */
function traceOf(cycles: readonly { readonly at: number; readonly heap: number }[], lastHeap: number): Trace {
  const none = cycles.map(() => 0)
  return {
    cycles: {
      count: cycles.length,
      startPoint: cycles.map((_, i) => i),
      endPoint: cycles.map((_, i) => i),
      runtime: {
        assist: none,
        background: none,
        idle: none,
        pause: none,
        heapEnd: cycles.map(({ heap }) => heap * MIB),
      },
    },
    points: {
      count: cycles.length + 1,
      time: [...cycles.map(({ at }) => at), 100],
      live: [...none, lastHeap * MIB],
      fresh: [...none, 0],
    },
    result: { peakHeapBytes: 0 },
  } as unknown as Trace
}

const inMib = (bytes: number) => Math.round(bytes / MIB)

describe('the address space of a heap', () => {
  it('is the peak heap where no object is large', () => {
    const scenario = toScenario(findPreset('weaviate-limit')!)
    const trace = simulate(scenario)
    expect(heapAddressSpace(scenario, trace)).toBe(trace.result.peakHeapBytes)
  })

  it('is the sum of all allocations where nothing is ever collected', () => {
    const scenario = toScenario(findPreset('lines-off')!)
    // TotalAlloc as the source printed it.
    expect(heapAddressSpace(scenario, simulate(scenario)) / MIB).toBeCloseTo(3454, -0.5)
  })

  it('uses a hole again that is large enough', () => {
    // 10 and 12; the 10 dies in the first second, is collected in the next, and 9 takes its place.
    const scenario = scenarioOf(large(10), large(12), wait(10 / 22), wait(), large(9), wait())
    expect(inMib(heapAddressSpace(scenario, traceOf([{ at: 1.5, heap: 22 }], 21)))).toBe(22)
  })

  it('starts at 0 and has no gaps: it is the exact sum of adjacent objects', () => {
    const scenario = scenarioOf(large(10), large(12), wait(), wait())
    const space = heapAddressSpace(scenario, traceOf([{ at: 1.5, heap: 22 }], 25))
    expect(Math.abs(space - 25 * MIB)).toBeLessThan(0.5)
  })

  it('does not use a hole that is too small', () => {
    const scenario = scenarioOf(large(10), large(12), wait(10 / 22), wait(), large(11), wait())
    expect(inMib(heapAddressSpace(scenario, traceOf([{ at: 1.5, heap: 22 }], 23)))).toBe(33)
  })

  it('does not reuse an object that died after the cycle began', () => {
    const scenario = scenarioOf(large(10), large(12), wait(10 / 22), wait(), large(9), wait())
    expect(inMib(heapAddressSpace(scenario, traceOf([{ at: 0.5, heap: 22 }], 31)))).toBe(31)
  })

  it('lets small objects fill any hole, and keep it', () => {
    const scenario = scenarioOf(large(10), large(12), wait(10 / 22), wait(), wait(), large(9), wait())
    // After the first cycle 4 MiB of small objects take the beginning of the hole, so 9 no longer fits.
    const cycles = [
      { at: 1.5, heap: 22 },
      { at: 2.5, heap: 16 },
    ]
    expect(inMib(heapAddressSpace(scenario, traceOf(cycles, 25)))).toBe(31)
  })

  it('includes the heap at the end of the run, live and new, beside one large object', () => {
    const trace = traceOf([], 12)
    const fresh = { ...trace, points: { ...trace.points, fresh: [3 * MIB] } } as unknown as Trace
    expect(inMib(heapAddressSpace(scenarioOf(large(10), wait()), trace))).toBe(12)
    expect(inMib(heapAddressSpace(scenarioOf(large(10), wait()), fresh))).toBe(15)
  })

  it('contains an object that is made at the very instant in which a cycle ends', () => {
    const scenario = scenarioOf(wait(), large(10), wait())
    expect(inMib(heapAddressSpace(scenario, traceOf([{ at: 1, heap: 10 }], 10)))).toBe(10)
  })

  it('frees an object that dies at the very instant in which a cycle begins', () => {
    const phases = [large(10), large(12), wait(10 / 22)] as const
    const at = phases.reduce((sum, { duration }) => sum + duration, 0)
    const scenario = scenarioOf(...phases, wait(), large(9), wait())
    expect(inMib(heapAddressSpace(scenario, traceOf([{ at, heap: 22 }], 21)))).toBe(22)
  })

  it('tells two objects of the same size apart: one dies, one stays', () => {
    // Two objects have the same size. The first dies; the third takes its place, and no space is left for a fourth.
    const scenario = scenarioOf(large(10), large(10), wait(0.5), wait(), large(10), large(10), wait())
    expect(inMib(heapAddressSpace(scenario, traceOf([{ at: 1.5, heap: 20 }], 30)))).toBe(30)
  })

  it('treats as large only an object of at least 1 MiB that is made at once', () => {
    const slow = { duration: 1, allocRate: '512GiB', newSurvivalRate: 1 }
    for (const phase of [slow, large(0.5)]) {
      const trace = traceOf([], 0)
      const peak = { ...trace, result: { ...trace.result, peakHeapBytes: 7 * MIB } } as Trace
      expect(inMib(heapAddressSpace(scenarioOf(phase), peak))).toBe(7)
    }
    expect(inMib(heapAddressSpace(scenarioOf(large(1)), traceOf([], 1)))).toBe(1)
  })

  it('is never below the peak heap, even for a run without a record of its cycles', () => {
    const trace = traceOf([], 5)
    const peak = { ...trace, result: { ...trace.result, peakHeapBytes: 40 * MIB } } as Trace
    expect(inMib(heapAddressSpace(scenarioOf(large(10), wait()), peak))).toBe(40)
    const guide = { ...scenarioOf(large(10), wait()), model: 'guide' } as const
    expect(inMib(heapAddressSpace(guide, simulate(guide)))).toBe(10)
  })
})
