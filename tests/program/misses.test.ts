import { describe, expect, it } from 'vitest'
import type { Trust } from '../../src/calibration/trust.ts'
import { missesOf, simulatedCpus, trustOf } from '../../src/known/measure/misses.ts'
import { exactly } from '../../src/known/quantities.ts'
import { finish } from '../../src/model/slices.ts'
import { drawWithin } from '../../src/prediction/candidates.ts'
import {
  isRunOfTrust,
  whyCpusAssumed,
  whyLessMemory,
  whyMoreCpu,
  whyNotCompared,
  whyTrustedWithoutLimits,
} from '../../src/program/answer/misses.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB } from '../../src/units.ts'
import { searchPrediction } from '../support/search-prediction.ts'

function simulated() {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    procs: 2,
    program: {
      pace: 'clock',
      busyProcs: 0.5,
      initialLive: '40MiB',
      otherMemory: '8MiB',
      phases: [{ duration: 10, allocRate: '60MiB', scanRate: '1GiB' }],
    },
  })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const known = { key: 'otherMemory', value: 8 * MIB, low: 5 * MIB, high: 12 * MIB } as const
  const prediction = finish(searchPrediction(drawWithin(made.value, [known])))
  const { spread, cycleRate, trace } = prediction
  const none = {
    measuredGoal: undefined,
    measuredCounted: undefined,
    measuredContainer: undefined,
    measuredGc: undefined,
    trust: undefined,
  }
  const { value: scenario } = made
  return {
    scenario,
    spread,
    cycleRate,
    trace,
    ...none,
    goalBytes: 80 * MIB,
    measuredCpus: undefined,
    wasNeverLimited: false,
    isUnlikeLog: false,
    isAsMeasured: true,
  }
}

describe('how far to trust a program that is known from inputs', () => {
  const own = simulated()
  const { spread, trace } = own
  const trusted = (measuredContainer: number | undefined, trust?: Trust, measuredCpus?: number) =>
    trustOf({ ...own, measuredContainer, trust, measuredCpus }, [])
  const missed = 2 * spread.peakContainerBytes.high
  const reason = 'the simulation does not match the measurements: container memory'

  it('is as far as its log can be trusted if the simulation matches the measurements', () => {
    for (const grade of ['good', 'fair', 'poor'] as const) {
      const trust = { grade, reasons: [] }
      expect(trusted(spread.peakContainerBytes.likely, trust)).toBe(trust)
    }
    expect(trusted(undefined)).toBeUndefined()
  })

  it('is lower if the simulation does not match the measurements', () => {
    expect(trusted(missed)).toEqual({ grade: 'fair', reasons: [reason] })
    expect(trusted(missed, { grade: 'good', reasons: [] })).toEqual({ grade: 'fair', reasons: [reason] })
    const poor = { grade: 'poor', reasons: ['based on only 2 cycles'] } as const
    expect(trusted(missed, poor)).toEqual({ grade: 'poor', reasons: [reason, ...poor.reasons] })
  })

  it('is lower if GC took another share of the CPU than the simulation has, by more than repeats of a program differ', () => {
    const likely = { low: 0.05, likely: 0.2, high: 0.5 }
    const trustWith = (compulsory: number) =>
      trustOf(
        { ...own, spread: { ...spread, compulsoryGcFraction: likely }, measuredGc: { ofUsed: 0.5, compulsory } },
        [],
      )
    const missed = { grade: 'fair', reasons: ['the simulation does not match the measurements: GC CPU'] }
    expect([0.13, 0.2, 0.31].map(trustWith)).toEqual([undefined, undefined, undefined])
    expect([0.11, 0.33].map(trustWith)).toEqual([missed, missed])
  })

  it('is lower, for CPU figures too, if the simulation uses much more CPU than was measured', () => {
    const good = { grade: 'good', reasons: [] } as const
    const trustWith = (times: number) => trusted(undefined, good, simulatedCpus({ trace }) / times)
    expect(trustWith(1.1)).toBe(good)
    expect(trustWith(2)).toEqual({
      grade: 'fair',
      reasons: [expect.stringMatching(/^the simulation uses more CPU than was measured \([\d.]+, not [\d.]+ CPUs\)$/)],
    })
  })
})

