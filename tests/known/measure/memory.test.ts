import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measure } from '../../../src/known/measure/measure.ts'
import { toMemory, UNFILLED } from '../../../src/known/measure/memory.ts'
import type { Field } from '../../../src/metrics/fields.ts'
import { MIB } from '../../../src/units.ts'

const NOBODY = { job: '', instance: '', namespace: '', pod: '', container: '' }

const scrape = (values: Partial<Record<Field, number>>) => ({
  seconds: 0,
  values: new Map(Object.entries(values) as [Field, number][]),
})

/** A heap between its live heap and its goal, whose last cycle freed slots: a share of the goal. */
function at(objects: number, { live, goal, freed }: { live: number; goal: number; freed: number }) {
  const unused = (freed * goal * (goal - objects)) / (goal - live) + UNFILLED * objects
  return scrape({ heapAlloc: objects, heapInuse: objects + unused, goal, heapLive: live })
}

const HEAP = { live: 40 * MIB, goal: 80 * MIB, freed: 0.2 }
/** The live heap as a share of the goal, with GOGC=100 setting the goals. */
const overheadOf = (...scrapes: Parameters<typeof toMemory>[0]) => toMemory(scrapes, 0.5).overhead!.value

describe('the overhead of a heap', () => {
  it('is converted to a heap half way to its goal, however far the heap was when scraped', () => {
    // The last cycle freed 16 MiB of slots; 8 MiB are left when there are 60 MiB of objects.
    expect(overheadOf(at(60 * MIB, HEAP))).toBeCloseTo(8 / 60 + UNFILLED, 9)
    const part = (max: number) => fc.double({ min: 0, max, noNaN: true })
    fc.assert(
      fc.property(part(0.69), part(0.4), (way, freed) => {
        const heap = { ...HEAP, freed }
        expect(overheadOf(at((1 + way) * 40 * MIB, heap))).toBeCloseTo(overheadOf(at(60 * MIB, heap)), 9)
      }),
    )
  })

  it('is as scraped if all slots are filled, or if nothing shows how far the heap is', () => {
    const late = at(78 * MIB, HEAP)
    const seen = (8e-1 * MIB) / (78 * MIB) + UNFILLED
    expect(overheadOf(late)).toBeCloseTo(seen, 9)
    expect(overheadOf(scrape({ heapAlloc: 40 * MIB, heapInuse: 56 * MIB }))).toBeCloseTo(16 / 40, 9)
  })

  it('is not taken from a heap that has shrunk: its slots are those of the larger one', () => {
    const full = scrape({ heapAlloc: 110 * MIB, heapInuse: 116 * MIB })
    const shrunken = scrape({ heapAlloc: 14 * MIB, heapInuse: 82 * MIB })
    const of = (scrapes: Parameters<typeof toMemory>[0]) => toMemory(scrapes, undefined, 112 * MIB).overhead
    expect(of([full, shrunken])).toEqual(of([full]))
    expect(of([shrunken])).toBeUndefined()
    // Without a log nothing tells that the heap was larger.
    expect(toMemory([shrunken]).overhead!.value).toBeCloseTo(68 / 14, 9)
  })

  it('is as scraped if a limit sets the goals: a heap that grows little fills few slots', () => {
    const halfWay = (gogc: number, goal: number) => {
      const values = { heapAlloc: 101 * MIB, heapInuse: 121 * MIB, heapLive: 100 * MIB, goal: goal * MIB, gogc }
      return measure({ process: NOBODY, goVersion: undefined, scrapes: [scrape(values)], pauseEnds: [], clock: 'none' })
    }
    const asScraped = { overhead: { value: expect.closeTo(20 / 101, 9) }, isHalfWay: false }
    expect(halfWay(100, 200).isHalfWay).toBe(true)
    expect(halfWay(100, 110)).toMatchObject(asScraped)
    expect(halfWay(50, 150).isHalfWay).toBe(true)
    // This is how runtime/metrics reports GOGC=off.
    expect(halfWay(-1, 110)).toMatchObject(asScraped)
    expect(halfWay(2 ** 64, 110)).toMatchObject(asScraped)
  })

  it('is converted under a limit whose cycles allocate a good part of the live heap', () => {
    const { values } = at(45 * MIB, HEAP)
    const memoryOf = (live: number) =>
      toMemory([{ seconds: 0, values }], undefined, 0, [], false, { live, end: 80 * MIB })
    expect(memoryOf(40 * MIB).overhead!.value).toBeCloseTo(overheadOf(at(60 * MIB, HEAP)), 9)
    expect(memoryOf(40 * MIB).limitShare).toBe(0.5)
    const limited = (objects: number, perCycle: number) => {
      const scrapes = [0, 1].map((i) => ({
        seconds: 100 + 20 * i,
        values: new Map<Field, number>([
          ['heapAlloc', (i ? objects : 70) * MIB],
          ['heapInuse', 100 * MIB],
          ['heapLive', 50 * MIB],
          ['goal', (i ? 95 : 75) * MIB],
          ['gogc', -1],
          ['memoryLimit', 110 * MIB],
          ['cycles', 10 + 4 * i],
          ['allocTotal', (1000 + 4 * perCycle * i) * MIB],
        ]),
      }))
      return measure({ process: NOBODY, goVersion: undefined, scrapes, pauseEnds: [], clock: 'stamps' })
    }
    // Filling all slots would raise the goal to 102 MiB; 40 MiB per cycle end at 97.
    expect(limited(90, 40).limitShare).toBeCloseTo(50 / 97, 1)
    expect(limited(90, 10)).toMatchObject({ limitShare: undefined, isHalfWay: false })
  })

  it('is not converted before the first cycle: it has freed no slots yet', () => {
    const { values } = at(45 * MIB, { ...HEAP, freed: 0 })
    const first = { seconds: 0, values: new Map([...values, ['cycles', 0] as const]) }
    expect(overheadOf(first, at(45 * MIB, HEAP))).toBeCloseTo(overheadOf(at(60 * MIB, HEAP)), 9)
  })

  it('uses the live share that GOGC gives if the scrape does not show the live heap', () => {
    const { values } = at(45 * MIB, HEAP)
    const silent = { seconds: 0, values: new Map([...values].filter(([field]) => field !== 'heapLive')) }
    expect(toMemory([silent], 0.5).overhead!.value).toBeCloseTo(overheadOf(at(60 * MIB, HEAP)), 9)
  })

  it('is at most as scraped if less is unused than usually stays unfilled', () => {
    expect(
      overheadOf(scrape({ heapAlloc: 50 * MIB, heapInuse: 51 * MIB, goal: 80 * MIB, heapLive: 40 * MIB })),
    ).toBeCloseTo(1 / 50, 9)
  })

  it('uses only scrapes that did not come too late, if there are several', () => {
    const late = [70, 74, 76, 78].map((size) => at(size * MIB, { ...HEAP, freed: 0 }))
    expect(overheadOf(...late, at(41 * MIB, HEAP), at(42 * MIB, HEAP))).toBeCloseTo(overheadOf(at(60 * MIB, HEAP)), 9)
  })
})

