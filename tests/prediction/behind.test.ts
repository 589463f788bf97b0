import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finish } from '../../src/model/slices.ts'
import { equally } from '../../src/prediction/allowance.ts'
import { mayFallBehind, throttledWithin, whileBehind } from '../../src/prediction/behind.ts'
import { drawBusy, drawLateCpus } from '../../src/prediction/busy.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { countRun } from '../../src/prediction/run.ts'
import { searchWithNeed } from '../../src/prediction/under-limit.ts'
import { searchPrediction } from '../support/search-prediction.ts'
import { service } from './service.ts'

const MOST_STEPS = 50_000

/** A service on two CPUs that needs `busyProcs` CPUs for its own work. */
const needing = (busyProcs: number, patch: object = {}) =>
  service({
    program: {
      initialLive: '40MiB',
      otherMemory: '8MiB',
      busyProcs,
      pace: 'clock',
      phases: [{ duration: 10, allocRate: '60MiB', scanRate: '2GiB' }],
    },
    ...patch,
  })

const runOf = (busyProcs: number, cpuQuota: number | 'off') => countRun(needing(busyProcs, { cpuQuota }), 1, MOST_STEPS)

describe('the use of a CPU quota', () => {
  it('is the CPU time of the run over what the quota offers', () => {
    const { result, quotaUse } = runOf(0.3, 0.8)
    expect(quotaUse).toBeCloseTo(result.totalSeconds / (0.8 * result.wallSeconds), 9)
    expect(quotaUse).toBeGreaterThan(0.3 / 0.8)
    expect(quotaUse).toBeLessThan(1)
  })

  it('is none without a quota, or under one that allows all CPUs', () => {
    expect(runOf(1.9, 'off').quotaUse).toBe(0)
    expect(runOf(1.9, 2).quotaUse).toBe(0)
  })

  it('counts the smallest quota of a run', () => {
    const changed = needing(0.3, { cpuQuota: 1.8, changes: [{ at: 5, cpuQuota: 0.9 }] })
    const { result, quotaUse } = countRun(changed, 1, MOST_STEPS)
    expect(quotaUse).toBeCloseTo(result.totalSeconds / (0.9 * result.wallSeconds), 9)
  })
})

describe('a program that may fall behind under its CPU quota', () => {
  const runs = [runOf(0.3, 1), runOf(0.3, 1), runOf(1.2, 1)]

  it('is known by the programs that need most; by the likely one if nobody measured CPU time', () => {
    expect(mayFallBehind(runs)).toBe(true)
    expect(mayFallBehind(runs, true)).toBe(false)
    expect(mayFallBehind(runs.slice(0, 2))).toBe(false)
    expect(mayFallBehind([runs[2]!, ...runs.slice(0, 2)], true)).toBe(true)
  })

  it('has ranges that are nowhere narrower', () => {
    const own = { cycles: equally(5), peakHeapBytes: { below: 1, above: 1.1 }, lateFrom: 0.2 }
    const wide = whileBehind(own)
    expect(wide.cycles).toEqual(equally(5))
    expect(wide.peakHeapBytes?.above).toBeGreaterThan(1.1)
    expect(wide.peakHeapBytes?.below).toBeGreaterThan(1)
    expect(wide.lateFrom).toBe(0.2)
  })

  const inContainer = (busyProcs: number, containerLimit: string) =>
    finish(searchPrediction([{ scenario: needing(busyProcs, { cpuQuota: 1, containerLimit }), weight: 1 }]))

  it('never surely survives: what waiting requests hold is not known', () => {
    expect(toOutlook(inContainer(0.3, '16GiB'))?.kind).toBe('survives')
    const behind = inContainer(1.2, '16GiB')
    expect(toOutlook(behind)).toMatchObject({ kind: 'could-be-killed', isNoneKilled: true })
    expect(toWarnings(behind).join()).toContain('under the CPU quota the program may fall behind: requests that wait')
  })
})

describe('a program that is killed under a CPU quota', () => {
  const killed = (busyProcs: number, isLowerQuota: boolean) => {
    const scenario = needing(busyProcs, { cpuQuota: 1, containerLimit: '60MiB' })
    const ensemble = {
      candidates: [{ scenario, weight: 1 }],
      allowanceOf: () => ({ quotaOfInput: isLowerQuota ? 1.5 : 1 }),
    }
    return finish(searchWithNeed(ensemble, (one) => one))
  }

  it('may do less, and need less memory, if its input was written under a higher quota', () => {
    // The container ends the run before its quota stops it, so this shows only in the run without the container.
    const prediction = killed(1.2, true)
    expect(prediction.outcomes['oom-killed']).toBe(1)
    expect(toOutlook(prediction)?.kind).toBe('could-be-killed')
    expect(toWarnings(prediction).join()).toContain('under this CPU quota the program may do less work')
  })

  it('surely is if the quota is the same, or hardly stops it', () => {
    expect(toOutlook(killed(1.2, false))?.kind).toBe('would-be-killed')
    expect(toOutlook(killed(0.1, true))?.kind).toBe('would-be-killed')
  })
})

describe('the time for which a CPU quota stops a program', () => {
  it('is none without a quota, or if the program hardly uses it', () => {
    for (const run of [runOf(0.3, 'off'), runOf(0.1, 1.9)])
      expect(throttledWithin([run])).toEqual({ low: 0, likely: 0, high: 0 })
  })

  it('has a range that holds the likely share, and reaches further the more of the quota is used', () => {
    const use = fc.double({ min: 0, max: 1, noNaN: true })
    const share = fc.double({ min: 0, max: 0.99, noNaN: true })
    const base = runOf(0.3, 1)
    const like = (quotaUse: number, throttledShare: number) =>
      throttledWithin([{ ...base, quotaUse, result: { ...base.result, throttledShare } }])
    fc.assert(
      fc.property(use, use, share, (one, other, stopped) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((each) => like(each, stopped))
        for (const { low, likely, high } of [less!, more!]) {
          expect(low).toBeGreaterThanOrEqual(0)
          expect(low).toBeLessThanOrEqual(likely)
          expect(high).toBeGreaterThanOrEqual(likely)
          expect(high).toBeLessThan(1)
        }
        expect(more!.high).toBeGreaterThanOrEqual(less!.high)
      }),
    )
  })
})

describe('the CPUs on which late work is done', () => {
  const programs = (busyProcs: number, procs: number) =>
    drawBusy(
      Array.from({ length: 40 }, () => ({ scenario: needing(busyProcs, { procs }), weight: 1 })),
      { likely: busyProcs, low: busyProcs, high: busyProcs },
    )
  const goroutines = (busyProcs: number, procs: number, isJob: boolean) =>
    drawLateCpus(programs(busyProcs, procs), isJob).map(({ scenario }) => scenario.program.phases[0]!.goroutines)

  it.each([
    [0.3, 2, [1, 2]],
    [1.4, 4, [2, 3, 4]],
    [2, 2, [2]],
  ])('lie between those that the program keeps busy and all: %d of %d', (busy, procs, expected) => {
    expect([...new Set(goroutines(busy, procs, false))].sort()).toEqual(expected)
  })

  it('are all of them for the likely service, and those that it keeps busy for the likely job', () => {
    expect(goroutines(0.3, 4, false)[0]).toBe(4)
    expect(goroutines(1, 4, true)[0]).toBe(1)
  })
})
