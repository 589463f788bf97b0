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

/** A run of which only cycles matter: each at an instant of the program's time, with the heap it ended at, in MiB. */
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
  it('is its highest heap where nothing is large', () => {
    const scenario = toScenario(findPreset('weaviate-limit')!)
    const trace = simulate(scenario)
    expect(heapAddressSpace(scenario, trace)).toBe(trace.result.peakHeapBytes)
  })

  it('is all that was allocated where nothing is ever collected', () => {
    const scenario = toScenario(findPreset('lines-off')!)
    // TotalAlloc as the source printed it.
    expect(heapAddressSpace(scenario, simulate(scenario)) / MIB).toBeCloseTo(3454, -0.5)
  })

  it('uses a hole again that is large enough', () => {
    // 10 and 12; the 10 dies in the first second, is collected in the next, and 9 takes its place.
    const scenario = scenarioOf(large(10), large(12), wait(10 / 22), wait(), large(9), wait())
    expect(inMib(heapAddressSpace(scenario, traceOf([{ at: 1.5, heap: 22 }], 21)))).toBe(22)
  })

  it('leaves a hole that is too small', () => {
    const scenario = scenarioOf(large(10), large(12), wait(10 / 22), wait(), large(11), wait())
    expect(inMib(heapAddressSpace(scenario, traceOf([{ at: 1.5, heap: 22 }], 23)))).toBe(33)
  })

  it('cannot use what died after the cycle began', () => {
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
})
