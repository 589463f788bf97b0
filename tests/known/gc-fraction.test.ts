import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { type Choices, toEvidence } from '../../src/known/evidence.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { costOfShare } from '../../src/known/measure/mark-cost.ts'
import { type QuantityKey, quantityOf } from '../../src/known/quantities.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { MIB } from '../../src/units.ts'
import { call, createFolder } from '../cli/harness.ts'
import { readText } from '../metrics/read.ts'

async function knownFrom(text: string, typed: Choices['typed'] = {}) {
  const read = await readText(text)
  if (!read.ok) throw new Error(read.problems[0]?.message)
  const evidence = toEvidence([{ name: 'dump', read: read.value }], { typed })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return toKnown(evidence.value)
}

const folder = 'tests/fixtures/metrics'
/** A dump in which nothing tells GOMAXPROCS, with this share. */
const dumpOf = (fraction: number, mode = 'steady') =>
  readFileSync(`${folder}/${mode}/vars-4.json`, 'utf8')
    .replace(/"GCCPUFraction": [\d.e-]+/, `"GCCPUFraction": ${fraction}`)
    .replace(/"MCacheInuse": \d+, /, '')

// Go 1.26, mgc.go, gcMarkTermination: (GCTotalTime − GCIdleTime) / TotalTime, and TotalTime counts all of GOMAXPROCS.
describe('GC CPU from GCCPUFraction, which leaves out idle marking', () => {
  it.each(['steady', 'wave', 'cache'])(
    'has a range that the CPU classes of the same process lie in: %s',
    async (mode) => {
      const classes = readFileSync(`${folder}/${mode}/metrics-all-4.txt`, 'utf8')
      const of = (name: string) =>
        Number(new RegExp(`^go_cpu_classes_${name}_cpu_seconds_total (\\S+)`, 'm').exec(classes)?.[1])
      const { low, high, value } = find(
        await knownFrom(readFileSync(`${folder}/${mode}/vars-4.json`, 'utf8')),
        'gcCpu',
      )!
      const share = of('gc_total') / of('total')
      expect(low).toBeLessThan(share)
      expect(high).toBeGreaterThan(share)
      // It is the low end that GC takes at least.
      expect(low).toBeCloseTo((of('gc_total') - of('gc_mark_idle')) / of('total'), 3)
      expect(value).toBeGreaterThan(low!)
    },
  )

  it('is a share of all CPUs, so no more than all of them', async () => {
    for (const fraction of [0.3, 0.5, 0.9]) {
      const { low, value, high } = find(await knownFrom(dumpOf(fraction)), 'gcCpu')!
      expect([low, high]).toEqual([fraction, 1])
      expect(value).toBeGreaterThan(fraction)
      expect(value).toBeLessThan(1)
    }
  })

  it('is the same for any GOMAXPROCS, even an assumed one; the cost of marking follows it', async () => {
    const [two, four, none] = await Promise.all(
      [{ procs: 2 }, { procs: 4 }, {}].map((typed) => knownFrom(dumpOf(0.1), typed)),
    )
    expect(find(two!, 'gcCpu')).toEqual(find(none!, 'gcCpu'))
    const rate = (known = none!) => Number(find(known, 'scanRate')?.value)
    expect(rate(two) / rate(four)).toBeCloseTo(2, 9)
    expect(rate(four)).toBeCloseTo(rate(), 6)
    expect(find(none!, 'scanRate')).toMatchObject({
      sureness: 'derived',
      source: 'live heap of each cycle, over GC’s share of the CPU since the start, if GOMAXPROCS is 4, as assumed',
    })
    expect(find(four!, 'scanRate')?.source).toBe('live heap of each cycle, over GC’s share of the CPU since the start')
  })

  it('comes with a GOMAXPROCS that has bounds only if it is known', async () => {
    const [typed, assumed] = await Promise.all([{ procs: 2 }, {}].map((given) => knownFrom(dumpOf(0.1), given)))
    expect(find(typed!, 'procs')).toMatchObject({ value: 2, low: 2, high: 2 })
    expect(find(assumed!, 'procs')).toMatchObject({ low: null, high: null, source: expect.stringMatching(/^assumed/) })
  })

  it('names both ends of the range', async () => {
    // Where there are four CPUs or more, one of five that mark is a dedicated worker. Else there may be none.
    for (const [typed, most] of [
      [{ procs: 4 }, 5],
      [{ procs: 3 }, 10],
      [{}, 10],
    ] as const) {
      const { source, low, high } = find(await knownFrom(dumpOf(0.01), typed), 'gcCpu')!
      expect(source).toContain(`since the start: 1 to ${most} times GCCPUFraction`)
      expect(high! / low!).toBeCloseTo(most, 9)
    }
  })
})

