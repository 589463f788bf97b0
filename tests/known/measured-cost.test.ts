import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { type KnownProgram, programOf } from '../../src/known/scenario.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { finish } from '../../src/model/slices.ts'
import { GIB, MIB } from '../../src/units.ts'

/** 10 s of a service: 40 MiB live, 60 MiB allocated per second, 2 CPUs. A cycle takes 20 ms of CPU. */
const SERVICE = {
  heapLive: 40 * MIB,
  scanStacks: MIB / 2,
  scanGlobals: 0,
  perSecond: 60 * MIB,
  cycles: 18,
  gcCpu: 0.36,
}

/** The program that three scrapes with CPU classes show. @param stacks what cycles scan of stacks in each, in bytes */
function programFrom(changed: Partial<typeof SERVICE & { gcIdleCpu: number }> = {}, stacks?: readonly number[]) {
  const { heapLive, scanStacks, scanGlobals, perSecond, cycles, gcCpu, gcIdleCpu = 0 } = { ...SERVICE, ...changed }
  const scrapes = [0, 5, 10].map((seconds, i) => {
    const part = 1 + seconds / 10
    const scanned = stacks?.[i] ?? scanStacks
    const values: Partial<Record<Field, number>> = {
      procs: 2,
      gogc: 100,
      memoryLimit: 2 ** 63,
      heapLive,
      scanStacks: scanned,
      stacks: 2 * scanned,
      scanGlobals,
      goal: 2 * heapLive + scanned + scanGlobals,
      heapAlloc: 1.5 * heapLive,
      scanHeap: 1.5 * heapLive,
      allocTotal: 10 * perSecond * part,
      cycles: cycles * part,
      gcCpu: gcCpu * part,
      gcIdleCpu: gcIdleCpu * part,
      userCpu: 5 * part,
      allCpu: 20 * part,
    }
    return { seconds, values: new Map(Object.entries(values) as [Field, number][]) }
  })
  const process = { namespace: '', pod: '', container: '', job: '', instance: '' }
  const runs = [{ process, goVersion: undefined, scrapes, pauseEnds: [], clock: 'stamps' as const }]
  const made = programOf(toKnown({ runs, manifests: [], typed: {} }), 60)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

const costOf = ({ known }: KnownProgram) => Number(find(known, 'scanRate')?.value)
const asItIs = (program: KnownProgram) => finish(searchKnown(program, (scenario) => scenario))

describe('what marking costs, by the CPU classes of two scrapes', () => {
  it('counts stacks and globals among what is marked', () => {
    expect(costOf(programFrom())).toBeCloseTo((40.5 * MIB) / 0.02, -3)
    const deep = programFrom({ heapLive: 4 * MIB, scanStacks: 60 * MIB, scanGlobals: 8 * MIB })
    expect(costOf(deep)).toBeCloseTo((72 * MIB) / 0.02, -3)
    expect(deep.scenario.program.globals).toBe(8 * MIB)
  })

  it('uses the median of the stacks of all scrapes, because they come and go', () => {
    const program = programFrom({ heapLive: 4 * MIB }, [10 * MIB, 2 * MIB, 60 * MIB])
    expect(costOf(program)).toBeCloseTo((14 * MIB) / 0.02, -3)
    expect(find(program.known, 'scannedStacks')).toMatchObject({ value: 10 * MIB, low: 2 * MIB, high: 60 * MIB })
  })

  it('still lets the simulation reach the measured number of cycles', () => {
    // What is allocated is known within some percent, and the cycles follow it.
    for (const cycles of [15, 16, 17]) {
      const { cycleRate } = asItIs(programFrom({ cycles }))
      expect(cycleRate.likely).toBeGreaterThan((0.95 * cycles) / 10)
      expect(cycleRate.likely).toBeLessThan((1.05 * cycles) / 10)
    }
  })
})

describe('GC’s share of the CPU without idle marking', () => {
  const share = (changed: Parameters<typeof programFrom>[0]) => asItIs(programFrom(changed)).spread.compulsoryGcFraction

  it.each([0, 0.12, 0.3])('is as measured under the same settings: %d s of idle marking', (gcIdleCpu) => {
    const measured = (SERVICE.gcCpu - gcIdleCpu) / (20 - gcIdleCpu)
    const { low, likely, high } = share({ gcIdleCpu })
    expect(low).toBeLessThan(measured)
    expect(high).toBeGreaterThan(measured)
    expect(likely / measured).toBeGreaterThan(0.8)
    expect(likely / measured).toBeLessThan(1.25)
  })

  it('is never more than all that GC takes', () => {
    const prediction = asItIs(programFrom({ gcCpu: 8, gcIdleCpu: 0, cycles: 18, perSecond: 6 * GIB }))
    const { compulsoryGcFraction, gcSeconds, wallSeconds } = prediction.spread
    expect(compulsoryGcFraction.likely).toBeLessThanOrEqual((1.001 * gcSeconds.likely) / (2 * wallSeconds.likely))
  })
})
