import { describe, expect, it } from 'vitest'
import { cyclesAside, gcAside, gogcAside, liveAside, toPortion } from '../../../src/model/judgement/headline.ts'
import { hintOf } from '../../../src/model/judgement/hints.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { createTally } from '../../../src/model/tally.ts'
import type { Trace } from '../../../src/model/trace.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { OFF } from '../../../src/units.ts'
import { toReadout } from '../../../src/view/readout-text.ts'
import { run } from '../../support/run.ts'

const STEADY = { initialLive: '20MiB', phases: [{ duration: 10, allocRate: '20MiB', scanRate: '4GiB' }] }
const FROM_NOTHING = { phases: [{ duration: 10, allocRate: '20MiB', scanRate: '4GiB' }] }

describe('GC time', () => {
  it('of the guide model is all taken from the program', () => {
    // A cycle for each 20 of 200 MiB except the last; each marks 20 MiB at 4 GiB/s: 9 · 4.88 ms.
    expect(gcAside(run({ program: STEADY }))).toBe('43.9 ms of CPU time')
  })

  it('adds the marking of idle CPUs', () => {
    const trace = run({ model: 'runtime', procs: 4, program: { ...STEADY, busyProcs: 1 } })
    const idle = trace.cycles.runtime!.idle.subarray(0, trace.cycles.count).reduce((sum, seconds) => sum + seconds, 0)
    expect(idle).toBeGreaterThan(0.3 * trace.result.gcSeconds)
    const [own, spare] = gcAside(trace)
      .split(', plus ')
      .map((text) => Number.parseFloat(text))
    expect(spare! / (own! + spare!)).toBeCloseTo(idle / trace.result.gcSeconds, 1)
    expect(gcAside(trace)).toMatch(/ of idle CPUs$/)
  })

  it.each([
    [0.011, /, plus 1\.1 ms of idle CPUs$/],
    [0.01, /plus 1\.0 ms of idle CPUs$/],
    [0.009, /^0\.10 s of CPU time$/],
  ])('leaves out less than one in a hundred: %s', (share, says) => {
    const { cycles, result, ...trace } = run({ model: 'runtime', procs: 1, program: STEADY })
    const idle = Float64Array.from({ length: cycles.count }, (_, i) => (i === 0 ? share * 0.1 : 0))
    const columns = { ...cycles, runtime: { ...cycles.runtime!, idle } }
    expect(gcAside({ ...trace, result: { ...result, gcSeconds: 0.1 }, cycles: columns } as Trace)).toMatch(says)
  })
})

describe('GC time under a CPU quota', () => {
  it('is never said to have stopped the program for all of the time', () => {
    const trace = run({ model: 'runtime', procs: 64, cpuQuota: 0.01, program: STEADY })
    expect(trace.result.throttledSeconds / trace.result.wallSeconds).toBeGreaterThan(0.9995)
    expect(hintOf('cpuQuota', trace)).toBe('stopped the program for 99.9 % of the time')
  })

  const under = (cpuQuota: number) => gcAside(run({ model: 'runtime', procs: 1, cpuQuota, program: STEADY }))

  it('says that the share above it counts time for which the program stood still', () => {
    expect(under(0.1)).toMatch(/s, plus throttled time$/)
  })

  it('says nothing of that where the quota is never used up', () => {
    expect(under(2)).toMatch(/s of CPU time$/)
  })

  it('says nothing of that for a run of no length', () => {
    const killed = run({ model: 'runtime', cpuQuota: 1, containerLimit: '10MiB', program: STEADY })
    expect(killed.result.wallSeconds).toBe(0)
    expect(gcAside(killed)).toMatch(/s of CPU time$/)
  })
})

describe('the live heap', () => {
  it.each([
    ['found by cycles', {}, 'up to 20.0 MiB found live'],
    ['never measured', { gogc: 'off', program: FROM_NOTHING }, 'live heap not measured'],
    ['known from the start', { gogc: 'off' }, '20.0 MiB live at the start'],
  ] as const)('%s', (_, fields, says) => {
    expect(liveAside(run({ program: STEADY, ...fields }))).toBe(says)
  })
})