describe('what was measured and the simulation does not give back', () => {
  const own = simulated()
  const { peakContainerBytes, peakMemoryBytes } = own.spread

  it('is nothing if nothing was measured, or if the measured figures lie in the ranges', () => {
    expect(missesOf(own, undefined)).toEqual([])
    const measured = {
      measuredGoal: 90 * MIB,
      measuredCounted: peakMemoryBytes.likely,
      measuredContainer: peakContainerBytes.low,
    }
    expect(missesOf({ ...own, ...measured }, own.cycleRate.likely)).toEqual([])
  })

  it('is a rate of cycles outside its range, because counters are exact', () => {
    expect(missesOf(own, own.cycleRate.high * 1.01)).toEqual(['GC cycles per second'])
    expect(missesOf(own, own.cycleRate.low / 1.01)).toEqual(['GC cycles per second'])
  })

  it('is not the rate of cycles of a log under other settings', () => {
    const other = { ...own, isUnlikeLog: true }
    expect(missesOf(other, own.cycleRate.high * 4)).toEqual([])
    expect(missesOf({ ...other, measuredContainer: peakContainerBytes.high * 2 }, undefined)).toEqual([
      'container memory',
    ])
  })

  it('is memory above its range, or so far below that scrapes cannot have missed the highest', () => {
    const of = (measuredContainer: number) => missesOf({ ...own, measuredContainer }, undefined)
    expect(of(peakContainerBytes.high * 1.01)).toEqual(['container memory'])
    expect(of(peakContainerBytes.low / 1.4)).toEqual([])
    expect(of(peakContainerBytes.low / 1.6)).toEqual(['container memory'])
    expect(missesOf({ ...own, measuredCounted: peakMemoryBytes.high * 1.01 }, undefined)).toEqual([
      'memory counted by GOMEMLIMIT',
    ])
  })

  it('is first Go’s limit on GC CPU, if it acts in the simulation and Go says that it never acted', () => {
    const tally = { ...own.trace.tally!, limitedSeconds: 1 }
    const limited = { ...own, trace: { ...own.trace, tally } }
    const missed = { ...limited, measuredContainer: peakContainerBytes.high * 2 }
    expect(missesOf({ ...missed, wasNeverLimited: true }, undefined)).toEqual([
      'Go’s limit on GC CPU, which never acted',
      'container memory',
    ])
    expect(missesOf(limited, undefined)).toEqual([])
    expect(missesOf({ ...own, wasNeverLimited: true }, undefined)).toEqual([])
  })

  it('is nothing under other settings than the measured ones', () => {
    const missed = { ...own, measuredContainer: peakContainerBytes.high * 2 }
    expect(missesOf(missed, undefined)).toHaveLength(1)
    expect(missesOf({ ...missed, isAsMeasured: false }, undefined)).toEqual([])
  })

  it('is a heap goal half as large again, or two thirds', () => {
    const of = (mib: number) => missesOf({ ...own, measuredGoal: mib * MIB }, undefined)
    expect([of(119), of(54)]).toEqual([[], []])
    expect([of(121), of(53)]).toEqual([['heap goal'], ['heap goal']])
  })
})

describe('less memory than the range', () => {
  const own = simulated()
  const { peakMemoryBytes, peakContainerBytes } = own.spread
  const why = (counted: number, container: number) =>
    whyLessMemory({
      ...own,
      measuredCounted: counted * peakMemoryBytes.low,
      measuredContainer: container * peakContainerBytes.low,
    })

  it('is not explained if it lies in the range, is far less, or is more', () => {
    const far = 1 / 1.6
    const more = (1.1 * peakContainerBytes.high) / peakContainerBytes.low
    expect([why(1.01, 1.01), why(far, far), why(1.01, more), whyLessMemory(own)]).toEqual(Array(4).fill(undefined))
  })

  it('is explained by the times of the scrapes, if Go counted less too', () => {
    expect(why(0.9, 0.9)).toContain('Memory is highest when a GC cycle ends')
    expect(why(0.9, 1.01)).toContain('Memory is highest when a GC cycle ends')
  })

  it('is explained by memory never touched, if Go counted as much as the range says', () => {
    expect(why(1.01, 0.9)).toContain('never touched')
  })
})

