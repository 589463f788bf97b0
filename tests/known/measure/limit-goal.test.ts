import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../../src/known/known.ts'
import { findForced } from '../../../src/known/measure/forced.ts'
import { mayLimitSet } from '../../../src/known/measure/limit-goal.ts'
import { measure } from '../../../src/known/measure/measure.ts'
import { toRates } from '../../../src/known/measure/rates.ts'
import type { Scrape } from '../../../src/known/measure/timeline.ts'
import type { Field } from '../../../src/metrics/fields.ts'
import { MIB } from '../../../src/units.ts'
import { toRun } from '../../tools/evidence-services.ts'
import { readEvidence } from '../read-evidence.ts'

type Figures = Partial<Record<Field, number>>

const valuesOf = (figures: Figures) => new Map(Object.entries(figures) as [Field, number][])
const may = (figuresMiB: Figures) => {
  const inBytes = [...valuesOf(figuresMiB)].map(([field, mib]) => [field, mib * MIB] as const)
  return mayLimitSet([{ seconds: 0, values: new Map(inBytes) }])
}

describe('the memory limit may set a goal', () => {
  /** 180 MiB in use: 100 of objects, 30 of free spans, 50 besides them. */
  const inUse = { sys: 200, heapReleased: 20, heapIdle: 50, heapAlloc: 100 }

  it('that is near the one which the limit allows: the limit less all memory besides the heap, less 3 %', () => {
    const allowed = 0.97 * (250 - 50)
    expect(may({ ...inUse, memoryLimit: 250, goal: allowed })).toBe(true)
    expect(may({ ...inUse, memoryLimit: 250, goal: 0.85 * allowed })).toBe(false)
  })

  it('that is lower by the memory above the limit', () => {
    expect(may({ ...inUse, memoryLimit: 160, goal: 0.97 * (160 - 50 - 20) })).toBe(true)
    expect(may({ ...inUse, memoryLimit: 160, goal: 0.8 * (160 - 50 - 20) })).toBe(false)
  })

  it('that is near the limit less all memory in use, if the scrape does not show which part of it is the heap', () => {
    expect(may({ used: 180, memoryLimit: 250, goal: 65 })).toBe(true)
    expect(may({ usedStack: 10, usedOther: 170, memoryLimit: 1000, goal: 600 })).toBe(false)
  })

  it('that is at least about half of the limit, if no scrape shows the memory in use', () => {
    expect(may({ memoryLimit: 250, goal: 125 })).toBe(true)
    expect(may({ memoryLimit: 250, goal: 100 })).toBe(false)
  })

  it('only if there is a limit', () => {
    expect(may({ goal: 100 })).toBe(false)
    expect(may({ goal: 100, memoryLimit: 2 ** 43 })).toBe(false)
  })
})

/** A service with goals of 100 MiB, GOGC=100 and this memory limit, that allocates 6 MiB from cycle to cycle. */
function early(secondsBetween: number, limitMiB: number) {
  const scrapes = [0, 1, 2, 3].map((i) => ({
    seconds: 3600 + 10 * secondsBetween * i,
    values: valuesOf({
      goal: 100 * MIB,
      heapAlloc: 53 * MIB,
      allocTotal: (1000 + 60 * i) * MIB,
      cycles: 100 + 10 * i,
      gogc: 100,
      memoryLimit: limitMiB * MIB,
    }),
  }))
  return toRun(scrapes)
}

