import { describe, expect, it } from 'vitest'
import { areTooManyKilled } from '../../src/explore/advice/most-killed.ts'
import { type Checked, checkBounds, toMarkdown } from '../../src/explore/check.ts'
import { simulateResult } from '../../src/model/simulate-result.ts'
import { equally } from '../../src/prediction/allowance.ts'
import { drawWithin } from '../../src/prediction/candidates.ts'
import { doubtsAbout } from '../../src/prediction/doubt.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { MIB } from '../../src/units.ts'
import { scenarioOf } from './support/scenarios.ts'

/** Takes 60 MiB at the most (the guide to Go’s collector), and 6.3 % of the CPU for the collector. */
const SPIKE = toScenario(findPreset('spike')!)
const PEAK = 60 * MIB

function inContainer(bytes: number): Scenario {
  return { ...SPIKE, containerLimit: { kind: 'bytes', bytes } }
}

/** 1 GiB live, 300 MiB/s; 100 to 900 MiB outside Go, most likely 300; in a container of `mib` MiB. */
function withinBounds(mib: number) {
  const program = {
    ...{ pace: 'clock', initialLive: '1GiB', outsideMemory: '300MiB' },
    phases: [{ duration: 30, allocRate: '300MiB' }],
  }
  const scenario = scenarioOf({ model: 'runtime', containerLimit: mib * MIB, procs: 4, program })
  const outside = { key: 'outsideMemory', value: 300 * MIB, low: 100 * MIB, high: 900 * MIB } as const
  return { scenario, ensemble: { candidates: drawWithin(scenario, [outside], 20), allowanceOf: () => ({}) } }
}

/** Whether the check of a container of this size holds. */
function containerHolds(bytes: number): boolean | null | undefined {
  return checkBounds({ circumstances: {}, scenario: inContainer(bytes) }, {}).find(({ name }) => name === 'container')
    ?.holds
}