describe('the cycles', () => {
  it.each([
    // 200 MiB, a cycle for each 20 MiB; the last one is due as the program ends.
    ['of Go’s own accord', {}, /^one per 1\.\d\d s$/],
    ['a single one', { program: { ...STEADY, phases: [{ duration: 1.5, allocRate: '20MiB' }] } }, /^one per 1\.5\d s$/],
    ['with calls besides', { changes: [{ at: 5.5, forceGC: true }] }, /^one per 1\.\d\d s, plus 1 forced$/],
    ['calls alone', { gogc: 'off', changes: [{ at: 5.5, forceGC: true }] }, /^plus 1 forced$/],
    ['none, for ever', { gogc: 'off' }, /^nothing starts one$/],
    ['none, as none was due', { gogc: 'off', memoryLimit: '1GiB' }, /^none was due$/],
    [
      'none, as the program was killed',
      { gogc: 'off', memoryLimit: '1GiB', containerLimit: '30MiB' },
      /^killed before the first$/,
    ],
  ] as const)('%s', (_, fields, says) => {
    expect(cyclesAside(run({ program: STEADY, ...fields }))).toMatch(says)
  })
})

describe('effective GOGC', () => {
  it.each([
    ['without a limit', {}, 'as set; no memory limit'],
    ['far from a limit', { memoryLimit: '1GiB' }, 'as set; the memory limit set the goal of no cycle'],
    ['at a limit', { memoryLimit: '30MiB' }, 'lowest: the memory limit set 100 % of goals'],
    [
      'GOGC=0, which is not the limit’s doing',
      { gogc: 0, memoryLimit: '1GiB' },
      'as set, but live + a minimum set 100 % of goals',
    ],
    [
      'with a limit that is there for a part of the run',
      { changes: [{ at: 5, memoryLimit: '1GiB' }] },
      'as set; the memory limit set the goal of no cycle',
    ],
    [
      'with a GOGC that is lower for some cycles than what a later limit leaves',
      {
        changes: [1, 3, 5].map(
          (at, i) =>
            [
              { at, gogc: 20 },
              { at, memoryLimit: '35MiB' },
              { at, gogc: 'off' },
            ][i],
        ),
      },
      'the lowest set; the memory limit set 22 % of goals',
    ],
    ['without a cycle', { gogc: 'off' }, 'as set; no cycle ran'],
    [
      // 4 MiB, then 6, 9, 13.5 …: the minimum was the goal of one cycle of several.
      'from nothing',
      { program: { phases: [{ duration: 2, allocRate: '20MiB', newSurvivalRate: 0.5 }] } },
      'as set; no memory limit',
    ],
    [
      'with little live',
      { program: { initialLive: '1MiB', phases: [{ duration: 10, allocRate: '20MiB' }] } },
      'as set, but the minimum heap set 100 % of goals',
    ],
  ] as const)('%s', (_, fields, says) => {
    expect(gogcAside(run({ program: STEADY, ...fields }))).toBe(says)
  })
})

it('a cycle that was marking as the program was killed did run, though none came to its end', () => {
  const trace = simulate({ ...toScenario(findPreset('headroom')!), gogc: OFF })
  expect(trace.result.outcome.kind).toBe('oom-killed')
  expect(trace.cycles.count).toBe(0)
  expect(trace.unfinished).toBeDefined()
  expect(cyclesAside(trace)).toBe('one was marking at the end')
  expect(gogcAside(trace)).toBe('as set; no cycle came to its end')
  expect(toReadout(trace, 0).title).toBe('No GC cycle came to its end')
})

it('the least goal is mentioned if it held in most cycles', () => {
  const trace = run({ program: STEADY })
  const asideWith = (byMinimum: number, cycles: number, byRoom = 0) => {
    const { rules, ...tally } = createTally()
    return gogcAside({ ...trace, tally: { ...tally, rules: { ...rules, byMinimum, byRoom, cycles } } })
  }
  expect(asideWith(2, 5)).toBe('as set; no memory limit')
  expect(asideWith(2, 4)).toBe('as set; no memory limit')
  expect(asideWith(3, 5)).toBe('as set, but the minimum heap set 60 % of goals')
  expect(asideWith(0, 5, 3)).toBe('as set, but live + a minimum set 60 % of goals')
  expect(asideWith(3, 5, 2)).toBe('as set, but a minimum set 100 % of goals')
})

it('a portion is 0 or 100 % only if it is exactly that', () => {
  expect(toPortion(1, 300)).toBe('under 1 %')
  expect(toPortion(299, 300)).toBe('over 99 %')
  expect(toPortion(0, 300)).toBe('0 %')
  expect(toPortion(300, 300)).toBe('100 %')
  expect(toPortion(24, 300)).toBe('8 %')
})
