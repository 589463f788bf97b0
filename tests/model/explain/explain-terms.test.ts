import { describe, expect, it } from 'vitest'
import { causeOf } from '../../../src/model/cause.ts'
import { isMeasured, toTerms, whyUnmeasured } from '../../../src/model/explain/explain-terms.ts'
import { simulate } from '../../../src/model/simulate.ts'
import type { Trace } from '../../../src/model/trace.ts'
import { findPreset, presetNamed, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { MIB } from '../../../src/units.ts'
import { run as runOf } from '../../support/run.ts'

const run = (id: string): Trace => simulate({ ...toScenario(findPreset(id)!), model: 'runtime', cpuLimiter: true })

const glossOf = (trace: Trace, i: number, key: string) =>
  toTerms(trace, trace.cycles.runtime!, i).find((term) => term.key === key)!.gloss

const indices = (trace: Trace) => Array.from({ length: trace.cycles.count }, (_, i) => i)

describe('the sizes of a cycle', () => {
  it('stand in the unit of its goal', () => {
    const phases = [{ duration: 30, allocRate: '4GiB', scanRate: '8GiB' }]
    const trace = runOf({ model: 'runtime', procs: 4, program: { initialLive: '40GiB', phases } })
    const i = trace.cycles.count - 1
    const [trigger, runway] = toTerms(trace, trace.cycles.runtime!, i)
    const { trigger: at, liveFound } = trace.cycles.runtime!
    expect(trigger!.value).toBe(`${(at[i]! / 2 ** 30).toFixed(2)} GiB`)
    expect(trigger!.gloss).toContain(`found ${(liveFound[i]! / 2 ** 30).toFixed(2)} live`)
    expect(runway!.value).toMatch(/^[\d.]+ GiB$/)
  })

  it('are readable for a runway that is a million times the heap, which has a unit of its own', () => {
    const phases = [{ duration: 10, allocRate: '100MiB', scanRate: '1GiB' }]
    const trace = runOf({ model: 'runtime', procs: 4096, program: { initialLive: '20MiB', phases } })
    const runways = indices(trace).flatMap((i) => {
      const { value } = toTerms(trace, trace.cycles.runtime!, i).find(({ key }) => key === 'runway')!
      return value === 'beyond the goal' ? [] : [value]
    })
    expect(runways.some((value) => value.endsWith('TiB'))).toBe(true)
    for (const value of runways) expect(value.length, value).toBeLessThanOrEqual('9999.9 MiB'.length)
  })
})

it('a runway of some KiB beside a large goal, and what a cycle used of it, do not read as 0', () => {
  const trace = simulate(toScenario(presetNamed('rpc-mmap')))
  const [, runway] = toTerms(trace, trace.cycles.runtime!, 1)
  expect(runway!.value).toBe('50 KiB')
  expect(runway!.gloss).toMatch(/^3 × cons\/mark × [\d.]+ KiB to scan; 9 KiB used$/)
})

describe('the trigger of a cycle', () => {
  it('is the latest possible in the first cycle, before anything is measured: 61/64 of 4 MiB', () => {
    const trace = run('spike')
    expect(trace.cycles.runtime!.trigger[0]).toBe((4 * 2 ** 20 * 61) / 64)
    expect(glossOf(trace, 0, 'trigger')).toMatch(/^the latest allowed: 61\/64 of the way from live to goal; found/)
    expect(glossOf(trace, 0, 'runway')).toMatch(/^no cycle has measured cons\/mark yet/)
  })

  it('is the goal minus the runway if neither bound applies', () => {
    const trace = run('spike')
    const by = indices(trace).filter((i) => /^goal [\d.]+ − runway [\d.]+; found/.test(glossOf(trace, i, 'trigger')))
    expect(by.length).toBeGreaterThan(8)
    for (const i of by) {
      const { trigger, runway } = trace.cycles.runtime!
      expect(Math.abs(trace.cycles.goal[i]! - runway[i]! - trigger[i]!)).toBeLessThanOrEqual(64)
    }
  })

  it('is at most 4 MiB below a goal that is far away (mgcpacer.go, trigger: goal − defaultHeapMinimum)', () => {
    // 3/64 of the 200 MiB from live to goal are 9.4 MiB, more than 4; marking 200 MiB takes 0.1 s, a runway of 1 MiB.
    const phases = [{ duration: 100, allocRate: '10MiB', scanRate: '2GiB' }]
    const trace = runOf({ model: 'runtime', program: { initialLive: '200MiB', phases } })
    expect(trace.cycles.count).toBeGreaterThan(2)
    const i = trace.cycles.count - 1
    expect(Math.abs(trace.cycles.goal[i]! - 4 * MIB - trace.cycles.runtime!.trigger[i]!)).toBeLessThanOrEqual(64)
    expect(glossOf(trace, i, 'trigger')).toMatch(/^the latest allowed: goal − 4 MiB; found/)
  })

  it('is the goal if the memory limit leaves no room above the live heap', () => {
    const trace = runOf({
      model: 'runtime',
      memoryLimit: '10MiB',
      program: { initialLive: '20MiB', phases: [{ duration: 1, allocRate: '10MiB' }] },
    })
    // Both are whole bytes there, as at the run's beginning.
    expect(trace.cycles.goal[0]).toBe(20 * MIB)
    expect(glossOf(trace, 0, 'trigger')).toMatch(/^the goal itself, because the live heap has reached it; found/)
  })

  it.each(['spike', 'dynamic', 'thrash', 'program-steady', 'program-cache', 'program-grow'])(
    'has its rule named in nearly every cycle of %s',
    (id) => {
      const trace = run(id)
      const heap = indices(trace).filter((i) => causeOf(trace, i) === 'heap')
      const unnamed = heap.filter((i) => glossOf(trace, i, 'trigger').startsWith('started at'))
      expect(heap.length).toBeGreaterThan(10)
      // Under a limit the goal moves with memory beside the heap, between the last computation and the cycle's start.
      expect(unnamed.length).toBeLessThanOrEqual(0.15 * heap.length)
    },
  )
})

describe('the runway of a cycle', () => {
  it('is called wanted: where a bound moves the trigger, the cycle gets another one', () => {
    const trace = run('program-steady')
    const columns = trace.cycles.runtime!
    const [term] = toTerms(trace, columns, 0).filter(({ key }) => key === 'runway')
    expect(term!.name).toBe('Runway wanted')
    const bound = indices(trace).filter((i) => /^the (latest|earliest)/.test(glossOf(trace, i, 'trigger')))
    expect(bound.length).toBeGreaterThan(0)
    for (const i of bound)
      expect(Math.abs(trace.cycles.goal[i]! - columns.trigger[i]! - columns.runway[i]!)).toBeGreaterThan(64)
  })
})

describe('what is left to scan as a cycle starts', () => {
  it('is the same whether it follows from the runway or from the assist ratio', () => {
    const trace = run('program-steady')
    const sizes = indices(trace).flatMap((i) => {
      const [byRunway] = glossOf(trace, i, 'runway').match(/[\d.]+ \w?iB(?= to scan)/) ?? []
      const [byRatio] = glossOf(trace, i, 'assist-ratio').match(/[\d.]+ \w?iB(?= to scan)/) ?? []
      return byRunway && byRatio ? [[byRunway, byRatio]] : []
    })
    expect(sizes.length).toBeGreaterThan(10)
    for (const [byRunway, byRatio] of sizes) expect(byRunway).toBe(byRatio)
  })
})

describe('cons/mark', () => {
  it.each([
    [0, 'no cycle has measured it yet'],
    [-1, 'marking took all the CPU'],
    [Number.POSITIVE_INFINITY, 'nothing was scanned'],
  ])('%s says why it is no measurement', (value, why) => {
    expect(isMeasured(value)).toBe(false)
    expect(whyUnmeasured(value)).toBe(why)
  })

  it('counts as measured from the smallest positive value on', () => {
    expect([1e-12, 0.5, 1, 1e9].every(isMeasured)).toBe(true)
  })
})

describe('the assist ratio of a cycle', () => {
  const { cycles, ...rest } = run('spike')
  const runtime = cycles.runtime!
  const glossWith = (goal: Float64Array, limiting = runtime.limiting) => {
    const trace = { ...rest, cycles: { ...cycles, goal, runtime: { ...runtime, limiting } } }
    return glossOf(trace, 3, 'assist-ratio')
  }

  it('is not shown while the limiter acts', () => {
    expect(glossWith(cycles.goal, new Uint8Array(cycles.count).fill(1))).toBe('limiting: no assists')
    expect(glossWith(cycles.goal)).toMatch(/ to scan over .* to the goal$/)
  })

  it.each([
    ['at the goal', runtime.heapStart],
    ['without a goal', new Float64Array(cycles.count).fill(Infinity)],
  ])('is explained by its unit %s', (_, goal) => {
    expect(glossWith(goal)).toBe('bytes scanned per byte allocated')
  })
})