describe('the bounds of a pipeline', () => {
  it('require that at least 5 % of the container stays free', () => {
    expect(containerHolds(PEAK / 0.94)).toBe(true)
    expect(containerHolds(PEAK / 0.96)).toBe(false)
    expect(containerHolds(0.9 * PEAK)).toBe(false)
  })

  it('do not judge a limit that the program passes, if only goals show it and it may be higher', () => {
    const program = {
      ...{ pace: 'clock', busyProcs: 0.2, initialLive: '48MiB' },
      phases: [{ duration: 10, allocRate: '1MiB', scanRate: '20GiB' }],
    }
    const scenario = scenarioOf({ model: 'runtime', procs: 2, memoryLimit: '46MiB', program })
    const peak = simulateResult(scenario).result.peakMemoryBytes
    const verdict = (mostLimit?: number) => checkBounds({ circumstances: {}, scenario, mostLimit }, {})[0]!
    expect(verdict()).toMatchObject({ holds: false, found: 'over the limit' })
    expect(verdict(peak - MIB)).toEqual(verdict())
    const unsure = 'not judged: only the goals of the log show the memory limit'
    expect(verdict(peak)).toMatchObject({ judged: false, found: expect.stringContaining(unsure) })
  })

  it('do not check a container where there is none', () => {
    const checks = checkBounds({ circumstances: {}, scenario: SPIKE }, { share: 0.1 })
    expect(checks.map(({ name, holds }) => [name, holds])).toEqual([
      ['verdict', true],
      ['gc-cpu', true],
    ])
  })

  it('require that a CPU quota stops a program that is exactly known for at most a quarter of the time', () => {
    const scenario = (cpus: number) =>
      scenarioOf({
        ...{ model: 'runtime', procs: 4, cpuQuota: cpus },
        program: { pace: 'clock', busyProcs: 2, phases: [{ duration: 5, allocRate: '50MiB' }] },
      })
    const verdict = (cpus: number) => checkBounds({ circumstances: {}, scenario: scenario(cpus) }, {})[0]!
    expect(verdict(4).holds).toBe(true)
    expect(verdict(1)).toMatchObject({ holds: false, found: expect.stringContaining('its CPU quota stops it for') })
  })

  it('hold GC’s share of the CPU against its bound as it was corrected by what was measured', () => {
    // One CPU of four is busy, so that most of the marking is idle marking.
    const phases = [{ duration: 20, allocRate: '200MiB', scanRate: '400MiB' }]
    const program = { pace: 'clock', busyProcs: 1, initialLive: '100MiB', phases }
    const scenario = scenarioOf({ model: 'runtime', procs: 4, program })
    const shareHolds = (compulsoryGcTimes: number, share: number) =>
      checkBounds(
        { circumstances: {}, scenario, ensemble: { candidates: [], allowanceOf: () => ({ compulsoryGcTimes }) } },
        { share },
      ).find(({ name }) => name === 'gc-cpu')?.holds
    const { compulsoryGcFraction: simulated } = simulateResult(scenario).result
    expect(shareHolds(1.2, 1.1 * simulated)).toBe(false)
    expect(shareHolds(1.2, 1.3 * simulated)).toBe(true)
    expect(shareHolds(1, 1.1 * simulated)).toBe(true)
  })

  it('hold what scrapes measured of the same program against their bounds, not what the simulation makes of it', () => {
    const scenario = scenarioOf({
      model: 'runtime',
      procs: 4,
      program: { pace: 'clock', initialLive: '100MiB', phases: [{ duration: 20, allocRate: '20MiB' }] },
    })
    const measured = {
      measuredGoal: undefined,
      measuredCounted: undefined,
      measuredContainer: undefined,
      measuredCpus: undefined,
      wasNeverLimited: true,
      measuredGc: { ofUsed: 0.4, compulsory: 0.3 },
    }
    const found = (program: Partial<Checked>) =>
      checkBounds({ circumstances: {}, scenario, ...program }, { share: 0.25 }).map((check) => [
        check.holds,
        check.found,
      ])
    expect(found({})).toEqual([
      [true, 'healthy'],
      [true, expect.any(String)],
    ])
    expect(found({ measured })).toEqual([
      [true, 'tight'],
      [false, '30.0 %'],
    ])
    // No simulation is needed to judge it.
    expect(found({ measured, whyNotJudged: 'GOGC is not known' })[1]).toEqual([false, '30.0 %'])
  })

  const figures = { cycles: 30, peakHeapBytes: 100 * MIB, compulsoryGcFraction: 0.1 }
  /** Whether a run with these other figures holds against `figures` as the baseline. */
  const holds = (check: string, now: Partial<typeof figures>) =>
    checkBounds(
      { circumstances: {}, scenario: SPIKE, recorded: { ...figures, ...now } },
      { baseline: { circumstances: {}, scenario: SPIKE, recorded: figures } },
    ).find(({ name }) => name === check)?.holds

  it('do not report a peak heap that is up to 15 % higher: repeats of a program differ as much', () => {
    expect(holds('peak-heap-baseline', { peakHeapBytes: 114.9 * MIB })).toBe(true)
    expect(holds('peak-heap-baseline', { peakHeapBytes: 115.1 * MIB })).toBe(false)
  })

  it('do not report GC CPU that is up to half and two points higher: repeats differ as much', () => {
    const gcHolds = (compulsoryGcFraction: number, cycles = 30) =>
      holds('gc-cpu-baseline', { compulsoryGcFraction, cycles })
    expect(gcHolds(0.1699)).toBe(true)
    expect(gcHolds(0.1701)).toBe(false)
    // Repeats of fewer than twenty cycles differ by several times: nothing is said of them.
    expect(gcHolds(0.9, 19)).toBeNull()
    expect(gcHolds(0.1, 19)).toBeNull()
    expect(gcHolds(0.9, 20)).toBe(false)
  })

  it('include their end: a figure exactly at a bound is within it', () => {
    expect(holds('peak-heap-baseline', { peakHeapBytes: figures.peakHeapBytes * (1 + 0.15) })).toBe(true)
    expect(holds('gc-cpu-baseline', { compulsoryGcFraction: 0.1 * (1 + 0.5) + 0.02 })).toBe(true)
    const asked = (share: number) =>
      checkBounds({ circumstances: {}, scenario: SPIKE, recorded: figures }, { share }).find(
        ({ name }) => name === 'gc-cpu',
      )?.holds
    expect(asked(0.1)).toBe(true)
    expect(asked(0.0999)).toBe(false)
  })

  it('do not judge GC’s share of the CPU where a recording does not show it', () => {
    const unseen = { ...figures, compulsoryGcFraction: 0, whyNoShare: 'the log lacks 3 GC cycles' }
    const program = { circumstances: {}, scenario: SPIKE, recorded: unseen }
    const asked = checkBounds(program, { share: 0.1 }).find(({ name }) => name === 'gc-cpu')
    expect(asked).toMatchObject({ holds: null, judged: false, found: `not judged: ${unseen.whyNoShare}` })
    expect(holds('gc-cpu-baseline', unseen)).toBeNull()
    expect(holds('peak-heap-baseline', unseen)).toBe(true)
  })

  it('accept a tight run, but not one that thrashes or is killed', () => {
    const verdictOf = (scenario: Scenario) => {
      const check = checkBounds({ circumstances: {}, scenario }, {}).find(({ name }) => name === 'verdict')!
      return [check.holds, check.found]
    }
    expect(verdictOf(SPIKE)).toEqual([true, 'healthy'])
    // Cycles every 4 MiB: a third of the CPU.
    expect(verdictOf({ ...SPIKE, gogc: { kind: 'percent', percent: 15 } })).toEqual([true, 'tight'])
    expect(verdictOf(toScenario(findPreset('thrash')!))).toEqual([false, 'thrashing'])
    expect(verdictOf(inContainer(0.9 * PEAK))[0]).toBe(false)
  })

  it('hold for a program known within bounds only if nearly all programs of its ensemble survive', () => {
    const of = (container: number) => {
      const { ensemble, scenario } = withinBounds(container)
      return checkBounds({ circumstances: {}, scenario, ensemble }, {}).map(({ name, holds, found }) => ({
        name,
        holds,
        found,
      }))
    }
    const [sure, sureContainer] = of(4096)
    expect([sure!.holds, sureContainer!.holds]).toEqual([true, true])
    expect(sureContainer!.found).toMatch(/^peak: likely .*, .* to .* possible$/)
    // The likely program leaves 5 % free; with 900 MiB outside Go, a program would need more than the container.
    const [risky, riskyContainer] = of(3300)
    // The second bound is on the likely run alone, and says so.
    expect([risky!.holds, riskyContainer!.holds]).toEqual([false, true])
    expect(risky!.found).toMatch(/^could be killed/)
    const [likely, likelyContainer] = checkBounds({ circumstances: {}, scenario: withinBounds(3300).scenario }, {})
    expect([likely!.holds, likelyContainer!.holds]).toEqual([true, true])
  })

  it('are kept in the likely run, if others come close: the bound says so', () => {
    const { ensemble, scenario } = withinBounds(4096)
    // The model may be off by so much that memory could fill the container, although no program does in it.
    const unsure = {
      ...ensemble,
      allowanceOf: () => ({ containerKills: equally(1), peakContainerBytes: equally(1.3) }),
    }
    const [verdict, container] = checkBounds({ circumstances: {}, scenario, ensemble: unsure }, {})
    expect([verdict!.holds, container!.holds]).toEqual([true, true])
    expect(container!.bound).toMatch(/stay free in the likely run$/)
    expect(verdict!.found).toBe(
      'healthy in the likely run; the program could be killed: the model’s error in memory may be larger than the room that is left in this container',
    )
    const open = {
      ...ensemble,
      allowanceOf: () => ({ doubts: doubtsAbout('input', 'the heap may rise on'), unseen: { bytes: 4096 * MIB } }),
    }
    const [why] = checkBounds({ circumstances: {}, scenario, ensemble: open }, {})
    expect(why!.found).toMatch(/could be killed: a log does not show .*; the heap may rise on$/)
    const [sure] = checkBounds({ circumstances: {}, scenario, ensemble }, {})
    expect(sure!.found).toBe('healthy')
  })

  it('are not kept if a process was measured that left less of its container free than the likely run does', () => {
    const { ensemble, scenario } = withinBounds(4096)
    const containerWith = (mib: number) => {
      const seen = { ...ensemble, allowanceOf: () => ({ seen: { most: mib * MIB } }) }
      const checks = checkBounds({ circumstances: {}, scenario, ensemble: seen }, {})
      return checks.find(({ name }) => name === 'container')!
    }
    expect(containerWith(3850)).toMatchObject({ holds: true, found: expect.stringContaining('likely 3.76 GiB') })
    expect(containerWith(3950)).toMatchObject({ holds: false, found: expect.stringContaining('likely 3.86 GiB') })
  })

  it('are not kept by a run that is stopped before its end', () => {
    const phases = SPIKE.program.phases.map((phase) => ({ ...phase, duration: 1e6, newSurvivalRate: 0 }))
    const endless = { ...inContainer(100 * PEAK), gogc: { kind: 'percent', percent: 1 } as const }
    const checks = checkBounds(
      { circumstances: {}, scenario: { ...endless, program: { ...SPIKE.program, initialLive: 20 * MIB, phases } } },
      {},
    )
    expect(checks.map(({ name, holds }) => [name, holds])).toEqual([
      ['verdict', false],
      ['container', false],
    ])
    expect(checks[0]!.found).toBe('stopped')
  })

  it('count programs whose runs are stopped as killed', () => {
    expect(areTooManyKilled({ completed: 0.96, 'oom-killed': 0 })).toBe(false)
    expect(areTooManyKilled({ completed: 0.94, 'oom-killed': 0 })).toBe(true)
    expect(areTooManyKilled({ completed: 0.94, 'oom-killed': 0.06 })).toBe(true)
  })

  it('are counted in the title of a summary if they are violated', () => {
    const check = (holds: boolean) => ({
      name: 'gc-cpu' as const,
      holds,
      judged: true,
      bound: 'at most 10 %',
      found: '12 %',
    })
    expect(toMarkdown([check(true), check(false), check(true)])).toContain('1 of 3 bounds not kept')
    expect(toMarkdown([check(true), check(true)])).toContain('All bounds are kept')
  })

  it('have no tick in a summary, and no title that says so, where they were not judged', () => {
    const few = { ...figures, cycles: 19 }
    const program = { circumstances: {}, scenario: SPIKE, recorded: few }
    const checks = checkBounds(program, { baseline: program })
    expect(checks.map(({ holds, judged }) => [holds, judged])).toEqual([
      [true, true],
      [null, false],
    ])
    const text = toMarkdown(checks)
    expect(text).toContain('Go GC: 1 of 2 bounds are kept, 1 not judged')
    expect(text).not.toContain('All bounds')
    expect(text).toContain('| ➖ | as in the baseline | not judged: fewer than 20 cycles')
  })

  it('say nothing of GC CPU beside a baseline where nothing measured shows what marking costs', () => {
    const open = {
      circumstances: {},
      scenario: SPIKE,
      ensemble: { candidates: [], allowanceOf: () => ({}), isCostOpen: true },
    }
    const recorded = { circumstances: {}, scenario: SPIKE, recorded: figures }
    const ofBaseline = (program: Checked, baseline: Checked) =>
      checkBounds(program, { baseline })
        .filter(({ name }) => name.endsWith('-baseline'))
        .map((check) => [check.name, check.judged])
    const heapAlone = [
      ['peak-heap-baseline', true],
      ['gc-cpu-baseline', false],
    ]
    const long = { ...open, scenario: { ...SPIKE, gogc: { kind: 'percent', percent: 15 } } } as const
    expect(ofBaseline(long, recorded)).toEqual(heapAlone)
    expect(ofBaseline(recorded, long)).toEqual(heapAlone)
  })

  it('are not judged by a simulation where a setting in force is not known, but by a recording they are', () => {
    const whyNotJudged = 'GOMEMLIMIT is not known'
    const holds = (recorded: typeof figures | undefined) =>
      checkBounds({ circumstances: {}, scenario: inContainer(PEAK / 2), recorded, whyNotJudged }, { share: 0.05 }).map(
        (one) => one.holds,
      )
    // 10 % recorded; the simulated run is killed.
    expect(holds(figures)).toEqual([null, false, null])
    expect(holds(undefined)).toEqual([null, null, null])
    const program = { circumstances: {}, scenario: inContainer(PEAK / 2), whyNotJudged }
    expect(toMarkdown(checkBounds(program, {}))).toContain('Nothing could be judged')
  })
})
