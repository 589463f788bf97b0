import { describe, expect, it } from 'vitest'
import { type MeasuredFigures, measuredIn } from '../../src/known/measure/figures.ts'
import { finish } from '../../src/model/slices.ts'
import { drawWithin } from '../../src/prediction/candidates.ts'
import { verdictOf } from '../../src/program/answer/verdict.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { searchPrediction } from '../support/search-prediction.ts'

/** A program whose mark cost is known within a factor. */
function predictionOf({ memoryLimit = 'off', allocRate = '60MiB', scanRate = '1GiB', factor = 4, cpuQuota = 0 }) {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    procs: 2,
    memoryLimit,
    ...(cpuQuota > 0 && { cpuQuota }),
    program: {
      pace: 'clock',
      busyProcs: 0.2,
      initialLive: '48MiB',
      phases: [{ duration: 10, allocRate, scanRate }],
    },
  })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const { scanRate: value } = made.value.program.phases[0]!
  const known = { key: 'scanRate', value, low: value / factor, high: value * factor } as const
  return finish(searchPrediction(drawWithin(made.value, [known])))
}

const NONE: MeasuredFigures = measuredIn([])

describe('the verdict on a program whose GC CPU limit was measured', () => {
  const limited = predictionOf({ memoryLimit: '56MiB', allocRate: '200MiB', scanRate: '500MiB', factor: 1 })

  it('does not say that the limit acted if Go says that it never acted', () => {
    expect(limited.trace.result.limiterSeconds).toBeGreaterThan(1)
    const { kind, reason } = verdictOf(limited, { ...NONE, wasNeverLimited: true })
    expect(kind).not.toBe('thrashing')
    expect(reason).not.toMatch(/GC CPU limit|half of the CPU/)
  })

  it('is certain if GC CPU was measured, and uncertain if some programs hardly thrash', () => {
    const open = { ...limited, thrashingShare: { low: 0, likely: 0.5, high: 0.6 } }
    const measuredGc = { ofUsed: 0.8, compulsory: 0.8 }
    expect(verdictOf(open).label).toMatch(/^could be /)
    expect(verdictOf(open, { ...NONE, measuredGc }).label).not.toMatch(/could/)
  })

  it('says that the limit acted if nothing was measured, or under other settings', () => {
    expect(verdictOf(limited, NONE).kind).toBe('thrashing')
    expect(verdictOf(limited).kind).toBe('thrashing')
  })
})

describe('the verdict on a program over a memory limit that only the goals of its log show', () => {
  const over = predictionOf({ memoryLimit: '46MiB', allocRate: '1MiB', scanRate: '20GiB', factor: 1 })
  const peak = over.trace.result.peakMemoryBytes

  it('is certain only where the limit cannot be as high as its memory', () => {
    expect(verdictOf(over)).toMatchObject({ kind: 'over-limit', label: 'over the limit' })
    expect(verdictOf(over, undefined, peak - MIB).label).toBe('over the limit')
    const open = verdictOf(over, undefined, 64 * MIB)
    expect(open).toMatchObject({ kind: 'over-limit', label: 'could be over the limit' })
    expect(open.reason).toMatch(/^Only the goals of the log show the memory limit: it may be up to 64\.0 MiB\. /)
  })

  it('never says by how much memory passed such a limit', () => {
    expect(verdictOf(over).reason).toMatch(/passed GOMEMLIMIT, a soft limit, by [\d.]+ MiB for/)
    expect(verdictOf(over, undefined, peak - 1).reason).toMatch(/Memory passed GOMEMLIMIT, a soft limit, for/)
    expect(verdictOf(over, undefined, 64 * MIB).reason).toMatch(/Memory may have passed GOMEMLIMIT, a soft limit, for/)
  })

  it('does not say either that it was by less than 1 %', () => {
    const tight = predictionOf({ memoryLimit: '50MiB', allocRate: '1MiB', scanRate: '20GiB', factor: 1 })
    expect(verdictOf(tight)).toMatchObject({ kind: 'tight', reason: 'Memory passed GOMEMLIMIT by less than 1 %.' })
    expect(verdictOf(tight, undefined, 64 * MIB).reason).toMatch(/64\.0 MiB\. Memory may have passed GOMEMLIMIT\.$/)
  })

  it('does not say of a thrashing program either that memory passed the limit, if the limit may be as high', () => {
    const thrashing = predictionOf({ memoryLimit: '56MiB', allocRate: '200MiB', scanRate: '500MiB', factor: 1 })
    expect(verdictOf(thrashing).reason).toMatch(/Memory passed GOMEMLIMIT by/)
    const open = verdictOf(thrashing, undefined, 2 * thrashing.trace.result.peakMemoryBytes)
    expect(open.kind).toBe('thrashing')
    expect(open.reason).toMatch(/^Only the goals of the log .* Memory may have passed GOMEMLIMIT\.$/)
  })
})

