import { describe, expect, it } from 'vitest'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { allowanceOf, noiseFactor } from '../../src/known/log/log-allowance.ts'
import { markNoise } from '../../src/known/log/mark-noise.ts'
import type { RangeFactors } from '../../src/prediction/allowance.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { TOLD } from './told.ts'

/** Forty cycles of a steady heap, which cost these CPU-milliseconds in turn. */
function seriesOf(...costs: readonly number[]) {
  const lines = Array.from({ length: 40 }, (_, i) => {
    const ms = costs[i % costs.length]!
    return `gc ${i + 1} @${(0.1 * (i + 1)).toFixed(3)}s 2%: 0.02+9.0+0.02 ms clock, 0.04+0/${ms}/0+0.04 ms cpu, 60->60->30 MB, 60 MB goal, 0 MB stacks, 0 MB globals, 2 P`
  })
  return toSeries(readLog(lines.join('\n')).columns)!
}

describe('the range of GC CPU', () => {
  const made = validateScenario({ version: 1, model: 'runtime', program: { phases: [{ duration: 1, allocRate: 1 }] } })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const scenario = made.value
  const factorOf = (side: 'below' | 'above') => (noise: number) =>
    allowanceOf(scenario, { ...TOLD, noise }).gcSeconds![side]
  const reach = factorOf('above')
  const below = factorOf('below')

  it('widens as mark costs vary from one cycle to the next', () => {
    expect(markNoise(seriesOf(8))).toBe(0)
    expect(markNoise(seriesOf(4, 16))).toBeGreaterThan(0.5)
    expect(reach(0.5) / reach(0)).toBeCloseTo(Math.exp(0.5), 12)
    expect(reach(5)).toBe(reach(1))
    expect(below(0.5) / below(0)).toBeCloseTo(Math.exp(0.5), 12)
  })

  it('is narrower under a memory limit, because the programs of a log already differ in the room for the heap', () => {
    const limited = { ...scenario, memoryLimit: { kind: 'bytes', bytes: 2 ** 30 } } as const
    const { gcSeconds } = allowanceOf(limited, TOLD)
    expect(gcSeconds!.above).toBeLessThan(reach(0))
  })

  it('is narrower on a machine as free as while the log was written, if no memory limit is set', () => {
    const onSame = (noise: number) => allowanceOf(scenario, { ...TOLD, noise }).gcSecondsOnSameMachine!.above
    for (const noise of [0, 0.3, 1]) {
      expect(onSame(noise)).toBeGreaterThan(1)
      expect(onSame(noise)).toBeLessThan(Math.min(reach(noise), below(noise)))
    }
    // A log with noisy mark costs leaves at least its noise open.
    expect(onSame(0.5)).toBeCloseTo(Math.exp(0.5), 12)
    const limited = { ...scenario, memoryLimit: { kind: 'bytes', bytes: 2 ** 30 } } as const
    expect(allowanceOf(limited, TOLD)).not.toHaveProperty('gcSecondsOnSameMachine')
  })

  it('does not widen if the mark cost changes once, with the kind of heap', () => {
    const costs = Array.from({ length: 40 }, (_, i) => (i < 20 ? 4 : 16))
    expect(markNoise(seriesOf(...costs))).toBe(0)
  })

  it('is widest if too few cycles show how mark costs vary', () => {
    const { columns } = readLog(
      'gc 1 @0.1s 2%: 0.02+9.0+0.02 ms clock, 0.04+0/8/0+0.04 ms cpu, 60->60->30 MB, 60 MB goal, 0 MB stacks, 0 MB globals, 2 P',
    )
    expect(markNoise(toSeries(columns)!)).toBe(1)
  })
})