describe('the cost of marking, from GC’s share of all CPUs', () => {
  const quantities = (values: Partial<Record<QuantityKey, [number, number, number]>>, sureness = 'derived' as const) =>
    new Map(
      Object.entries(values).map(([name, [low, value, high]]) => {
        const key = name as QuantityKey
        return [key, quantityOf(key, value, { low, high }, '', sureness)] as const
      }),
    )
  const SHARE = { gcCpu: [0.01, 0.03, 0.05], liveHeap: [9e8, 1e9, 2e9], cyclesPerSecond: [2, 3, 4] } as const
  const procs = quantityOf('procs', 2, undefined, '', 'assumed')
  const found = quantities({ ...SHARE } as never)

  it('is what all cycles in a second mark, divided by the CPU time of GC in that second', () => {
    const [rate, pointerFree] = costOfShare(found, procs)
    // 3 GB a second, in 0.03 of two CPUs.
    expect(rate?.value).toBeCloseTo(3e9 / 0.06, -2)
    expect([rate?.low, rate?.high].map(Number)).toEqual([3e9 / 0.1, 3e9 / 0.02])
    // The rate is that of the whole live heap.
    expect(pointerFree).toMatchObject({ key: 'pointerFreeLive', value: 0, high: 0 })
  })

  it('is not derived without the share, the live heap or the cycles, or if it is known', () => {
    const keys = Object.keys(SHARE) as (keyof typeof SHARE)[]
    for (const key of keys) expect(costOfShare(new Map([...found].filter(([own]) => own !== key)), procs)).toEqual([])
    expect(costOfShare(found, undefined)).toEqual([])
    expect(costOfShare(new Map([...found, ...quantities({ scanRate: [1, 2, 3] })]), procs)).toEqual([])
    expect(costOfShare(quantities({ ...SHARE, gcCpu: [0, 0, 0] } as never), procs)).toEqual([])
  })
})

describe('the share of a dump without times, with a typed allocation rate', () => {
  const TIMELESS = dumpOf(0.02).replace(/"LastGC": \d+, |"PauseEnd": \[[^\]]*\], /g, '')

  async function predicted(typed: Choices['typed']) {
    const program = programOf(await knownFrom(TIMELESS, { allocRate: 200 * MIB, procs: 4, ...typed }))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const prediction = finish(searchKnown(program.value, (scenario) => scenario))
    const { known } = program.value
    expect(find(known, 'cyclesPerSecond')).toBeUndefined()
    return { known, share: prediction.spread.compulsoryGcFraction, warnings: toWarnings(prediction).join() }
  }

  it('is that of the likely program, and shows what marking costs', async () => {
    const { known, share, warnings } = await predicted({})
    expect(share.likely / 0.02).toBeCloseTo(1, 1)
    expect(share.low).toBeLessThan(0.02)
    expect(share.low).toBeGreaterThan(0.002)
    expect(warnings).not.toContain('what marking costs')
    const rate = find(known, 'scanRate')!
    expect(rate.source).toBe('found by simulating: gives GC’s share of the CPU since the start')
    // As far apart as the ends of GC’s share.
    expect(rate.high! / rate.low!).toBeCloseTo(5, 9)
  })

  it('gives the same cost as the same share, typed', async () => {
    const { known } = await predicted({})
    const typed = await predicted({ gcCpu: Number(find(known, 'gcCpu')?.value) })
    expect(find(typed.known, 'scanRate')?.value).toBe(find(known, 'scanRate')?.value)
  })

  it('gives way to a typed mark rate', async () => {
    const { known } = await predicted({ scanRate: 1e9 })
    expect(find(known, 'scanRate')).toMatchObject({ value: 1e9, sureness: 'typed' })
  })
})