describe('one scrape of a recorded service', () => {
  type Sample = Readonly<Record<'At' | 'Objects' | 'Unused' | 'Goal' | 'Live', number>>
  const recorded: { readonly run: string; readonly scrapes?: readonly Sample[] }[] = JSON.parse(
    readFileSync('tests/fixtures/services/scraped/runs.json', 'utf8'),
  )
  const runs = recorded.flatMap(({ run, scrapes }) => (scrapes ? [{ run, scrapes }] : []))
  const isEarly = ({ Objects, Goal, Live }: Sample) => Goal - Objects >= 0.3 * (Goal - Live)
  const read = ({ Objects, Unused, Goal, Live }: Sample) =>
    overheadOf(scrape({ heapAlloc: Objects * MIB, heapUnused: Unused * MIB, goal: Goal * MIB, heapLive: Live * MIB }))

  it('gives the same overhead within a fifth, although unused room differs by a factor of four', () => {
    const { scrapes } = runs.find(({ run }) => run === 'api-gogc100-limitoff')!
    // Scrapes after the start, when the live heap has settled.
    const settled = scrapes.filter(({ At }) => At > 1.5)
    const seen = settled.map(({ Objects, Unused }) => Unused / Objects)
    expect(Math.max(...seen)).toBeGreaterThan(3.5 * Math.min(...seen))
    const told = settled.filter(isEarly).map(read)
    expect(told.length).toBeGreaterThanOrEqual(8)
    const middle = told.toSorted((a, b) => a - b)[told.length >> 1]!
    for (const one of told) expect(Math.abs(one / middle - 1)).toBeLessThan(0.2)
  })

  it('shows at least a third of the slots within four seconds, nine times of ten', () => {
    const shareOf = (sample: Sample, scrapes: readonly Sample[]) => {
      const near = scrapes.filter(({ At }) => Math.abs(At - sample.At) <= 4)
      const most = Math.max(0, ...near.map(({ Unused, Live, Goal }) => (Unused - UNFILLED * Live) / Goal))
      const told = (read(sample) - UNFILLED) * (1 + sample.Live / sample.Goal)
      // Slots of less than a hundredth of the goal show nothing.
      return told > 0.01 ? [told / most] : []
    }
    const shares = runs.flatMap(({ scrapes }) => {
      const begun = scrapes.filter(({ At, Goal, Live }) => At >= 1 && Goal > Live)
      return begun.filter(isEarly).flatMap((sample) => shareOf(sample, begun))
    })
    expect(shares.length).toBe(84)
    expect(shares.filter((share) => share >= 1 / 3).length).toBeGreaterThanOrEqual(0.9 * shares.length)
    // A scrape rarely shows many more slots than there were.
    expect(shares.filter((share) => share <= 1.5).length).toBeGreaterThanOrEqual(0.9 * shares.length)
  })
})

