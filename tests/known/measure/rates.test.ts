import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measure } from '../../../src/known/measure/measure.ts'
import type { Ranged } from '../../../src/known/measure/ranged.ts'
import { toRates } from '../../../src/known/measure/rates.ts'
import type { ProcessRun, Scrape } from '../../../src/known/measure/timeline.ts'
import type { Field } from '../../../src/metrics/fields.ts'
import { MIB } from '../../../src/units.ts'

const NOBODY = { job: '', instance: '', namespace: '', pod: '', container: '' }
const START = 1e9

/** A process with a scrape at the end of each piece, given by its seconds and its bytes allocated per second. */
function watched(
  pieces: readonly { seconds: number; rate: number }[],
  life?: { seconds: number; rate: number },
): ProcessRun {
  let at = START + (life?.seconds ?? 0)
  let total = life ? life.seconds * life.rate : 1e12
  const scrapes: Scrape[] = []
  const scrape = () => {
    const values = new Map<Field, number>([
      ['allocTotal', total],
      ['cycles', Math.floor(total / (100 * MIB))],
    ])
    if (life) values.set('startTime', START)
    scrapes.push({ seconds: at, values })
  }
  scrape()
  for (const { seconds, rate } of pieces) {
    at += seconds
    total += seconds * rate
    scrape()
  }
  return { process: NOBODY, goVersion: undefined, scrapes, pauseEnds: [], clock: 'stamps' }
}

const rateOf = (run: ProcessRun): Ranged => toRates(run).allocRate!
const widthOf = ({ low, high }: Ranged) => high / low
const evenly = (count: number, seconds: number, rate = 100 * MIB) =>
  Array.from({ length: count }, () => ({ seconds, rate }))

describe('the range of an allocation rate', () => {
  it('is wider for a shorter time watched, and at least as wide as the clock’s error', () => {
    const widths = [5, 20, 60, 600].map((seconds) => widthOf(rateOf(watched(evenly(1, seconds)))))
    expect(widths).toEqual(widths.toSorted((a, b) => b - a))
    // Two scrapes 14 s apart gave the rate of the whole run within 1 to 5 %.
    expect(widths[1]).toBeGreaterThan(1.05 ** 2)
    expect(widths[0]).toBeGreaterThan(1.2)
    expect(widths[3]).toBeLessThan(1.06)
  })

  it('is wider if scrapes differ, and narrower if many agree', () => {
    const wave = [60, 300, 60, 300].map((rate) => ({ seconds: 5, rate: rate * MIB }))
    const one = rateOf(watched(evenly(1, 20)))
    expect(widthOf(rateOf(watched(wave)))).toBeGreaterThan(1.5)
    expect(widthOf(rateOf(watched(evenly(4, 5))))).toBeLessThan(widthOf(one))
  })

  it('includes the mean rate before the first scrape', () => {
    // The first 6 s of a service that allocates 60 and 300 MiB/s by turns, then 5 s of the other: 165 in the long run.
    const run = watched(evenly(1, 5, 275 * MIB), { seconds: 6, rate: 62 * MIB })
    expect(rateOf(run).low).toBeLessThan(170 * MIB)
    expect(rateOf(run).high).toBeLessThan(320 * MIB)
    expect(widthOf(rateOf(run))).toBeGreaterThan(widthOf(rateOf(watched(evenly(1, 5)))))
  })

  it('contains the long mean of nine in ten services that vary by chance, at any variation and scrape rate', () => {
    let held = 0
    let all = 0
    const share = fc.noBias(fc.integer({ min: 0, max: 1000 })).map((thousandths) => thousandths / 1000)
    fc.assert(
      fc.property(
        share.map((at) => 0.1 + 0.8 * at),
        fc.integer({ min: 5, max: 12 }).chain((count) => fc.array(share, { minLength: count, maxLength: count })),
        (spread, drawn) => {
          const pieces = drawn.map((at) => ({ seconds: 15, rate: 100 * MIB * (1 + spread * (2 * at - 1)) }))
          const { low, high } = rateOf(watched(pieces))
          all++
          if (low <= 100 * MIB && high >= 100 * MIB) held++
        },
      ),
      // The test asks for a share of the cases, so they must be the same in each run.
      { numRuns: 2000, seed: 16 },
    )
    expect(held / all).toBeGreaterThan(0.85)
    expect(held / all).toBeLessThan(0.97)
  })

  it('is finite and contains the mean for any counters', () => {
    const piece = fc.record({
      seconds: fc.double({ min: 0.001, max: 1e5, noNaN: true }),
      rate: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e12, noNaN: true })),
    })
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 30 }),
        fc.option(piece, { nil: undefined }),
        (pieces, life) => {
          const { value, low, high } = rateOf(watched(pieces, life))
          expect(low).toBeLessThanOrEqual(value)
          expect(high).toBeGreaterThanOrEqual(value)
          expect(low).toBeGreaterThanOrEqual(0)
          expect(high).toBeLessThan(Infinity)
        },
      ),
    )
  })
})

