import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import {
  cheapestOf,
  cheapestThatHolds,
  findSizes,
  firstCheapOf,
  firstThatHolds,
  offerOf,
  type Question,
  type Tested,
  testSetting,
} from '../../../src/explore/advice/search.ts'
import { toHandySize } from '../../../src/explore/advice/settings.ts'
import { createBudget } from '../../../src/explore/advice/trial.ts'
import { finish } from '../../../src/model/slices.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { limitBytes, MIB, OFF, toLimit } from '../../../src/units.ts'
import { preset, scenarioOf } from '../support/scenarios.ts'

/** 20 MiB live, and 40 at the peak; 25 and 50 with the margin. */
const STEADY = preset('steady')
const questionOf = (more: Partial<Question> = {}): Question => ({
  ...{ scenario: STEADY, demand: USUAL_DEMAND, budget: createBudget(), freeSeconds: 10, ensemble: undefined },
  isBeforeLimits: false,
  memoryHigh: Infinity,
  ...more,
})
const limited = (mib: number) => ({ memoryLimit: toLimit(mib * MIB) })
const contained = (mib: number) => ({ containerLimit: toLimit(mib * MIB) })

describe('a setting that is tested', () => {
  const gradeOf = (setting: Parameters<typeof testSetting>[1], demand = USUAL_DEMAND) =>
    finish(testSetting(questionOf({ demand }), setting)).grade

  it('holds if the program ends well, without and with growth', () => {
    expect(gradeOf({})).toBe('holds')
    expect(gradeOf(contained(100))).toBe('holds')
  })

  it('has no margin if only the grown program ends badly: it needs 50 MiB', () => {
    expect(gradeOf(contained(45))).toBe('no-margin')
    expect(gradeOf(contained(38))).toBe('fails')
  })

  it('is full if less than 5 % of its container is left, for which the map says that it could be killed', () => {
    const limitOfAll = { ...limited(30), ...contained(30) }
    expect(gradeOf(limitOfAll)).toBe('full')
    expect(gradeOf({ ...limited(30), ...contained(32) })).not.toBe('full')
    const { plain } = finish(testSetting(questionOf(), limitOfAll))
    expect(plain.verdict.kind).toBe('tight')
  })

  it('is costly only if GC takes more than the demanded share, not exactly that share', () => {
    const { compulsoryGcFraction } = finish(testSetting(questionOf(), {})).plain.result
    expect(gradeOf({}, { ...USUAL_DEMAND, share: compulsoryGcFraction })).toBe('holds')
    expect(gradeOf({}, { ...USUAL_DEMAND, share: 0.99 * compulsoryGcFraction })).toBe('costly')
    // A run that ends badly is `fails`, never `costly`.
    expect(gradeOf(limited(15), { ...USUAL_DEMAND, share: 0.01 })).toBe('fails')
  })

  it('is costly if GC takes more than demanded after its share is corrected by measurements', () => {
    // One CPU of four is busy, so that most of the marking is idle marking.
    const phases = [{ duration: 20, allocRate: '200MiB', scanRate: '400MiB' }]
    const program = { pace: 'clock', busyProcs: 1, initialLive: '100MiB', phases }
    const scenario = scenarioOf({ model: 'runtime', procs: 4, program })
    const test = (compulsoryGcTimes: number | undefined, share: number) => {
      const ensemble = { candidates: [{ scenario, weight: 1 }], allowanceOf: () => ({ compulsoryGcTimes }) }
      return finish(testSetting(questionOf({ scenario, ensemble, demand: { ...USUAL_DEMAND, share } }), {}))
    }
    const simulated = test(undefined, 1).plain.result.compulsoryGcFraction
    const twice = test(2, 1.5 * simulated)
    expect(twice.plain.result.compulsoryGcFraction).toBeCloseTo(2 * simulated, 10)
    expect(twice.grade).toBe('costly')
    expect(test(undefined, 1.5 * simulated).grade).toBe('holds')
  })

  it('has no more GC CPU than the process used as measured, also with a limit that makes no difference', () => {
    const phases = [{ duration: 20, allocRate: '200MiB', scanRate: '400MiB' }]
    const program = { pace: 'clock', busyProcs: 1, initialLive: '100MiB', phases }
    const scenario = scenarioOf({ model: 'runtime', procs: 4, program })
    const allowanceOf = ({ gogc, memoryLimit }: Scenario) =>
      gogc === scenario.gogc && memoryLimit.kind === 'off' ? { seen: { cpus: 0.04 } } : {}
    const question = questionOf({ scenario, ensemble: { candidates: [{ scenario, weight: 1 }], allowanceOf } })
    const shareOf = (setting: Parameters<typeof testSetting>[1]) =>
      finish(testSetting(question, setting)).plain.result.compulsoryGcFraction
    expect(shareOf({})).toBe(0.01)
    expect(shareOf(limited(100_000))).toBe(0.01)
    for (const other of [{ gogc: { kind: 'percent', percent: 99 } } as const, limited(180)])
      expect(shareOf(other)).toBeGreaterThan(0.02)
  })
})