describe('CPU time of the simulation beside the measured one', () => {
  const own = simulated()
  const why = (times: number) => whyMoreCpu({ ...own, measuredCpus: simulatedCpus(own) / times })

  it('is explained if it is more than a fifth higher: Go counts waiting for a CPU as marking, the kernel does not', () => {
    expect([why(0.5), why(1.1), whyMoreCpu(own)]).toEqual([undefined, undefined, undefined])
    expect(why(1.3)).toContain('waited for CPUs that other programs used')
  })

  it('is explained by assumptions about the program: for a log, how busy it is', () => {
    const measuredCpus = simulatedCpus(own) / 2
    expect(whyMoreCpu({ ...own, measuredCpus })).toContain('marking costs less than assumed')
    const trust = { grade: 'good', reasons: [] } as const
    const busy = (busyProcs: number) => ({ ...own.scenario, program: { ...own.scenario.program, busyProcs } })
    const ofLog = whyMoreCpu({ ...own, measuredCpus, trust, scenario: busy(0) })
    expect(ofLog).toContain('more CPUs idle than we estimate from its log')
    // A log shows what marking costs.
    expect(ofLog).not.toContain('assumed')
    // Its CPU time has replaced the guess.
    const measured = whyMoreCpu({ ...own, measuredCpus, trust, scenario: busy(0.5) })
    expect(measured).toMatch(/ The real program may have waited for CPUs that other programs used/)
    expect(measured).not.toContain('estimate')
  })
})

describe('the trust in a log beside limits that the log does not show', () => {
  const trust: Trust = { grade: 'good', reasons: [] }
  const own = { ...simulated(), trust }
  const { scenario, trace } = own
  const slowed = (cpus: number) => ({ ...own, scenario: { ...scenario, cpuQuota: { kind: 'cpus', cpus } as const } })
  const containerLimit = { kind: 'bytes', bytes: 150 * MIB } as const
  const outcome = { kind: 'oom-killed', atSeconds: 0.3, progress: 0.1 } as const
  const inContainer = (run: typeof own) => ({ ...run, scenario: { ...run.scenario, containerLimit } })
  const killed = (run: typeof own) => ({
    ...inContainer(run),
    trace: { ...trace, result: { ...trace.result, outcome } },
  })

  it('is said to be of a run without a CPU limit, and without a container that ends the run', () => {
    expect(whyTrustedWithoutLimits(slowed(0.5))).toMatch(/without a CPU limit.* a CPU limit of 0\.5 CPUs\.$/)
    expect(whyTrustedWithoutLimits(killed(own))).toMatch(/without a container, .* with a container of 150 MiB\.$/)
    expect(whyTrustedWithoutLimits(killed(slowed(1)))).toMatch(
      /without a container or a CPU limit, .* with a container of 150 MiB and a CPU limit of 1 CPU\.$/,
    )
  })

  it('needs no word without a log, or where no limit changes the run', () => {
    expect(whyTrustedWithoutLimits({ ...killed(slowed(0.5)), trust: undefined })).toBeUndefined()
    for (const run of [own, slowed(2), inContainer(own)]) expect(whyTrustedWithoutLimits(run)).toBeUndefined()
  })

  it('is not of the run on the page if that is under such limits, other settings or typed values', () => {
    for (const run of [own, slowed(2), inContainer(own)]) expect(isRunOfTrust(run)).toBe(true)
    for (const run of [slowed(0.5), killed(own), { ...own, isUnlikeLog: true }, { ...own, isAsMeasured: false }])
      expect(isRunOfTrust(run)).toBe(false)
  })
})

describe('a program with a typed value that its inputs do not have', () => {
  const typed = { ...simulated(), isAsMeasured: false }
  const trust = { grade: 'good', reasons: [] } as const

  it('is not compared with measured figures: a text says so, and that the trust is of the log alone', () => {
    expect(whyNotCompared({ ...typed, measuredCpus: 0.2 })).toMatch(/^The measured figures .*we do not compare/)
    expect(whyNotCompared({ ...typed, measuredCpus: 0.2, trust })).toMatch(
      /^This grade of trust is for the log alone\. The measured/,
    )
  })

  it('needs no word where nothing was measured, or where the typed values are those of the inputs', () => {
    expect(whyNotCompared({ ...typed, trust })).toBeUndefined()
    expect(whyNotCompared({ ...typed, isAsMeasured: true, measuredCpus: 0.2 })).toBeUndefined()
  })
})

it('CPUs used are called partly assumed, unless the program’s own are known or come from its log', () => {
  const busy = (sureness: 'typed' | 'assumed') => [exactly('busyProcs', 19.2, '', sureness)]
  expect(whyCpusAssumed({ known: busy('assumed'), fixed: [] })).toMatch(
    /^Of the CPUs used, the program’s own part is only assumed: type “CPUs the program keeps busy” under/,
  )
  expect(whyCpusAssumed({ known: busy('typed'), fixed: [] })).toBeUndefined()
  expect(whyCpusAssumed({ known: busy('assumed'), fixed: ['busyProcs'] })).toBeUndefined()
})