describe('one dump', () => {
  it('has a wider range for a program whose cycles come unevenly', () => {
    const dump = (ends: number[]): ProcessRun => ({
      process: NOBODY,
      goVersion: undefined,
      scrapes: [
        {
          seconds: Number.NaN,
          values: new Map<Field, number>([
            ['allocTotal', 1e10],
            ['cycles', 200],
          ]),
        },
      ],
      pauseEnds: ends,
      clock: 'none',
    })
    const even = Array.from({ length: 200 }, (_, i) => START + i / 4)
    const uneven = Array.from(
      { length: 200 },
      (_, i) => START + (i % 40 < 30 ? i / 4 : i / 4 + (i % 40) - 30),
    ).toSorted((a, b) => a - b)
    expect(widthOf(rateOf(dump(uneven)))).toBeGreaterThan(widthOf(rateOf(dump(even))))
  })

  // Of a cache that fills: as of GOGC=100, 72 cycles in 6 s, each with a larger heap than the one before.
  it('of a heap that has grown shows neither GOGC nor a memory limit by its mean', () => {
    const live = Array.from({ length: 72 }, (_, i) => (i + 1) * 0.6)
    const allocated = live.reduce((sum, mib) => sum + mib, 0)
    let seconds = START
    const pauseEnds = live.map((mib) => (seconds += mib / 100))
    const values = new Map<Field, number>([
      ['allocTotal', allocated * MIB],
      ['cycles', 72],
      ['goal', 2 * live.at(-1)! * MIB],
      ['heapAlloc', 1.4 * live.at(-1)! * MIB],
    ])
    const dump = {
      process: NOBODY,
      goVersion: undefined,
      clock: 'none',
      scrapes: [{ seconds: Number.NaN, values }],
    } as const
    const found = measure({ ...dump, pauseEnds })
    expect(found.gogc).toBeUndefined()
    expect(found.isLimitSetting).toBe(false)
    expect(found.live!.value / MIB).toBeCloseTo(live.at(-1)!, 0)
    // Without times its mean is all there is. It looks like that of a memory limit, but may as well be one of smaller heaps,
    // or of cycles that Go’s timer started.
    const { gogc, live: open } = measure({ ...dump, pauseEnds: [] })
    expect(gogc).toMatchObject({ kind: 'open', gogc: { value: 100, high: Infinity } })
    expect(gogc!.gogc.low).toBeLessThan(100)
    expect(open!.value / MIB).toBeCloseTo(live.at(-1)!, 0)
    expect(open!.high).toBeGreaterThan(1.2 * live.at(-1)! * MIB)
  })

  /** One dump of a process whose cycles allocated `perCycle` MiB in the mean, with a goal of 100 MiB. */
  const dumpOf = (perCycle: number, heapAlloc = 80) => {
    const values = new Map<Field, number>([
      ['allocTotal', 200 * perCycle * MIB],
      ['cycles', 200],
      ['goal', 100 * MIB],
      ['heapAlloc', heapAlloc * MIB],
    ])
    const scrapes = [{ seconds: Number.NaN, values }]
    const pauseEnds = Array.from({ length: 200 }, (_, i) => START + i)
    return measure({ process: NOBODY, goVersion: undefined, clock: 'none', scrapes, pauseEnds })
  }

  it('keeps GOGC=100 if the mean cycle may belong to another heap, with a range of the live heap', () => {
    for (const perCycle of [17, 70]) {
      const { gogc, live, isLimitSetting } = dumpOf(perCycle)
      expect(gogc).toMatchObject({ kind: 'open' })
      expect(isLimitSetting).toBe(false)
      expect(live!.value).toBe(50 * MIB)
      expect(Math.max(live!.high / live!.value, live!.value / live!.low)).toBeGreaterThan(1.5)
    }
    // So much would be live that the heap cannot be smaller than 92 MiB.
    expect(dumpOf(5, 96).gogc).toMatchObject({ kind: 'other' })
    expect(dumpOf(5, 80).gogc).toMatchObject({ kind: 'open' })
  })

  it('has no live heap above its heap', () => {
    for (const perCycle of [5, 17]) expect(dumpOf(perCycle, 60).live!.high / MIB).toBeLessThanOrEqual(61.2)
    // With GOGC=100 half of the goal would be live, and the heap is smaller.
    expect(dumpOf(70, 30).gogc).toMatchObject({ kind: 'other' })
  })
})
