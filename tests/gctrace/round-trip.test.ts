import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate } from '../../src/gctrace/calibrate.ts'
import { printGctrace } from '../../src/gctrace/print.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { GIB, MIB } from '../../src/units.ts'
import { readLog } from './support.ts'

/*
 * A program that builds up its heap and then serves at one rate. What bounds the class, and why:
 *
 * Heaps of 16 MiB live and more, so 32 MiB at the peak. Sizes are whole MiB, and each line of a steady program is rounded
 * the same way: more cycles tell no more. The highest heap h is known to ± ½ MiB as such, and that is
 *
 *   ½ MiB / h ≤ 2 %      from      h = 25 MiB on.
 *
 * Goal, trigger and live heap each tell it once more, so that nearly always it is known better than that; 32 MiB leave some
 * room where they do not.
 *
 * 25 cycles and more. The cycles while the heap builds up are few and unlike each other, and one more or less of them is
 * one at the end; so two are always allowed, and 2 % where that is more.
 *
 * CPUs kept busy: all, or so few that some are left over while marking. In between nothing tells: where a quarter of
 * GOMAXPROCS marks and the program has the rest, there is no idle processor to see, and a service that is held up allocates
 * as a saturated program does that is held up somewhat less.
 */
const common = {
  build: fc.double({ min: 0.3, max: 1.2, noNaN: true }),
  cycles: fc.integer({ min: 25, max: 110 }),
  liveMiB: fc.oneof(fc.integer({ min: 16, max: 64 }), fc.integer({ min: 16, max: 600 })),
  scanGiB: fc.double({ min: 1.5, max: 6, noNaN: true }),
  gogc: fc.constantFrom(100, 200),
}
const saturated = {
  ...common,
  turnover: fc.double({ min: 0.6, max: 3, noNaN: true }),
  busyShare: fc.constant(1),
  arrayShare: fc.constantFrom(0, 0.03, 0.06),
}
const anySaturated = fc.record({ ...saturated, procs: fc.constantFrom(4, 8) })
/** So many that what lies before the first steady cycle and after the last weighs little in an average. */
const anyLong = fc.record({ ...saturated, procs: fc.constantFrom(4, 8), cycles: fc.constant(110) })
const service = { ...common, turnover: fc.double({ min: 0.6, max: 2.5, noNaN: true }) }
const withRoom = fc.double({ min: 0.25, max: 0.6, noNaN: true })
const anyService = fc.record({
  ...service,
  procs: fc.constantFrom(4, 8),
  busyShare: withRoom,
  arrayShare: fc.constant(0),
})
/*
 * On two or three CPUs a worker marks by turns with the program: it gets a busy processor when a goroutine’s turn is over,
 * 10 to 20 ms later. One of a hundred mark phases waits longest for that: which one, and so the highest heap of all, is
 * another for the least difference. The same goes for a service’s large arrays, where marking has a stretch in which all
 * depends on when the first assist comes. Of four hundred such programs four were off by more than 2 %.
 */
const anyLessSure = fc.oneof(
  fc.record({ ...saturated, procs: fc.constantFrom(2, 3) }),
  fc.record({ ...service, procs: fc.constantFrom(4, 8), busyShare: withRoom, arrayShare: fc.constantFrom(0.03, 0.06) }),
)
/** There these turns also decide how many CPUs are left to a service, and so when its cycles start. */
const anySmallService = fc.record({
  ...service,
  procs: fc.constantFrom(2, 3),
  busyShare: fc.double({ min: 0.25, max: 0.5, noNaN: true }),
  arrayShare: fc.constant(0),
})
/*
 * One CPU marks by turns with the program and nothing else, so all of the above decides at once; and whether a program that
 * is held up would have had time to spare shows nowhere. Most come out as well as the others, a few do not: nine of ten.
 */
const anyOnOne = fc.oneof(
  fc.record({ ...saturated, procs: fc.constant(1) }),
  fc.record({
    ...service,
    procs: fc.constant(1),
    busyShare: fc.double({ min: 0.25, max: 0.5, noNaN: true }),
    arrayShare: fc.constant(0),
  }),
)