describe('the first of several settings that holds', () => {
  const first = (...settings: Parameters<typeof firstThatHolds>[1]) => finish(firstThatHolds(questionOf(), settings))

  it('is chosen, although a later one holds too', () => {
    expect(first(contained(45), contained(100), contained(200))!.setting).toMatchObject(contained(100))
  })

  it('is the best of them if none holds; of equally good ones, the earlier', () => {
    expect(first(contained(38), contained(45), contained(46))!.setting).toMatchObject(contained(45))
    expect(first(contained(38), contained(30))!.setting).toMatchObject(contained(38))
    expect(first()).toBeUndefined()
  })
})

describe('the sizes at which a setting holds', () => {
  const sizesOf = (from: number, to: number) => {
    const found = finish(
      findSizes(questionOf(), { from: from * MIB, to: to * MIB }, (bytes) => [{ containerLimit: toLimit(bytes) }]),
    )
    return found.map(({ scenario }) => limitBytes(scenario.containerLimit) / MIB)
  }

  it('are the largest, the smallest and some between them, rounded as people write them', () => {
    const sizes = sizesOf(20, 256)
    expect(sizes[0]).toBe(256)
    const least = Math.min(...sizes)
    // The grown program takes 50 MiB: the size is 50 MiB or the next one that people write.
    expect(least).toBeGreaterThanOrEqual(50)
    expect(least).toBeLessThanOrEqual(52)
    for (const mib of sizes) expect(toHandySize(mib * MIB)).toBe(mib * MIB)
    // Four sizes between the two, at equal ratios, besides those that the binary search tried.
    for (let i = 1; i < 5; i++) expect(sizes).toContain(toHandySize(least * (256 / least) ** (i / 5) * MIB) / MIB)
  })

  it('are none if the largest does not hold', () => {
    expect(sizesOf(20, 48)).toEqual([])
  })

  it('are only one if no smaller size holds', () => {
    expect(new Set(sizesOf(52, 52))).toEqual(new Set([52]))
  })
})

describe('the cheapest', () => {
  const of = (...prices: readonly number[]) => cheapestOf(prices.map((perMonth) => ({ perMonth }) as Tested))?.perMonth

  it('is the first of those whose costs differ by less than half a percent', () => {
    expect(of(100, 99.6)).toBe(100)
    expect(of(100, 99.4)).toBe(99.4)
    expect(of(90, 100)).toBe(90)
    expect(of()).toBeUndefined()
  })

  it('costs hardly more than any other', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 }), (prices) => {
        expect(of(...prices)).toBeLessThanOrEqual(Math.min(...prices) / 0.995)
      }),
    )
  })
})

