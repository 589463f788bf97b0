import { describe, expect, it } from 'vitest'
import { fromMetrics } from '../../../src/known/from-metrics.ts'
import { higherGogc, underLastGogc } from '../../../src/known/measure/settings-change.ts'
import type { ProcessRun, Scrape } from '../../../src/known/measure/timeline.ts'
import type { Field } from '../../../src/metrics/fields.ts'
import { MIB } from '../../../src/units.ts'

const PROCESS = { job: '', instance: '', namespace: '', pod: '', container: '' }

/** A scrape every 15 s of a process; of each its GOGC and its live heap in MiB, which make the goal. */
function runOf(...states: readonly (readonly [gogc: number, liveMiB: number])[]): ProcessRun {
  const scrapes = states.map(([gogc, liveMiB], i): Scrape => {
    const values: Partial<Record<Field, number>> = {
      gogc,
      memoryLimit: 2 ** 63,
      goal: liveMiB * MIB * (1 + Math.max(0, gogc) / 100),
      heapAlloc: 1.2 * liveMiB * MIB,
      allocTotal: 15 * i * MIB,
    }
    return { seconds: 15 * i, values: new Map(Object.entries(values) as [Field, number][]) }
  })
  return { process: PROCESS, goVersion: undefined, scrapes, pauseEnds: [], clock: 'stamps' }
}

describe('scrapes of a process whose GOGC changes', () => {
  const liveOf = (run: ProcessRun) => fromMetrics([run], new Map()).quantities.find(({ key }) => key === 'liveHeap')!

  it('show the live heap by each goal under the GOGC that made it', () => {
    const { value, low, high } = liveOf(runOf([100, 40], [100, 40], [100, 40], [50, 40], [50, 40]))
    expect(Number(value) / MIB).toBeCloseTo(40, 6)
    expect(high! / low!).toBeLessThan(1.1)
  })

  it('still show a higher load before the change', () => {
    const { high } = liveOf(runOf([100, 100], [100, 100], [50, 20], [50, 20], [50, 20]))
    expect(high! / MIB).toBeGreaterThan(100)
  })

  it('show nothing by a goal under GOGC=off, or by the minimum heap', () => {
    const goals = (run: ProcessRun) => underLastGogc(run.scrapes).map(({ values }) => values.get('goal'))
    expect(goals(runOf([-1, 40], [50, 40]))).toEqual([undefined, 60 * MIB])
    expect(goals(runOf([100, 2], [50, 40]))).toEqual([undefined, 60 * MIB])
  })

  it('stay as they are under one GOGC, and where a memory limit may have set the goals', () => {
    const same = runOf([100, 40], [100, 50]).scrapes
    expect(underLastGogc(same)).toEqual(same)
    const limited = runOf([100, 40], [50, 40]).scrapes.map(({ seconds, values }) => {
      return { seconds, values: new Map<Field, number>([...values, ['memoryLimit', 500 * MIB]]) }
    })
    expect(underLastGogc(limited)).toBe(limited)
  })
})

describe('a GOGC that the heap of scrapes rules out', () => {
  // Each has 60 MiB in its heap, and a goal of 120.
  const { scrapes } = runOf([140, 50], [140, 50])

  it('is one under which more would be live than the heap holds', () => {
    expect(higherGogc(scrapes, 50)).toBeCloseTo(100, 6)
    // Go leaves at least a MiB to grow, and scrapes may not show globals: a little more proves nothing.
    expect(higherGogc(scrapes, 80)).toBeUndefined()
    expect(higherGogc(scrapes, 400)).toBeUndefined()
  })

  it('is none if globals of a few MiB, which scrapes need not show, raised the goal', () => {
    // GOGC=200, 12 MiB live and 3 MiB of globals; the heap just after a cycle.
    const values = new Map<Field, number>([
      ['goal', 42 * MIB],
      ['heapAlloc', 12.5 * MIB],
    ])
    expect(higherGogc([{ seconds: 0, values }], 200)).toBeUndefined()
  })

  it('is none if GOGC is off, or if the goal is the minimum heap', () => {
    expect(higherGogc(scrapes, -1)).toBeUndefined()
    expect(higherGogc(runOf([100, 1]).scrapes, 50)).toBeUndefined()
  })
})