interface Drawn {
  readonly liveMiB: number
  readonly build: number
  readonly scanGiB: number
  readonly gogc: number
  readonly procs: number
  /** Live heaps allocated per second. */
  readonly turnover: number
  readonly busyShare: number
  readonly arrayShare: number
  /** About so many, besides those of the beginning. */
  readonly cycles: number
}

function peakOf({ cycles }: Trace): number {
  return Math.max(...cycles.runtime!.heapEnd)
}

function toScenario(drawn: Drawn): Scenario {
  const { liveMiB, build, turnover, scanGiB, procs, gogc, busyShare, arrayShare } = drawn
  const isSaturated = busyShare === 1
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    gogc,
    procs,
    program: {
      otherMemory: 4 * MIB,
      pace: 'clock',
      peakAllocRate: isSaturated ? 2.2 * GIB : 0,
      busyProcs: isSaturated ? 0 : procs * busyShare,
      pointerArrayShare: arrayShare,
      phases: [
        {
          duration: build,
          allocRate: (liveMiB * MIB) / 0.7 / build,
          newSurvivalRate: 0.7,
          scanRate: scanGiB * GIB,
          goroutines: 1,
        },
        {
          duration: (drawn.cycles * (gogc / 100)) / turnover,
          allocRate: turnover * liveMiB * MIB,
          scanRate: scanGiB * GIB,
          // What calibration assumes where a program’s slack hides it.
          markSlowdown: isSaturated ? 1.5 : 1,
        },
      ],
    },
  })
  if (!made.ok) throw new Error(JSON.stringify(made.problems))
  return made.value
}

/** The same program, which calls runtime.GC() at these parts of its time. */
function withCalls(made: Scenario, parts: readonly number[]): Scenario {
  const seconds = made.program.phases.reduce((sum, { duration }) => sum + duration, 0)
  const changes = parts.map((part) => ({ at: part * seconds, forceGC: true })).sort((a, b) => a.at - b.at)
  return { ...made, changes }
}

/** Simulates, prints, reads and calibrates: the run, and how many cycles and what share of its highest heap it is off by. */
function goRound(drawn: Drawn) {
  const made = toScenario(drawn)
  const trace = simulate(made)
  const log = readLog(printGctrace(trace, made))
  expect(log.problems).toEqual([])
  const calibration = calibrate(log.columns)
  if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
  const { scenario, simulated, reproduces } = calibration.value
  const cycles = trace.cycles.count
  const peak = peakOf(trace)
  return {
    scenario,
    reproduces,
    cycles,
    cyclesOff: Math.abs((simulated?.cycles ?? 0) - cycles),
    peakOff: Math.abs((simulated?.peakHeapBytes ?? 0) - peak) / peak,
  }
}

/** The shares are how far the highest heap and the cycles may be off. */
function roundTrip(drawn: Drawn, peakShare: number, cycleShare = 0.02): void {
  const { scenario, reproduces, cycles, cyclesOff, peakOff } = goRound(drawn)
  expect(scenario.gogc).toEqual({ kind: 'percent', percent: drawn.gogc })
  // Of fewer, two are more than the 5 % within which a log counts as reproduced.
  if (cycles >= 40) expect(reproduces).toBe(true)
  expect(cyclesOff).toBeLessThanOrEqual(Math.max(2, cycleShare * cycles))
  expect(peakOff).toBeLessThanOrEqual(peakShare)
}

/** Bytes, as the run had them until its last cycle was over, and from then on at the rate of the last phase. */
function allocatedBy({ cycles: { runtime, count } }: Trace, { program }: Scenario, seconds: number): number {
  const { heapEnd, liveFound, endWall } = runtime!
  let bytes = 0
  for (let i = 0; i < count; i++) bytes += heapEnd[i]! - (i === 0 ? 0 : liveFound[i - 1]!)
  return bytes + program.phases.at(-1)!.allocRate * (seconds - endWall[count - 1]!)
}

