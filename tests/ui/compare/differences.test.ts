import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import type { Circumstances } from '../../../src/model/verdict.ts'
import { parametersOf } from '../../../src/scenario/params.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { toDifferences, toDivergenceText } from '../../../src/ui/compare/differences.ts'
import { MIB, toLimit } from '../../../src/units.ts'
import { preset } from '../../explore/support/scenarios.ts'

const sideOf = (scenario: Scenario, circumstances: Circumstances = {}) => ({
  scenario,
  trace: simulate(scenario),
  circumstances,
})
const lineOf = (a: Scenario, b: Scenario, label: string) =>
  toDifferences(sideOf(a), sideOf(b)).find((line) => line.label === label)

describe('the table of differences', () => {
  // Two of the guide's published figures: GOGC 100 and 200.
  const [once, twice] = [preset('guide-100'), preset('guide-200')]

  it('has the published figures of both, and B less A', () => {
    expect(lineOf(once, twice, 'GC CPU')).toEqual({
      label: 'GC CPU',
      a: '6.3 %',
      b: '3.3 %',
      difference: '−3.0 points',
    })
    expect(lineOf(once, twice, 'Peak memory')).toMatchObject({ a: '60.0 MiB', b: '90.0 MiB', difference: '+30.0 MiB' })
    expect(lineOf(once, twice, 'Total CPU time')).toMatchObject({ a: '10.67 s', b: '10.34 s' })
  })

  it('has no difference of cycles and times between runs of unlike length or model, or where one was killed', () => {
    const [phase] = once.program.phases
    const longer = { ...once, program: { ...once.program, phases: [{ ...phase!, duration: phase!.duration + 5 }] } }
    const killed = { ...once, containerLimit: toLimit(50 * MIB) }
    for (const other of [longer, killed, { ...once, model: 'runtime' } as const]) {
      for (const label of ['GC cycles', 'Total CPU time', 'Elapsed time'])
        expect(lineOf(once, other, label)).toMatchObject({ a: lineOf(once, twice, label)?.a, difference: '' })
    }
    expect(lineOf(once, twice, 'GC cycles')?.difference).toMatch(/^−\d+$/)
  })

  it('has a difference of GC CPU between whole runs of any length or model, and none where one was killed', () => {
    const [phase] = once.program.phases
    const longer = { ...once, program: { ...once.program, phases: [{ ...phase!, duration: phase!.duration + 5 }] } }
    for (const other of [longer, { ...once, model: 'runtime' } as const])
      expect(lineOf(once, other, 'GC CPU')?.difference).not.toBe('')
    // Its share is that of the beginning, before the heap was full.
    const killed = { ...once, containerLimit: toLimit(50 * MIB) }
    for (const [a, b] of [
      [once, killed],
      [killed, once],
      [killed, killed],
    ] as const)
      expect(lineOf(a, b, 'GC CPU')).toMatchObject({ a: expect.stringMatching(/%$/), difference: '' })
  })

  it('has the lowest GOGC that was set, where it changes during a run', () => {
    const changing = { ...once, changes: [{ at: 1, gogc: { kind: 'percent', percent: 50 } }] } as const
    expect(lineOf(once, changing, 'Effective GOGC')).toMatchObject({ a: '100\u00a0%', b: '50\u00a0%' })
  })

  it('names the peak of Go’s memory as the result above it does, if the container counts more', () => {
    const outside = { ...once, program: { ...once.program, outsideMemory: 8 * MIB } }
    for (const [a, b] of [
      [once, outside],
      [outside, once],
    ] as const) {
      expect(lineOf(a, b, 'Peak Go memory')).toMatchObject({ a: '60.0 MiB', b: '60.0 MiB' })
      expect(lineOf(a, b, 'Peak memory')).toBeUndefined()
    }
  })

  it('names the settings that differ, and only those', () => {
    expect(lineOf(once, twice, 'GOGC')).toMatchObject({ a: '100', b: '200' })
    expect(lineOf(once, twice, 'GOMEMLIMIT')).toBeUndefined()
    expect(lineOf(once, { ...once, memoryLimit: toLimit(60 * MIB) }, 'GOMEMLIMIT')).toMatchObject({ b: '60MiB' })
    expect(lineOf(once, preset('program-steady'), 'Program')).toMatchObject({ difference: 'another' })
  })

  it('names every setting that the table of parameters has, the quota and the CPU limiter among them', () => {
    const runtime = { ...once, model: 'runtime' as const }
    const other: Scenario = {
      ...runtime,
      gogc: { kind: 'off' },
      memoryLimit: toLimit(60 * MIB),
      containerLimit: toLimit(90 * MIB),
      cpuLimiter: !runtime.cpuLimiter,
      procs: 2,
      cpuQuota: { kind: 'cpus', cpus: 0.5 },
    }
    const labels = toDifferences(sideOf(runtime), sideOf(other)).map(({ label }) => label)
    const settings = parametersOf('scenario').filter(({ key }) => key !== 'model')
    expect(labels).toEqual(expect.arrayContaining(settings.map(({ label }) => label)))
    expect(lineOf(once, runtime, 'Model')).toMatchObject({ a: 'guide', b: 'runtime' })
    expect(lineOf(runtime, other, 'CPU quota')).toMatchObject({ a: 'off', b: '0.5' })
    expect(lineOf(other, { ...other, cpuLimiter: runtime.cpuLimiter }, '50 % GC CPU limit')).toMatchObject(
      runtime.cpuLimiter ? { a: 'off', b: 'on' } : { a: 'on', b: 'off' },
    )
  })

  it('names changes that are made on the way, and counts the rest of many', () => {
    const changes = [
      { at: 3, gogc: { kind: 'percent', percent: 50 } },
      { at: 8, freeOSMemory: true },
    ] as const
    expect(lineOf(once, { ...once, changes }, 'Changes')).toMatchObject({
      a: 'none',
      b: 'at 3 s GOGC becomes 50 %; at 8 s debug.FreeOSMemory() is called',
    })
    const many = Array.from({ length: 9 }, (_, i) => ({ at: i + 0.5, forceGC: true }))
    expect(lineOf(once, { ...once, changes: many }, 'Changes')?.b).toMatch(/; 6 changes more$/)
    expect(lineOf(once, once, 'Changes')).toBeUndefined()
  })

  it('has differences that agree with the figures beside them, in their unit', () => {
    const clocked = preset('guide-100')
    const sides = [95, 96, 97, 100].map((percent) => sideOf({ ...clocked, gogc: { kind: 'percent', percent } }))
    const numberOf = (text: string) => Number(text.replace(/[^\d.−]/g, '').replace('−', '-'))
    for (const a of sides) {
      for (const b of sides) {
        for (const line of toDifferences(a, b).slice(-7)) {
          if (!/\d/.test(line.difference)) continue
          expect(numberOf(line.b) - numberOf(line.a), line.label).toBeCloseTo(numberOf(line.difference), 9)
          expect(line.difference.replace(/^[^\d]?[\d.]+/, '')).toBe(
            line.a.replace(/^[\d.]+/, '').replace('%', 'points'),
          )
        }
      }
    }
  })

  it('judges each run on its own machine', () => {
    // The run of GOGC 100 rises to 60 MiB.
    const lines = toDifferences(sideOf(once, { machineMemory: 50 * MIB }), sideOf(once, { machineMemory: 70 * MIB }))
    expect(lines).toContainEqual({ label: 'Verdict', a: 'machine too small', b: 'healthy', difference: '' })
  })

  it('says where the runs part', () => {
    expect(toDivergenceText(undefined)).toBe('Both runs have the same cycles.')
    const start = { seconds: 2, goal: 40 * MIB, rule: 'gogc' } as const
    expect(toDivergenceText({ cycle: 2, a: start, b: null })).toBe(
      'The first difference is cycle 3: A starts it at 2.00 s for a goal of 40.0 MiB (GOGC); B has no such cycle.',
    )
  })
})