describe('cycles that come early under a memory limit', () => {
  it('show the live heap by GOGC if the limit is far above the goal', () => {
    const { live, isLimitSetting, forced } = measure(early(30, 1000))
    expect([isLimitSetting, forced?.early?.room]).toEqual([false, 50 * MIB])
    expect(live!.value / MIB).toBeCloseTo(50, 0)
  })

  it('show a live heap near the goal if the limit sets the goal', () => {
    const run = early(30, 120)
    const { live, isLimitSetting } = measure(run)
    expect([isLimitSetting, findForced(run.scrapes, toRates(run))]).toEqual([true, undefined])
    expect(live!.high / MIB).toBeGreaterThan(90)
  })

  it('show neither a limit nor forced cycles if Go starts one every two minutes', () => {
    for (const limitMiB of [120, 1000]) {
      const { live, isLimitSetting, forced } = measure(early(120, limitMiB))
      expect([isLimitSetting, forced]).toEqual([false, undefined])
      expect(live!.value / MIB).toBeCloseTo(50, 0)
    }
  })

  it('show a GOGC below its default if the limit is far above the goal and no input has GOGC', () => {
    const gogcUnder = (limitMiB: number) => {
      const scrapes = early(30, limitMiB).scrapes.map(({ seconds, values }, i) => {
        const others = [...values].filter(([field]) => field !== 'gogc')
        return { seconds, values: new Map([...others, ['heapAlloc', 85 * MIB], ['allocTotal', (1 + i) * 200 * MIB]]) }
      })
      return measure(toRun(scrapes as Scrape[])).gogc?.gogc.value
    }
    expect(gogcUnder(1000)).toBeLessThan(60)
    expect(gogcUnder(120)).toBeUndefined()
  })
})

// Recorded with GOGC=100: a log of each run shows what its last cycles found live.
describe('one dump whose goal is the one that the memory limit allows', () => {
  const liveOf = async (program: string, limit: string, gogc?: string) => {
    const dump = readFileSync(`tests/fixtures/metrics/limited/${program}.json`, 'utf8')
    const settings = `GOMEMLIMIT=${limit}\n${gogc === undefined ? '' : `GOGC=${gogc}\n`}`
    const { low, high, source } = find(toKnown(await readEvidence([dump, settings])), 'liveHeap')!
    return { low: low! / MIB, high: high! / MIB, source }
  }

  it.each([
    ['arena', '59MiB', 33],
    ['lruttl', '123MiB', 72],
    ['warm', '144MiB', 86],
  ])('holds the live heap that was found: %s', async (program, limit, live) => {
    const { low, high, source } = await liveOf(program, limit, '100')
    expect(source).toMatch(/^from the goal, which the memory limit sets/)
    expect(low).toBeLessThan(live)
    expect(high).toBeGreaterThan(live)
  })

  it('has no less live than GOGC would need for that goal', async () => {
    expect((await liveOf('arena', '59MiB', '70')).low).toBeGreaterThanOrEqual(29)
    expect((await liveOf('arena', '59MiB', '100')).low).toBeGreaterThanOrEqual(25)
  })

  it('says nothing about the limit if another limit is in force', async () => {
    expect((await liveOf('arena', '80MiB', '100')).source).toMatch(/^from the heap goal and GOGC/)
  })
})

describe('the live heap under a memory limit', async () => {
  // Its last cycles found 33 to 54 MiB live; 79 MiB were in its heap.
  const text = readFileSync('tests/fixtures/metrics/versions/metrics-200.txt', 'utf8')
  const { runs } = await readEvidence([text])
  const scrape = runs[0]!.scrapes[0]!

  it('is at most the heap of the only scrape, and may be far below it: cycles may allocate more than the mean', () => {
    const { live, isLimitSetting } = measure(runs[0]!)
    expect(isLimitSetting).toBe(true)
    expect(live!.low).toBeLessThan(54 * MIB)
    expect(live!.value).toBeLessThan(70 * MIB)
    expect(live!.high).toBe(scrape.values.get('heapAlloc'))
  })

  it('may be any part of the heap if only one cycle ended between two scrapes', () => {
    const lowWith = (cycles: number) => {
      const grown = [
        ['cycles', (value: number) => value + cycles],
        ['allocTotal', (value: number) => value + cycles * 20 * MIB],
      ] as const
      const values = new Map(scrape.values)
      for (const [field, grow] of grown) values.set(field, grow(values.get(field)!))
      return measure(toRun([scrape, { seconds: scrape.seconds + 10, values }])).live!.low
    }
    expect(lowWith(1)).toBeLessThan(lowWith(2))
    expect(lowWith(2)).toBeLessThan(lowWith(20))
  })
})