describe('memory that Go counts, but that is not resident', () => {
  const GO = { sys: 90 * MIB, heapReleased: 10 * MIB, heapInuse: 60 * MIB, heapIdle: 20 * MIB }
  const counted = (resident: number) => scrape({ ...GO, resident: resident * MIB })
  const untouchedOf = (...residents: number[]) => toMemory(residents.map(counted)).untouched

  it('is the mapped memory less the resident memory: the median of the scrapes', () => {
    expect(untouchedOf(74)).toBe(6 * MIB)
    expect(untouchedOf(70, 74, 90)).toBe(6 * MIB)
  })

  it('is none if more is resident, or if nothing shows resident memory', () => {
    expect(untouchedOf(85)).toBeUndefined()
    expect(untouchedOf(0)).toBeUndefined()
    expect(toMemory([scrape({ sys: 90 * MIB })]).untouched).toBeUndefined()
  })

  it('is most of it if the process itself reports so, in the same scrape', () => {
    const { untouched, outside, touchedShare, lastResident, ignoredResident } = toMemory([counted(20)])
    expect({ untouched, outside: outside?.value, touchedShare, lastResident, ignoredResident }).toEqual({
      untouched: 60 * MIB,
      outside: 0,
      touchedShare: 0.25,
      lastResident: 20 * MIB,
      ignoredResident: undefined,
    })
  })

  it('is ignored if so little may belong to another process: a working set, or series without labels', () => {
    const ignored = { untouched: undefined, outside: undefined, lastResident: undefined, touchedShare: undefined }
    const ignoredResident = { resident: 20 * MIB, counted: 80 * MIB }
    const ofContainer = scrape({ ...GO, workingSet: 20 * MIB })
    expect(toMemory([ofContainer])).toMatchObject({ ...ignored, ignoredResident })
    expect(toMemory([counted(20)], undefined, 0, [], true)).toMatchObject({ ...ignored, ignoredResident })
    // Such series are used where they fit.
    expect(toMemory([counted(74)], undefined, 0, [], true)).toMatchObject({
      untouched: 6 * MIB,
      lastResident: 74 * MIB,
    })
  })

  it('comes from a working set that fits the resident memory of the process, otherwise from that memory alone', () => {
    const both = (workingSet: number) => toMemory([scrape({ ...GO, resident: 20 * MIB, workingSet: workingSet * MIB })])
    expect(both(22)).toMatchObject({ untouched: 58 * MIB, lastResident: 22 * MIB, ignoredResident: undefined })
    const other = { untouched: 60 * MIB, lastResident: 20 * MIB, ignoredResident: { resident: 5 * MIB } }
    expect(both(5)).toMatchObject(other)
  })

  it('shows memory outside Go as none', () => {
    const outsideOf = (resident: number) => toMemory([counted(resident)]).outside?.value
    expect([outsideOf(85), outsideOf(74), outsideOf(0)]).toEqual([5 * MIB, 0, undefined])
  })
})

it('memory outside Go may be above the highest of many scrapes by what it swings', () => {
  const outside = (bytes: number) => scrape({ sys: 90 * MIB, heapReleased: 10 * MIB, resident: 80 * MIB + bytes })
  const scrapes = Array.from({ length: 1200 }, (_, i) => outside((i === 1100 ? 60 : 20) * MIB))
  expect(toMemory(scrapes).outside).toMatchObject({ value: 20 * MIB, high: (60 + (60 - 20)) * MIB })
})