it('the first that costs hardly more than the cheapest costs at most 3 % more', () => {
  const of = (...prices: readonly number[]) => firstCheapOf(prices.map((perMonth) => ({ perMonth })))?.perMonth
  expect(of(110, 103, 101, 100)).toBe(103)
  expect(of(110, 103.1, 101, 100)).toBe(101)
  expect(of(100, 90)).toBe(90)
  expect(of()).toBeUndefined()
})

describe('the cheapest that holds for all programs that fit the input', () => {
  /** Programs that take 1 to 20 MiB outside Go, and the containers in which they were asked for. */
  function ensemble() {
    const asked = new Set<number>()
    const candidates = Array.from({ length: 20 }, (_, i) => {
      return { scenario: { ...STEADY, program: { ...STEADY.program, outsideMemory: (i + 1) * MIB } }, weight: 1 }
    })
    const allowanceOf = ({ containerLimit }: typeof STEADY) => {
      asked.add(limitBytes(containerLimit) / MIB)
      return {}
    }
    return { asked, question: questionOf({ ensemble: { candidates, allowanceOf } }) }
  }
  const offersOf = (question: Question, sizes: readonly number[]) =>
    sizes.flatMap((mib) => finish(offerOf(question, [contained(mib)])) ?? [])

  it('is found without running these programs under more expensive settings', () => {
    const { asked, question } = ensemble()
    const offers = offersOf(question, [200, 60, 80])
    expect(offers.map(({ isTested }) => isTested)).toEqual([false, false, false])
    asked.clear()
    // 50 MiB grown, and up to 20 outside: 60 MiB are enough for the likely program alone.
    expect(finish(cheapestThatHolds(question, offers))!.setting).toMatchObject(contained(80))
    expect(asked).toEqual(new Set([60, 80]))
  })

  it('is none if only the likely program survives; a program that is known exactly needs no other runs', () => {
    const { question } = ensemble()
    expect(finish(cheapestThatHolds(question, offersOf(question, [55, 60])))).toBeUndefined()
    expect(offersOf(question, [40])).toEqual([])
    const exact = offersOf(questionOf(), [200, 60])
    expect(exact.map(({ isTested }) => isTested)).toEqual([true, true])
    expect(finish(cheapestThatHolds(questionOf(), exact))!.setting).toMatchObject(contained(60))
  })
})

it('a CPU quota that stops only the likely program excludes no setting', () => {
  const scenario = {
    ...scenarioOf({ model: 'runtime', procs: 4, program: { phases: [{ duration: 10, allocRate: '50MiB' }] } }),
    cpuQuota: { kind: 'cpus' as const, cpus: 0.5 },
  }
  const free = { scenario: { ...scenario, cpuQuota: OFF }, weight: 1 }
  const offered = (more: Partial<Question>) => finish(offerOf(questionOf({ scenario, ...more }), [{}]))
  expect(offered({})).toBeUndefined()
  const candidates = [{ scenario, weight: 1 }, free, free]
  expect(offered({ ensemble: { candidates, allowanceOf: () => ({}) } })).toMatchObject({ isTested: false })
})

describe('the budget of a search', () => {
  it('spends the cycles of its runs, plus ten for each run', () => {
    const question = questionOf()
    const before = question.budget.cyclesLeft
    const { plain, grown } = finish(testSetting(question, { memoryLimit: OFF }))
    expect(before - question.budget.cyclesLeft).toBe(plain.result.cycles + grown.result.cycles + 2 * 10)
  })

  it('stops a run once its budget is spent, or when the run takes more cycles than one run may', () => {
    const thrashing = questionOf({ scenario: preset('thrash') })
    const cyclesOf = (max: number) => finish(testSetting({ ...thrashing, budget: createBudget(max) }, {})).plain.result
    expect(cyclesOf(20).cycles).toBeLessThanOrEqual(20)
    expect(cyclesOf(20).outcome.kind).toBe('stopped')
    expect(cyclesOf(-5)).toMatchObject({ cycles: 1, outcome: { kind: 'stopped' } })
  })
})