describe('the range of each figure', () => {
  const made = validateScenario({ version: 1, model: 'runtime', program: { phases: [{ duration: 1, allocRate: 1 }] } })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const free = made.value
  const limited = { ...free, memoryLimit: { kind: 'bytes', bytes: 2 ** 30 } } as const
  const isPair = (reach: unknown): reach is RangeFactors =>
    typeof reach === 'object' && reach !== null && 'below' in reach
  const pairs = (of: typeof free, more: object = {}) =>
    Object.entries(allowanceOf(of, { ...TOLD, ...more })).flatMap(([figure, reach]) =>
      isPair(reach) ? [{ figure, ...reach }] : [],
    )

  it.each([
    ['from a log', {}],
    ['of a job', { mayBeJob: true }],
    ['with known memory outside the heap', { isMeasured: true }],
  ])('widens by factors of at least 1 and below 2: %s', (_, more) => {
    for (const scenario of [free, limited]) {
      const all = pairs(scenario, more)
      // That on the same machine is only given without a limit.
      expect(all.length).toBe(scenario === free ? 9 : 8)
      for (const { figure, below, above } of all) {
        expect(below >= 1 && below < 2, `${figure} below`).toBe(true)
        expect(above >= 1 && above < 2, `${figure} above`).toBe(true)
      }
    }
  })

  it('reaches at least as far for container kills as for the memory range that we show', () => {
    for (const scenario of [free, limited])
      for (const more of [{}, { isMeasured: true }]) {
        const of = (figure: string) => pairs(scenario, more).find((one) => one.figure === figure)!
        expect(of('containerKills').above).toBeGreaterThanOrEqual(of('peakContainerBytes').above)
        expect(of('containerKills').below).toBeGreaterThanOrEqual(of('peakContainerBytes').below)
      }
  })

  it('is narrower for the heap than for CPU time, which depends on the machine', () => {
    for (const more of [{}, { isMeasured: true }]) {
      const of = (figure: string) => pairs(free, more).find((one) => one.figure === figure)!
      for (const size of ['peakHeapBytes', 'peakMemoryBytes', 'peakContainerBytes', 'cycles'])
        expect(of(size).below * of(size).above).toBeLessThan(of('gcSeconds').below * of('gcSeconds').above)
    }
  })

  it('is widest for GC’s share of a job that leaves a CPU idle: chance decides which workers mark', () => {
    const share = (of: typeof free, more: object) =>
      pairs(of, more).find((one) => one.figure === 'compulsoryGcFraction')!
    const job = { mayBeJob: true, leavesCpuIdle: true }
    for (const scenario of [free, limited]) {
      const [own, others] = [share(scenario, job), share(scenario, { mayBeJob: true })]
      // In one of two recordings of such a job, idle workers marked nearly everything.
      expect(own.below).toBeGreaterThan(10 * others.below)
      expect(own.above).toBeGreaterThan(others.above)
      // GC marks the heap in any case, so GC CPU itself is not wider.
      expect(pairs(scenario, job).find(({ figure }) => figure === 'gcSeconds')).toEqual(
        pairs(scenario).find(({ figure }) => figure === 'gcSeconds'),
      )
    }
    expect(share(free, { ...job, noise: 0.5 }).below / share(free, job).below).toBeCloseTo(Math.exp(0.5), 12)
  })

  it('is wider in elapsed time for a job than for a program that a clock drives', () => {
    const seconds = (mayBeJob: boolean) => pairs(free, { mayBeJob }).find(({ figure }) => figure === 'wallSeconds')!
    expect(seconds(true).below).toBeGreaterThan(seconds(false).below)
    expect(seconds(true).above).toBeGreaterThan(seconds(false).above)
    // Where the log does not show which of them it is, it may end earlier than a driven one, if GC takes less.
    const open = pairs(free, { isPaceOpen: true }).find(({ figure }) => figure === 'wallSeconds')!
    expect(open.above).toBe(seconds(false).above)
    expect(open.below).toBeGreaterThan(seconds(false).below)
    expect(open.below).toBeLessThan(seconds(true).below)
    // One that falls behind its clock ends when its work is done, as a job does.
    expect(allowanceOf(free, TOLD).lateSeconds).toBe(seconds(true).above)
  })

  it('reaches in elapsed time to both ends of the gap in which the work ended, and no other figure does', () => {
    // A fifth of the time may be missing or too much.
    for (const kind of [{}, { mayBeJob: true }])
      for (const [i, { figure, below, above }] of pairs(free, { ...kind, openEnd: 0.2 }).entries()) {
        const known = pairs(free, kind)[i]!
        const [less, more] = figure === 'wallSeconds' ? [1 / 0.8, 1.2] : [1, 1]
        expect([below / known.below, above / known.above], figure).toEqual([
          expect.closeTo(less, 9),
          expect.closeTo(more, 9),
        ])
      }
  })

  it('differs if memory outside the heap is known, and under a memory limit', () => {
    const kinds = [pairs(free), pairs(limited), pairs(free, { isMeasured: true }), pairs(limited, { isMeasured: true })]
    expect(new Set(kinds.map((kind) => JSON.stringify(kind))).size).toBe(4)
  })

  it('is wider in GC’s share if the log’s run was under a memory limit', () => {
    const share = (more: object) => pairs(free, more).find(({ figure }) => figure === 'compulsoryGcFraction')!
    expect(share({ isUnderLimit: true }).below).toBeGreaterThan(share({}).below)
    expect(share({ isUnderLimit: true }).above).toBeGreaterThan(share({}).above)
    // A job that leaves a CPU idle has the widest range for any log.
    expect(share({ isUnderLimit: true, leavesCpuIdle: true })).toEqual(share({ leavesCpuIdle: true }))
  })

  it('widens by at most a factor of e, however much mark costs vary', () => {
    expect(noiseFactor(0)).toBe(1)
    expect(noiseFactor(0.3)).toBeCloseTo(Math.exp(0.3), 12)
    expect(noiseFactor(7)).toBeCloseTo(Math.E, 12)
  })
})

