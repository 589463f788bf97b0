import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finish } from '../../src/model/slices.ts'
import { largest, smallest } from '../../src/numbers.ts'
import { besideFilePages, equally, RANGE_FIGURES, withinAllowance } from '../../src/prediction/allowance.ts'
import { drawWithin } from '../../src/prediction/candidates.ts'
import { heapAllowed } from '../../src/prediction/heap-allowed.ts'
import { likelyResult, toRange } from '../../src/prediction/prediction.ts'
import { evenly } from '../../src/prediction/sequence.ts'
import { searchEnsemble } from '../../src/prediction/under-limit.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { limitBytes, MIB, toLimit } from '../../src/units.ts'
import { searchPrediction } from '../support/search-prediction.ts'
import { service } from './service.ts'

const OTHER = { key: 'otherMemory', value: 8 * MIB, low: 5 * MIB, high: 40 * MIB } as const
const RATE = { key: 'allocRate', value: 60 * MIB, low: 40 * MIB, high: 90 * MIB } as const

describe('programs drawn within known ranges', () => {
  it('lie half on each side of the likely value, which comes first, and a tenth beyond the bounds', () => {
    const drawn = drawWithin(service(), [OTHER], 400).map(({ scenario }) => scenario.program.otherMemory / MIB)
    expect(drawn[0]).toBe(8)
    const share = (isIn: (size: number) => boolean) => drawn.filter(isIn).length / drawn.length
    expect(share((size) => size < 8)).toBeCloseTo(0.5, 1)
    expect(share((size) => size >= 5 && size <= 40)).toBeCloseTo(0.9, 1)
  })

  it('change by factors, those below 1 too: as many lie near the lower bound as near the upper one', () => {
    const known = { key: 'heapOverhead', value: 0.1, low: 0.025, high: 0.4 } as const
    const drawn = drawWithin(service(), [known], 800).map(({ scenario }) => scenario.program.heapOverhead)
    const quantile = (share: number) => drawn.toSorted((a, b) => a - b)[Math.round(share * 800)]!
    expect(quantile(0.25) * quantile(0.75)).toBeCloseTo(0.01, 3)
    expect(quantile(0.25)).toBeCloseTo(0.1 * 0.25 ** (0.25 / 0.45), 3)
    const phases = [0.1, 0.2].map((newSurvivalRate) => ({ duration: 5, allocRate: '60MiB', newSurvivalRate }))
    const rate = { key: 'newSurvivalRate', value: 0.1, low: 0.05, high: 0.2 } as const
    for (const { scenario } of drawWithin(service({ program: { initialLive: '40MiB', phases } }), [rate])) {
      const [first, second] = scenario.program.phases.map(({ newSurvivalRate }) => newSurvivalRate)
      expect(second! / first!).toBeCloseTo(2, 9)
    }
  })

  it('are forty with the same weight', () => {
    expect(drawWithin(service(), [OTHER]).map(({ weight }) => weight)).toEqual(Array(40).fill(1))
  })

  it('differ in each open parameter independently', () => {
    const drawn = drawWithin(service(), [OTHER, { ...RATE, key: 'initialLive', value: 40 * MIB, low: 30 * MIB }])
    const isHigh = drawn.map(({ scenario: { program } }) => [
      program.otherMemory > 8 * MIB,
      program.initialLive > 40 * MIB,
    ])
    expect(new Set(isHigh.map(String)).size).toBe(4)
  })

  it('change all phases by one factor, and set phases without a value if the known value is 0', () => {
    const rest = { duration: 5, scanRate: '2GiB' }
    const phases = [
      { ...rest, allocRate: '60MiB' },
      { ...rest, allocRate: '30MiB' },
      { ...rest, allocRate: 0.5 },
    ]
    const two = service({ program: { initialLive: '40MiB', phases } })
    for (const { scenario } of drawWithin(two, [RATE])) {
      const [full, half, little] = scenario.program.phases.map(({ allocRate }) => allocRate)
      expect(full! / half!).toBeCloseTo(2, 9)
      expect(full! / little!).toBeCloseTo(120 * MIB, 3)
    }
    const none = { key: 'newSurvivalRate', value: 0, low: 0, high: 0.1 } as const
    for (const { scenario } of drawWithin(two, [none])) {
      const [rate, ...others] = scenario.program.phases.map(({ newSurvivalRate }) => newSurvivalRate)
      expect(rate).toBeLessThan(0.12)
      for (const other of others) expect(other).toBe(rate)
    }
  })

  it('are valid for any bounds', () => {
    const size = fc.double({ min: 0, max: 1e12, noNaN: true })
    fc.assert(
      fc.property(size, size, size, (value, low, high) => {
        for (const key of ['scanRate', 'newSurvivalRate', 'busyProcs', 'procs'] as const) {
          for (const { scenario } of drawWithin(service(), [{ key, value, low, high }], 5)) {
            const { program } = scenario
            const phase = program.phases[0]!
            expect(phase.scanRate > 0 && phase.newSurvivalRate >= 0 && phase.newSurvivalRate <= 1).toBe(true)
            expect(Number.isInteger(scenario.procs) && scenario.procs >= 1 && program.busyProcs >= 0).toBe(true)
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a prediction', () => {
  const known = [OTHER, RATE]

  it('includes the likely program’s own run in every range', () => {
    const { scenario, trace, spread } = finish(searchPrediction(drawWithin(service(), known)))
    expect(scenario).toEqual(service())
    for (const figure of RANGE_FIGURES) {
      const { low, likely, high } = spread[figure]
      expect(likely).toBe(trace.result[figure])
      expect(low <= likely && likely <= high).toBe(true)
    }
  })

  it('is wide in what is open, and narrow in what is known', () => {
    const { spread } = finish(searchPrediction(drawWithin(service(), [OTHER])))
    expect(spread.peakMemoryBytes.high - spread.peakMemoryBytes.low).toBeGreaterThan(25 * MIB)
    expect(spread.cycles.low).toBe(spread.cycles.high)
  })

  it('says how many of ten programs a container limit kills, if only some exceed it', () => {
    const candidates = drawWithin(service(), [OTHER])
    const under = (limit: number) =>
      finish(
        searchPrediction(candidates, ({ scenario }) => ({
          ...scenario,
          containerLimit: { kind: 'bytes', bytes: limit * MIB },
        })),
      ).outcomes
    expect(under(60)).toEqual({ completed: 0, 'oom-killed': 1 })
    expect(under(1000)).toEqual({ completed: 1, 'oom-killed': 0 })
    const some = under(100)
    expect(some['oom-killed']).toBeGreaterThan(0.05)
    expect(some['oom-killed']).toBeLessThan(0.95)
    expect(some.completed + some['oom-killed']).toBeCloseTo(1, 12)
  })

  it('ignores the cycle rate of programs that are killed before their first cycle ends', () => {
    const candidates = drawWithin(service(), [{ ...OTHER, high: 80 * MIB }])
    const toTight = ({ scenario }: (typeof candidates)[number]) => ({
      ...scenario,
      containerLimit: { kind: 'bytes', bytes: 96 * MIB } as const,
    })
    const { cycleRate, spread, outcomes } = finish(searchPrediction(candidates, toTight))
    expect(outcomes['oom-killed']).toBeGreaterThan(0.05)
    expect(spread.cycles.low).toBe(0)
    // A program that is killed after its first cycle has one cycle in less than two seconds.
    expect(cycleRate.low).toBeGreaterThan(cycleRate.likely / 2)
  })

  it('never bounds the peak heap below what the goals allow: (1 + GOGC/100) times the live heap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 400 }), fc.integer({ min: 10, max: 80 }), (gogc, rate) => {
        const scenario = { ...service(), gogc: { kind: 'percent', percent: gogc } as const }
        const drawn = drawWithin(scenario, [{ ...RATE, value: rate * MIB, low: rate * MIB, high: rate * MIB }], 5)
        const { spread, trace } = finish(searchPrediction(drawn))
        expect(spread.peakHeapBytes.high).toBeGreaterThanOrEqual((1 + gogc / 100) * trace.result.peakLiveBytes * 0.9999)
      }),
      { numRuns: 30 },
    )
  })
})

/** A program of two seconds with this much memory outside its heap, and one or two cycles. */
const short = (otherMiB: number, patch: object = {}): Scenario =>
  service({
    program: {
      initialLive: '20MiB',
      otherMemory: otherMiB * MIB,
      phases: [{ duration: 2, allocRate: '40MiB', scanRate: '2GiB' }],
    },
    ...patch,
  })
const weighing = (weights: readonly number[], toOther: (i: number) => number, patch?: object) =>
  weights.map((weight, i) => ({ scenario: short(toOther(i), patch), weight }))

describe('the programs of a prediction', () => {
  it('are those with a weight above 0, and their weights decide the 90 % range', () => {
    const found = finish(searchPrediction(weighing([1, 0, 1, 0], (i) => 8 + i)))
    expect(found.runs).toBe(2)
    expect(found.spread).toEqual(finish(searchPrediction(weighing([1, 1], (i) => 8 + 2 * i))).spread)
    // A 90 % range leaves out a twentieth on each side.
    const far = (heavy: number) =>
      finish(searchPrediction(weighing([100 - heavy, heavy], (i) => 8 + 40 * i))).spread.peakMemoryBytes
    expect(far(4).high / MIB).toBeLessThan(far(6).high / MIB - 30)
  })

  it('have a range of memory outside the heap', () => {
    const { besideHeap, spread } = finish(searchPrediction(weighing(Array(20).fill(1), (i) => 5 + 2 * i)))
    // Memory outside the heap includes a little more than the part in which the programs differ.
    expect((besideHeap.high - besideHeap.low) / MIB).toBeCloseTo(36, 0)
    expect(besideHeap.high).toBeLessThan(spread.peakMemoryBytes.high - spread.peakHeapBytes.likely / 2)
    expect(besideHeap.low).toBeGreaterThan(5 * MIB)
    expect(besideHeap.low).toBeLessThan(9 * MIB)
  })

  it('bound the heap of cycles above by their goals and below by their runs, and by 0 without a cycle', () => {
    const { cycleHeap, trace } = finish(searchPrediction(weighing([1], () => 8)))
    const ends = trace.cycles.runtime!.heapEnd
    expect(cycleHeap.likely).toBe(Math.max(...ends))
    expect(cycleHeap.high).toBeGreaterThanOrEqual(cycleHeap.likely)
    const idle = service({ program: { phases: [{ duration: 1 }] } })
    const none = finish(searchPrediction([{ scenario: idle, weight: 1 }]))
    expect(none).toMatchObject({ cycleHeap: { low: 0, likely: 0 }, cycleRate: { low: 0, likely: 0, high: 0 } })
    expect(none.spread.cycles).toEqual({ low: 0, likely: 0, high: 0 })
  })

  it('give cycles per second of elapsed time', () => {
    const { cycleRate, trace } = finish(searchPrediction(weighing([1], () => 8)))
    expect(cycleRate.likely).toBeCloseTo(trace.result.cycles / trace.result.wallSeconds, 12)
    expect(trace.result.cycles).toBeGreaterThan(0)
  })

  it('do not lower the cycle rate by being killed early, unless all are', () => {
    const killed = { containerLimit: '30MiB' }
    const all = finish(searchPrediction(weighing([1, 1], () => 20, killed)))
    expect(all.outcomes).toEqual({ completed: 0, 'oom-killed': 1 })
    expect(all.cycleRate.low).toBe(0)
    // The second program is killed before its first cycle, so the rate is that of the first program.
    const one = finish(
      searchPrediction([
        { scenario: short(8), weight: 1 },
        { scenario: short(20, killed), weight: 1 },
      ]),
    )
    expect(one.cycleRate.low).toBe(one.cycleRate.likely)
  })

  it('are not cut at the limit of a container that kills the program as it starts', () => {
    const made = service({
      containerLimit: '30MiB',
      program: { stacks: '40MiB', phases: [{ duration: 1, allocRate: '1MiB' }] },
    })
    const killed = finish(searchPrediction([{ scenario: made, weight: 1 }]))
    const { result } = killed.trace
    expect(result.outcome).toMatchObject({ kind: 'oom-killed', atSeconds: 0 })
    expect(result.peakContainerBytes).toBeGreaterThanOrEqual(40 * MIB)
    expect(likelyResult(killed)).toEqual(result)
    const many = finish(searchPrediction(drawWithin(made, [OTHER]), undefined, { peakContainerBytes: equally(1.2) }))
    expect(likelyResult(many)).toEqual(many.trace.result)
    expect(many.spread.peakContainerBytes.low).toBeGreaterThan(30 * MIB)
  })

  it('do not fill a larger container, and end at the limit of a smaller one', () => {
    const free = finish(searchPrediction(weighing([1, 1], (i) => 8 + 2 * i)))
    expect(free.fit.mayFill).toBe(false)
    const { low, likely, high } = free.spread.peakContainerBytes
    const under = (bytes: number, rest: object = {}) =>
      finish(
        searchPrediction(
          weighing([1, 1], (i) => 8 + 2 * i),
          ({ scenario }) => ({ ...scenario, containerLimit: toLimit(bytes), ...rest }),
        ),
      )
    const wide = under(2 * high)
    expect(wide.fit.mayFill).toBe(false)
    expect(wide.spread.peakContainerBytes).toEqual({ low, likely, high })
    const between = under(high - MIB / 2)
    expect(between.fit.mayFill || between.outcomes['oom-killed'] > 0).toBe(true)
    expect(between.spread.peakContainerBytes.high).toBe(high - MIB / 2)
    const tight = under(0.8 * low)
    expect(tight.spread.peakContainerBytes).toEqual({ low: 0.8 * low, likely: 0.8 * low, high: 0.8 * low })
    // If the container limit changes after one second, the range is not cut at a limit.
    const change = { changes: [{ at: 1, containerLimit: { kind: 'bytes', bytes: 2 * high } }] }
    expect(under(high - MIB / 2, change).spread.peakContainerBytes.high).not.toBe(high - MIB / 2)
    const other = { changes: [{ at: 1, forceGC: true }] }
    expect(under(high - MIB / 2, other).spread.peakContainerBytes.high).toBe(high - MIB / 2)
  })

  it('have an upper bound at the limit if over a twentieth are killed, a lower one if nearly all are', () => {
    const free = finish(searchPrediction(weighing([1, 1], (i) => 8 + 30 * i))).spread.peakContainerBytes
    const bytes = free.low + 10 * MIB
    const killing = (percent: number) =>
      finish(
        searchPrediction([
          { scenario: short(8, { containerLimit: bytes }), weight: 100 - percent },
          { scenario: short(38, { containerLimit: bytes }), weight: percent },
        ]),
      ).spread.peakContainerBytes
    expect(killing(5).high).toBeLessThan(bytes)
    expect(killing(6).high).toBe(bytes)
    // The likely program stays below the limit, and a range always includes it.
    expect([killing(95).low, killing(96).low]).toEqual([free.low, free.low])
    const likely = (percent: number) =>
      finish(
        searchPrediction([
          { scenario: short(38, { containerLimit: bytes }), weight: percent },
          { scenario: short(8, { containerLimit: bytes }), weight: 100 - percent },
        ]),
      ).spread.peakContainerBytes
    expect(likely(94)).toEqual({ low: free.low, likely: bytes, high: bytes })
    expect(likely(96)).toEqual({ low: bytes, likely: bytes, high: bytes })
  })

  it('may have a heap as high as their goals and GOGC allow, but no higher', () => {
    const phase = { scanRate: '2GiB' }
    const spike = service({
      memoryLimit: '260MiB',
      program: {
        initialLive: '60MiB',
        otherMemory: '8MiB',
        phases: [
          { ...phase, duration: 5, allocRate: '60MiB' },
          { ...phase, duration: 0.01, allocRate: '8GiB', newSurvivalRate: 1 },
          { ...phase, duration: 0.01, oldDeathRate: 0.7 },
          { ...phase, duration: 5, allocRate: '60MiB' },
        ],
      },
    })
    for (const scenario of [service(), short(8), spike]) {
      const { spread, trace } = finish(searchPrediction([{ scenario, weight: 1 }]))
      const { peakHeapBytes, peakMemoryBytes } = trace.result
      const goals = [...trace.cycles.goal, trace.pending?.goal ?? 0]
      const allowed = heapAllowed(scenario, peakMemoryBytes - peakHeapBytes)
      expect(spread.peakHeapBytes.high).toBeCloseTo(Math.max(peakHeapBytes, allowed, ...goals), 0)
      expect(spread.peakHeapBytes.low).toBe(peakHeapBytes)
    }
  })

  it('give both bounds of every figure, and of GC CPU on the same machine if there is one', () => {
    const found = finish(
      searchPrediction(
        weighing([1, 1], (i) => 8 + i),
        undefined,
        { gcSecondsOnSameMachine: equally(1.5) },
      ),
    )
    const { low, likely, high } = found.spread.gcSeconds
    expect(found.gcSecondsOnSameMachine).toEqual({ low: low / 1.5, likely, high: 1.5 * high })
    expect(toRange(found).gcSecondsOnSameMachine).toEqual([low / 1.5, 1.5 * high])
    expect(toRange(found).gcSeconds).toEqual([low, high])
    const without = finish(searchPrediction(weighing([1, 1], (i) => 8 + i)))
    expect(without.gcSecondsOnSameMachine).toBeUndefined()
    expect(Object.keys(toRange(without))).toEqual([...RANGE_FIGURES])
  })

  it('are run under the settings asked about, with the allowance for those settings', () => {
    const candidates = weighing([1, 1], (i) => 8 + i)
    const ensemble = {
      candidates,
      allowanceOf: ({ procs }: Scenario) => ({ peakHeapBytes: equally(procs === 3 ? 1.5 : 1) }),
    }
    const asked = (scenario: Scenario) => ({ ...scenario, procs: 3 })
    const wide = finish(searchEnsemble(ensemble, asked))
    expect(wide.scenario.procs).toBe(3)
    const plain = finish(searchPrediction(candidates, ({ scenario }) => asked(scenario)))
    expect(wide.spread.peakHeapBytes.high).toBeCloseTo(1.5 * plain.spread.peakHeapBytes.high, 3)
    expect(() => finish(searchEnsemble({ ...ensemble, candidates: [] }, asked))).toThrow('no program')
  })
})

describe('a container limit, changed by the error of the model', () => {
  const limited = short(8, { containerLimit: '100MiB' })
  const reach = { below: 1.1, above: 1.25 }
  const limitOf = (k: number) => {
    const { containerLimit } = withinAllowance(limited, k, reach)
    return containerLimit.kind === 'bytes' ? containerLimit.bytes / MIB : Number.NaN
  }

  it('stays the same for the likely program, and without a container limit', () => {
    expect(withinAllowance(limited, 0, reach)).toBe(limited)
    expect(withinAllowance(short(8), 3, reach).containerLimit).toEqual({ kind: 'off' })
    expect(withinAllowance(limited, 3)).toEqual(limited)
  })

  it('is reached sooner by a program that takes more, up to the upper factor, and later by one that takes less', () => {
    const limits = Array.from({ length: 200 }, (_, k) => limitOf(k + 1)).toSorted((a, b) => a - b)
    expect(limits[0]).toBeGreaterThanOrEqual(80)
    expect(limits[0]).toBeLessThan(80.5)
    expect(limits.at(-1)).toBeLessThanOrEqual(110)
    expect(limits.at(-1)).toBeGreaterThan(109.5)
    expect(limits.filter((limit) => limit < 100).length / limits.length).toBeCloseTo(0.5, 1)
  })

  it('may hold pages of files on top, which the kernel takes away first: 1.5 to 9 MiB, at most the memory outside Go', () => {
    const filesIn = (limitMiB: number, outsideMiB: number) => {
      const inContainer = short(8, { containerLimit: `${limitMiB}MiB` })
      const scenario = { ...inContainer, program: { ...inContainer.program, outsideMemory: outsideMiB * MIB } }
      const drawn = Array.from({ length: 200 }, (_, k) => besideFilePages(scenario, k + 1))
      return drawn.map((one) => limitBytes(one.containerLimit) / MIB - limitMiB)
    }
    const files = filesIn(100, 30)
    expect([smallest(files), largest(files)]).toEqual([expect.closeTo(1.5, 0), expect.closeTo(9, 0)])
    expect(largest(filesIn(100, 4))).toBe(4)
    // A small program has at most as much of them as of all else.
    expect(largest(filesIn(3, 30))).toBe(3)
  })

  it('changes independently of everything else that is drawn', () => {
    const first = Array.from({ length: 400 }, (_, k) => Math.floor(4 * evenly(k + 1, 0)))
    const limits = Array.from({ length: 400 }, (_, k) => limitOf(k + 1))
    const order = limits.toSorted((a, b) => a - b)
    const cells = new Set(limits.map((limit, k) => 4 * Math.floor(order.indexOf(limit) / 100) + first[k]!))
    expect(cells.size).toBe(16)
  })
})

it('no heap of a cycle is larger than the container that holds it', () => {
  const { cycleHeap, spread } = finish(
    searchPrediction(drawWithin(service({ containerLimit: '70MiB' }), [RATE]), undefined, {
      peakHeapBytes: equally(2),
    }),
  )
  expect(spread.peakHeapBytes.high).toBeLessThanOrEqual(70 * MIB)
  expect(cycleHeap.high).toBeLessThanOrEqual(70 * MIB)
})