describe('what calibration says of its own errors', () => {
  it('covers how far it is off: allocation and live heap of a program that is known', () => {
    fc.assert(
      fc.property(anyLong, (drawn) => {
        const made = toScenario(drawn)
        const trace = simulate(made)
        const calibration = calibrate(readLog(printGctrace(trace, made)).columns)
        if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
        const estimate = (name: string) => {
          const found = calibration.value.estimates.find((candidate) => candidate.name === name)
          return { value: Number(found?.value), error: Number(found?.error) }
        }
        const seconds = calibration.value.measured.wallSeconds
        const allocated = allocatedBy(trace, made, seconds)
        const rate = estimate('allocRate')
        expect(Math.abs(rate.value - allocated / seconds)).toBeLessThanOrEqual(rate.error)
        const live = estimate('reachable')
        expect(Math.abs(live.value - drawn.liveMiB * MIB)).toBeLessThanOrEqual(live.error)
      }),
      { numRuns: 25 },
    )
  })
})

describe('simulate, print, read, calibrate, simulate', () => {
  it('gives the same cycles and the same peak within 2 % with four CPUs and more, all busy', () => {
    fc.assert(
      fc.property(anySaturated, (drawn) => roundTrip(drawn, 0.02)),
      { numRuns: 40 },
    )
  })

  it('and of a service with CPUs to spare', () => {
    fc.assert(
      fc.property(anyService, (drawn) => roundTrip(drawn, 0.02)),
      { numRuns: 40 },
    )
  })

  it('and a peak within 5 % on two or three busy CPUs, and of services with large arrays', () => {
    fc.assert(
      fc.property(anyLessSure, (drawn) => roundTrip(drawn, 0.05)),
      { numRuns: 40 },
    )
  })

  it('and both within 5 % of a service on two or three CPUs', () => {
    fc.assert(
      fc.property(anySmallService, (drawn) => roundTrip(drawn, 0.05, 0.05)),
      { numRuns: 40 },
    )
  })

  it('and both within 2 % of nine programs in ten on one CPU', () => {
    const drawn = fc.sample(anyOnOne, 60)
    const good = drawn.map(goRound).filter(({ cycles, cyclesOff, peakOff }) => {
      return cyclesOff <= Math.max(2, 0.02 * cycles) && peakOff <= 0.02
    })
    expect(good.length).toBeGreaterThanOrEqual(0.9 * drawn.length)
  })

  /*
   * Calls come by the clock, and a part of a cycle sooner or later in it decides whether one waits for a cycle that marks
   * anyway, and what the next is paced by. Often the highest heap is that one cycle’s, and less sure than a steady one’s.
   */
  it('and a program’s forced cycles where they were, as events that fit a link', () => {
    const anyParts = fc.array(fc.double({ min: 0.1, max: 0.95, noNaN: true }), { minLength: 1, maxLength: 20 })
    const anyProgram = fc.oneof(anySaturated, anyService).filter(({ liveMiB }) => liveMiB >= 32)
    fc.assert(
      fc.property(anyProgram, anyParts, (drawn, parts) => {
        const made = withCalls(toScenario(drawn), parts)
        const trace = simulate(made)
        const { forced, count } = trace.cycles
        const calibration = calibrate(readLog(printGctrace(trace, made)).columns)
        if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
        const { scenario, simulated, measured } = calibration.value
        expect(measured.cycles).toBe(count)
        expect(scenario.changes.length).toBe(forced.length)
        expect(Math.abs((simulated?.cycles ?? 0) - count)).toBeLessThanOrEqual(Math.max(3, 0.05 * count))
        const peak = peakOf(trace)
        expect(Math.abs((simulated?.peakHeapBytes ?? 0) - peak)).toBeLessThanOrEqual(0.1 * peak)
        expect(encodeLink({ scenario }).length).toBeLessThan(2000)
      }),
      { numRuns: 40 },
    )
  })
})