describe('bursts of very different size', () => {
  const made = validateScenario({ version: 1, model: 'runtime', program: { phases: [{ duration: 1, allocRate: 1 }] } })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const scenario = made.value
  const bursty = { ...TOLD, burstTail: 0.3, mostLive: 80 * MIB }
  const heapUnder = (limit: number) => {
    const memoryLimit = { kind: 'bytes', bytes: limit * MIB } as const
    return allowanceOf({ ...scenario, memoryLimit }, bursty).peakHeapBytes
  }

  it('widen the ranges of memory on both sides, and what surely survives by more', () => {
    const { peakHeapBytes, containerKills, cycles, doubts } = allowanceOf(scenario, bursty)
    expect(peakHeapBytes).toEqual({ below: 9 ** 0.3, above: 9 ** 0.3 })
    expect(containerKills).toEqual({ below: 19 ** 0.3, above: 19 ** 0.3 })
    expect(cycles).toEqual(allowanceOf(scenario, TOLD).cycles)
    expect(doubts).toEqual([{ about: 'wide', text: expect.stringContaining('may be 1.9 times as high') }])
  })

  it('of similar size change nothing', () => {
    expect(allowanceOf(scenario, { ...TOLD, mostLive: 80 * MIB })).toEqual(allowanceOf(scenario, TOLD))
    expect(allowanceOf(scenario, { ...bursty, burstTail: 0.01 })).toEqual(allowanceOf(scenario, TOLD))
  })

  it('widen the ranges under a memory limit only as far as they exceed it', () => {
    expect(heapUnder(1000)).toMatchObject({ above: 1.2 })
    expect(heapUnder(110)).toMatchObject({ above: (9 ** 0.3 * 80) / 110 })
    expect(heapUnder(40)).toMatchObject({ above: 9 ** 0.3 })
  })
})

describe('stacks that a log does not show', () => {
  const made = validateScenario({ version: 1, model: 'runtime', program: { phases: [{ duration: 1, allocRate: 1 }] } })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const unseen = (mib: number) => allowanceOf(made.value, { ...TOLD, mostStacks: mib * MIB }).unseen!.bytes! / MIB

  it('may be as large as those of 2,000 goroutines, and ten times what a cycle scanned', () => {
    expect(unseen(0)).toBe(40)
    expect(unseen(3)).toBe(40)
    // 5,000 goroutines whose calls had been deep: 21 MiB were scanned, and 164 allocated.
    expect(unseen(21)).toBe(210)
  })
})