describe('what GC costs, in the verdict', () => {
  const open = predictionOf({})
  const { low, high } = open.spread.gcSeconds

  it('is a range if only the simulation shows it', () => {
    expect(high).toBeGreaterThan(2 * low)
    const { kind, reason } = verdictOf(open, NONE)
    expect(kind).toBe('healthy')
    const [, from, to] = /idle CPUs: ([\d.]+) to ([\d.]+) CPUs \(90 % ranges\)\./.exec(reason) ?? []
    expect(Number(from)).toBeCloseTo(low / 10, 1)
    expect(Number(to)).toBeCloseTo(high / 10, 1)
  })

  it('is given to a thousandth of a CPU at most', () => {
    const spread = { ...open.spread, gcSeconds: { low: 0.000_73, likely: 0.2, high: open.spread.gcSeconds.high } }
    expect(verdictOf({ ...open, spread }).reason).toMatch(/idle CPUs: 0 to 0?\.\d+ CPUs/)
    const more = { ...spread, gcSeconds: { ...spread.gcSeconds, low: 0.0234 } }
    expect(verdictOf({ ...open, spread: more }).reason).toMatch(/idle CPUs: 0\.002 to /)
  })

  it('names the likely share of the ranges, corrected by measurements, not that of the simulated run', () => {
    const { spread, ...rest } = predictionOf({ factor: 1, scanRate: '50GiB' })
    const share = 0.04321
    const compulsoryGcFraction = { low: 0.03, likely: share, high: 0.06 }
    expect(rest.trace.result.compulsoryGcFraction).toBeLessThan(0.03)
    expect(verdictOf({ ...rest, spread: { ...spread, compulsoryGcFraction } }).reason).toMatch(/^GC CPU is 4\.3 %/)
  })

  it('comes with the limits that were simulated, not with what the input leaves open', () => {
    expect(verdictOf(open, NONE).reason).toMatch(/ This run has no limit\.$/)
    const limited = predictionOf({ memoryLimit: '1GiB' })
    expect(verdictOf(limited, NONE).reason).toMatch(/ Memory stays within its limits\.$/)
    const contained = { ...limited.scenario, containerLimit: toLimit(1024 * MIB) }
    const mayFill = { ...limited, scenario: contained, fit: { ...limited.fit, mayFill: true } }
    expect(verdictOf(mayFill, NONE).reason).not.toContain('stays within')
  })

  it('gives no share of all CPUs if a quota may stop the program, because Go counts that time as GC', () => {
    const throttled = predictionOf({ cpuQuota: 0.7 })
    expect(throttled.throttledShare.high).toBeGreaterThan(0)
    const { reason } = verdictOf(throttled, NONE)
    expect(reason).toMatch(/^GC, with marking on idle CPUs: [\d.]+ to [\d.]+ CPUs \(90 % range\)\./)
    expect(reason).not.toContain('GC CPU')
    expect(verdictOf(predictionOf({ cpuQuota: 1.9 }), NONE).reason).toMatch(
      /^GC CPU: [\d.]+ to [\d.]+ %\. With marking on idle CPUs: /,
    )
  })

  it('is no more than the whole process was measured to use', () => {
    const measuredCpus = 0.5 * (high / 10)
    const { reason } = verdictOf(open, { ...NONE, measuredCpus })
    const shown = String(Number(measuredCpus.toPrecision(2)))
    expect(reason).toContain(`to ${shown} CPUs (90 % ranges)`)
    expect(reason).toContain(`The whole process was measured at ${shown} CPUs.`)
  })

  it('is no more than GOMAXPROCS and the CPU quota allow', () => {
    const costly = (prediction: typeof open) => {
      const gcSeconds = { ...prediction.spread.gcSeconds, high: 75 }
      return verdictOf({ ...prediction, spread: { ...prediction.spread, gcSeconds } }).reason
    }
    expect(costly(open)).toMatch(/idle CPUs: [\d.]+ to 2 CPUs \(/)
    expect(costly(predictionOf({ cpuQuota: 1.5 }))).toMatch(/idle CPUs: [\d.]+ to 1\.5 CPUs \(/)
  })

  it('follows Go’s CPU classes if they were measured', () => {
    const { reason } = verdictOf(open, { ...NONE, measuredGc: { ofUsed: 0.43, compulsory: 0.14 } })
    expect(reason).toMatch(
      /^GC CPU was measured at 14\.0 %; of the CPU time used, marking on idle CPUs included, GC takes 43\.0 %/,
    )
  })
})

describe('what scrapes show about GC', () => {
  const scrape = (seconds: number, [gc, idle, user, all, limiter]: readonly number[]) => ({
    seconds,
    values: new Map([
      ['gcCpu', gc!],
      ['gcIdleCpu', idle!],
      ['userCpu', user!],
      ['allCpu', all!],
      ['limiterCycle', limiter!],
      ['processCpu', gc! + user!],
      ['sys', 100 * MIB],
    ] as const),
  })
  const run = (limiter: number) => ({
    process: { namespace: '', pod: '', container: '', instance: '', job: '' },
    clock: 'stamps' as const,
    scrapes: [scrape(0, [1, 1, 1, 10, limiter]), scrape(10, [4, 2, 4, 30, limiter])],
  })

  it('is how the counters grew between the first scrape and the last', () => {
    const measured = measuredIn([run(0) as never])
    // 3 CPU-seconds of GC, 1 of them on idle CPUs, of 20.
    expect(measured.measuredGc).toEqual({ ofUsed: 0.5, compulsory: 2 / 19 })
    expect(measured.measuredCpus).toBeCloseTo(0.6)
    expect(measured.wasNeverLimited).toBe(true)
  })

  it('does not include that the limit never acted if it did, or if nothing shows it', () => {
    expect(measuredIn([run(7) as never]).wasNeverLimited).toBe(false)
    expect(NONE).toMatchObject({ wasNeverLimited: false, measuredGc: undefined })
  })
})
