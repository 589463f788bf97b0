import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAdvice, searchAdvice } from '../../src/explore/advice.ts'
import { nextLimit, previousLimit } from '../../src/explore/limit-grid.ts'
import { MAX_POINTS_OF_ALL } from '../../src/explore/limit-probe.ts'
import { searchLimits, toEnd } from '../../src/explore/limits.ts'
import { largestContainer, withOneContainer, withOneLimit } from '../../src/explore/one-limit.ts'
import { simulate } from '../../src/model/simulate.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { GIB, MIB, toLimit } from '../../src/units.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'

const OFF = { kind: 'off' } as const

function preset(id: string, more: Partial<Scenario> = {}): Scenario {
  const found = findPreset(id)
  if (!found) throw new Error(id)
  return { ...toScenario(found), ...more }
}

function scenarioOf(json: object): Scenario {
  const result = validateScenario({ version: 1, ...json })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

/** The verdict on a run of its own, without the search. */
function judge(scenario: Scenario, bytes: number) {
  const trace = simulate(withOneLimit(scenario, bytes))
  return { kind: toVerdict(trace).kind, gc: trace.result.compulsoryGcFraction }
}

const isGood = (scenario: Scenario, bytes: number, share: number) => {
  const { kind, gc } = judge(scenario, bytes)
  return (kind === 'healthy' || kind === 'tight' || kind === 'uncollected') && gc <= share
}

/** 2 GiB live in a container of 4 GiB, 4 CPUs, 500 MiB/s: as a service is, and as a batch program is. */
const service = (pace: 'clock' | 'work') =>
  scenarioOf({
    model: 'runtime',
    containerLimit: '4GiB',
    procs: 4,
    program: { pace, initialLive: '2GiB', phases: [{ duration: 60, allocRate: '500MiB' }] },
  })

describe('2 GiB live in a container of 4 GiB', () => {
  // The issue's own two: both complete.
  const COMPLETE = [3686 * MIB, 3900 * MIB]

  it('finds limits that are sound for a service, though the lowest thrash', () => {
    const { range, unlimited } = findAdvice(service('clock'), 0.5)
    expect(unlimited.verdict).toBe('killed')
    for (const limit of COMPLETE) {
      expect(range!.from.bytes).toBeLessThanOrEqual(limit)
      expect(range!.to.bytes).toBeGreaterThanOrEqual(limit)
    }
    expect(range!.to.bytes).toBe(4095 * MIB)
  })

  it('finds limits at which a batch program completes, though the lowest are killed, and offers none that thrashes', () => {
    const scenario = service('work')
    expect(judge(scenario, MIB).kind).toBe('killed')
    const { range, sound, surviving, headroom } = findAdvice(scenario, 0.5)
    for (const limit of COMPLETE) {
      expect(judge(scenario, limit).kind).toBe('thrashing')
      expect(surviving!.from.bytes).toBeLessThanOrEqual(limit)
      expect(surviving!.to.bytes).toBeGreaterThanOrEqual(limit)
    }
    expect(surviving!.below!.verdict).toBe('killed')
    expect([range, sound, headroom]).toEqual([null, null, null])
  })

  it('asks for 20 % of a service: from 3592 MiB, and one less costs more', () => {
    const scenario = service('clock')
    const { range, headroom } = findAdvice(scenario, 0.2)
    expect(isGood(scenario, range!.from.bytes, 0.2)).toBe(true)
    expect(judge(scenario, range!.from.bytes - MIB).gc).toBeGreaterThan(0.2)
    expect(headroom!.bytes).toBe(3686 * MIB)
  })

  it('names a container that would do where no limit does, and what costs where none could', () => {
    const roomier = findAdvice(service('clock'), 0.1)
    expect(roomier.range).toBeNull()
    const { bytes, limit } = roomier.need!.container!
    expect(bytes).toBeGreaterThan(4 * GIB)
    expect(limit.bytes).toBeLessThan(bytes)
    expect(isGood(withOneContainer(service('clock'), bytes), limit.bytes, 0.1)).toBe(true)
    // 2,000 MiB/s over four CPUs: GOGC=100 alone takes more than 10 %, whatever the container.
    const { need } = findAdvice(service('work'), 0.1)
    expect(need).toMatchObject({ container: null, isGogc: true, free: { bytes: Infinity } })
    expect(need!.free.result.compulsoryGcFraction).toBeGreaterThan(0.1)
  })
})

describe('a container of 100 MiB', () => {
  const guide = scenarioOf({
    containerLimit: '100MiB',
    program: {
      initialLive: '40MiB',
      phases: [
        { duration: 5, allocRate: '20MiB' },
        { duration: 1, allocRate: '80MiB', newSurvivalRate: 1 },
        { duration: 5, allocRate: '20MiB', oldDeathRate: 0.6 },
      ],
    },
  })

  it('offers nothing to a program of 120 MiB, but a container that holds it', () => {
    const { range, sound, headroom, need, unlimited } = findAdvice(guide, 0.1)
    expect([range, sound, headroom]).toEqual([null, null, null])
    expect(unlimited.verdict).toBe('killed')
    const { bytes, limit } = need!.container!
    expect(bytes).toBeGreaterThan(120 * MIB)
    expect(isGood(withOneContainer(guide, bytes), limit.bytes, 0.1)).toBe(true)
  })

  it('needs no limit for a program of 20 MiB', () => {
    const steady = preset('steady', { containerLimit: toLimit(100 * MIB) })
    const { unlimited, range, isOpenAbove } = findAdvice(steady, 0.1)
    expect(unlimited.verdict).toBe('healthy')
    expect(range!.above).toBeNull()
    expect(isOpenAbove).toBe(true)
  })

  it('is never itself offered, nor less than what is outside Go leaves', () => {
    const scenario = preset('spike', { gogc: OFF, containerLimit: toLimit(60 * MIB) })
    const alone = findAdvice(scenario, 0.1)
    expect(alone.range!.to.bytes).toBe(59 * MIB)
    const outside = { ...scenario, program: { ...scenario.program, outsideMemory: 12 * MIB } }
    const { range } = findAdvice(outside, 0.1)
    expect(range!.to.bytes).toBe(48 * MIB)
    expect(judge(outside, 49 * MIB).kind).toBe('killed')
    expect(range!.above!.verdict).toBe('killed')
  })
})

describe('a GC CPU share', () => {
  it('that GOGC alone goes beyond is kept by no limit, though the program survives', () => {
    const { unlimited, range } = findAdvice(preset('spike', { gogc: { kind: 'percent', percent: 10 } }), 0.1)
    expect(range).toBeNull()
    expect(unlimited.result.outcome.kind).toBe('completed')
    expect(unlimited.result.compulsoryGcFraction).toBeGreaterThan(0.1)
  })

  it('holds at every limit where nothing is allocated', () => {
    const quiet = preset('spike')
    const program = { ...quiet.program, phases: quiet.program.phases.map((phase) => ({ ...phase, allocRate: 0 })) }
    expect(findAdvice({ ...quiet, program }, 0.1).range).toMatchObject({ below: null, above: null })
  })
})

describe('limits that change on the way', () => {
  const spike = preset('spike', { gogc: OFF, containerLimit: toLimit(100 * MIB) })

  it('give way to one limit for the whole run, the container’s stay', () => {
    const changes = [
      { at: 2, memoryLimit: toLimit(40 * MIB) },
      { at: 3, memoryLimit: toLimit(50 * MIB), procs: 2 },
      { at: 4, containerLimit: toLimit(200 * MIB) },
    ]
    expect(withOneLimit({ ...spike, changes }, 30 * MIB)).toMatchObject({
      memoryLimit: toLimit(30 * MIB),
      changes: [
        { at: 3, procs: 2 },
        { at: 4, containerLimit: toLimit(200 * MIB) },
      ],
    })
  })

  it('are held against the container of their own time', () => {
    // 100 MiB until the live heap grows at 5 s, then 4 GiB: a limit above 100 MiB may be what the growth needs.
    const grown = { ...spike, changes: [{ at: 4.5, containerLimit: toLimit(4 * GIB) }] }
    expect(largestContainer(grown)).toBe(4 * GIB)
    const { range } = findAdvice(grown, 0.1)
    expect(isGood(grown, range!.to.bytes, 0.1)).toBe(true)
    expect(range!.above === null || !isGood(grown, range!.above.bytes, 0.1)).toBe(true)
  })

  it('count from 0 on where they are set there', () => {
    const changes = [{ at: 0, containerLimit: toLimit(50 * MIB) }]
    expect(largestContainer({ ...spike, changes })).toBe(50 * MIB)
    expect(largestContainer({ ...spike, changes: [{ at: 1, containerLimit: OFF }] })).toBe(Infinity)
  })
})

/** Far above what any search was seen to take (some 150), far below what a worker could not do in seconds. */
const MOST_RUNS = 800

/** Runs the search, counting. */
function count(scenario: Scenario, share: number) {
  const search = searchAdvice(scenario, share)
  let runs = 0
  let points = 0
  for (;;) {
    const step = search.next()
    if (step.done) return { advice: step.value, runs, points }
    runs++
    points += step.value.points
  }
}

describe('every search', () => {
  const scenarios = fc.tuple(plausibleScenario({ maxPhases: 4 }), fc.constantFrom(0.02, 0.1, 0.3, 0.5))

  it('offers only what ends well in a run of its own, below the container, and fails one step beyond its bounds', () => {
    let offered = 0
    fc.assert(
      fc.property(scenarios, ([scenario, share]) => {
        const { advice, runs } = count(scenario, share)
        expect(runs).toBeLessThan(MOST_RUNS)
        const range = advice.range ?? advice.sound
        const most = advice.range ? share : 1
        if (advice.need?.container) {
          const { bytes, limit } = advice.need.container
          expect(limit.bytes).toBeLessThan(bytes)
          expect(isGood(withOneContainer(scenario, bytes), limit.bytes, share)).toBe(true)
        }
        if (!range) return
        offered++
        for (const { bytes } of [range.from, range.to, advice.headroom ?? range.to]) {
          expect(isGood(scenario, bytes, most)).toBe(true)
          expect(bytes).toBeLessThan(advice.container)
        }
        const below = previousLimit(range.from.bytes)
        if (range.below) expect(range.below.bytes).toBe(below)
        expect(below <= 0 || !range.below || !isGood(scenario, below, most)).toBe(true)
        const above = nextLimit(range.to.bytes)
        const isRefused = above >= advice.container || !isGood(scenario, above, most)
        expect(isRefused || advice.isOpenAbove).toBe(true)
      }),
      { numRuns: 60 },
    )
    expect(offered).toBeGreaterThan(5)
  })

  it('says that it was too long to search, rather than half an answer', () => {
    const scenario = preset('spike', { gogc: OFF, containerLimit: toLimit(60 * MIB) })
    const whole = toEnd(searchLimits(scenario, 0.1))
    expect(whole.range).not.toBeNull()
    for (const most of [10, 100, 1000]) {
      const cut = toEnd(searchLimits(scenario, 0.1, most))
      expect(cut).toMatchObject({ searched: 'too long', range: null, sound: null, headroom: null })
    }
    expect(toEnd(searchLimits(scenario, 0.1, 100_000))).toEqual(whole)
  })

  it('is bounded in runs and in points, also where every limit thrashes or the run is long', () => {
    const long = (duration: number, model: 'guide' | 'runtime') =>
      scenarioOf({
        model,
        containerLimit: '512MiB',
        program: { initialLive: '100MiB', phases: [{ duration, allocRate: '200MiB' }] },
      })
    for (const scenario of [
      long(10, 'runtime'),
      long(1e6, 'guide'),
      preset('thrash', { containerLimit: toLimit(26 * MIB) }),
    ]) {
      const { runs, points } = count(scenario, 0.1)
      expect(runs).toBeLessThan(MOST_RUNS)
      expect(points).toBeLessThan(2 * MAX_POINTS_OF_ALL)
    }
    expect(findAdvice(long(1e6, 'guide'), 0.1)).toMatchObject({ searched: 'too long', range: null, need: null })
  })
})