describe.each(['steady', 'cache', 'wave'])('a dump that shows GC’s share, without GOMAXPROCS: %s', (mode) => {
  const own = createFolder()
  afterAll(own.remove)
  const FRACTION = 0.0008
  const file = own.write('vars.json', dumpOf(FRACTION, mode))

  it('is predicted with that share under the same settings, with a range around it', async () => {
    const { lines } = await call(['what-if', file, '--gogc', '100', '--duration', '20'])
    const { predicted, range, warnings, calibration } = lines[0] as never as {
      predicted: { gcSeconds: number; wallSeconds: number }
      range: Record<string, [number, number]>
      warnings: string[]
      calibration: { scenario: { procs: number }; missing: string[] }
    }
    const share = predicted.gcSeconds / (predicted.wallSeconds * calibration.scenario.procs)
    expect(share).toBeGreaterThan(FRACTION)
    expect(share).toBeLessThan(5 * FRACTION)
    // Without idle marking it is GCCPUFraction itself.
    const [low, high] = range.compulsoryGcFraction!
    expect(low).toBeLessThan(FRACTION)
    expect(low).toBeGreaterThan(FRACTION / 20)
    expect(high).toBeGreaterThan(FRACTION)
    expect(high).toBeLessThan(10 * FRACTION)
    // The same share is less CPU time on one CPU, and more on many.
    const seconds = range.gcSeconds!.map((one) => one / predicted.gcSeconds)
    expect(seconds[0]).toBeLessThan(1 / 2)
    expect(seconds[1]).toBeGreaterThan(2)
    expect(warnings.join()).not.toMatch(/nothing measured shows what marking costs/)
    expect(warnings.join()).toMatch(/only GC’s share of all CPUs is known, and GOMAXPROCS is taken to be 4/)
    expect(calibration.missing).not.toContain('scanRate')
  })

  it('is checked against a bound of GC CPU', async () => {
    const { lines, code } = await call(['check', file, '--max-gc-cpu', '10%'])
    expect(code).toBe(0)
    expect(lines[0]).toMatchObject({ holds: true, judged: true })
  })
})

describe('GC CPU from the CPU classes of one scrape', () => {
  it.each(['steady', 'wave', 'cache'])(
    'is the mean since the start, and about what two scrapes show: %s',
    async (mode) => {
      const texts = ['1', '4'].map((n) => readFileSync(`${folder}/${mode}/metrics-all-${n}.txt`, 'utf8'))
      const of = (name: string) =>
        Number(new RegExp(`^go_cpu_classes_${name}_cpu_seconds_total (\\S+)`, 'm').exec(texts[1]!)?.[1])
      const known = await knownFrom(texts[1]!)
      const share = find(known, 'gcCpu')!
      expect(share.value).toBeCloseTo(of('gc_total') / of('total'), 6)
      expect(share).toMatchObject({
        sureness: 'derived',
        source: 'CPU classes of one scrape: the mean since the start',
      })
      expect(find(known, 'scanRate')?.sureness).toBe('derived')
      const reads = await Promise.all(texts.map((text) => readText(text)))
      const inputs = reads.flatMap((read, i) => (read.ok ? [{ name: `${i}`, read: read.value }] : []))
      const both = toEvidence(inputs, { interval: 15 })
      const measured = both.ok ? find(toKnown(both.value), 'gcCpu') : undefined
      expect(measured?.sureness).toBe('measured')
      expect(Number(measured?.value)).toBeGreaterThan(share.low!)
      expect(Number(measured?.value)).toBeLessThan(share.high!)
    },
  )
})
