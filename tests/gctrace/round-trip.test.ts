import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate } from '../../src/gctrace/calibrate.ts'
import { printGctrace } from '../../src/gctrace/print.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { GIB, MIB } from '../../src/units.ts'
import { readLog } from './support.ts'

/*
 * A program that builds up its heap and then serves at one rate, a hundred cycles and more: of fewer, one cycle at either
 * end is more than 2 %. Heaps of 64 MiB and more: each line of a steady program is rounded the same way, so that what a
 * cycle allocates may be off by a MiB, 2 % of a smaller one.
 */
const common = {
  liveMiB: fc.integer({ min: 64, max: 600 }),
  build: fc.double({ min: 0.3, max: 1.2, noNaN: true }),
  scanGiB: fc.double({ min: 1.5, max: 6, noNaN: true }),
  gogc: fc.constantFrom(100, 200),
}
const anySaturated = fc.record({
  ...common,
  procs: fc.constantFrom(4, 8),
  turnover: fc.double({ min: 0.6, max: 3, noNaN: true }),
  busyShare: fc.constant(1),
  arrayShare: fc.constantFrom(0, 0.03, 0.06),
})
// With processors left over while marking: where assists take all of them, nothing tells that they were idle before.
const anyService = fc.record({
  ...common,
  procs: fc.constantFrom(4, 8),
  turnover: fc.double({ min: 0.6, max: 2.5, noNaN: true }),
  busyShare: fc.double({ min: 0.25, max: 0.5, noNaN: true }),
  arrayShare: fc.constant(0),
})
/*
 * With two CPUs a worker marks when a goroutine’s turn is over, and one of a hundred mark phases waits longest for that:
 * which one, and so the highest heap of all, is another for the least difference. A service’s large arrays are told to a
 * hundredth of the heap, and while they are followed the program runs on.
 */
const anyLessSure = fc.oneof(
  fc.record({
    ...common,
    procs: fc.constant(2),
    turnover: fc.double({ min: 0.6, max: 3, noNaN: true }),
    busyShare: fc.constant(1),
    arrayShare: fc.constantFrom(0, 0.03, 0.06),
  }),
  fc.record({
    ...common,
    procs: fc.constantFrom(4, 8),
    turnover: fc.double({ min: 0.6, max: 2.5, noNaN: true }),
    busyShare: fc.double({ min: 0.25, max: 0.5, noNaN: true }),
    arrayShare: fc.constantFrom(0.03, 0.06),
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
}

const CYCLES = 110

function peakOf({ cycles }: Trace): number {
  return Math.max(...cycles.runtime!.heapEnd)
}

function toScenario({ liveMiB, build, turnover, scanGiB, procs, gogc, busyShare, arrayShare }: Drawn): Scenario {
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
          duration: (CYCLES * (gogc / 100)) / turnover,
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

/** Simulates, prints, reads and calibrates; `peakShare` is how far the highest heap may be off. */
function roundTrip(drawn: Drawn, peakShare: number): void {
  const made = toScenario(drawn)
  const trace = simulate(made)
  const log = readLog(printGctrace(trace, made))
  expect(log.problems).toEqual([])
  const calibration = calibrate(log.columns)
  if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
  const { scenario, simulated, reproduces } = calibration.value
  expect(scenario.gogc).toEqual({ kind: 'percent', percent: drawn.gogc })
  expect(reproduces).toBe(true)
  const cycles = trace.cycles.count
  expect(Math.abs((simulated?.cycles ?? 0) - cycles)).toBeLessThanOrEqual(Math.max(2, 0.02 * cycles))
  const peak = peakOf(trace)
  expect(Math.abs((simulated?.peakHeapBytes ?? 0) - peak)).toBeLessThanOrEqual(peakShare * peak)
}

describe('what calibration says of its own errors', () => {
  it('covers how far it is off: allocation and live heap of a program that is known', () => {
    fc.assert(
      fc.property(anySaturated, (drawn) => {
        const made = toScenario(drawn)
        const trace = simulate(made)
        const calibration = calibrate(readLog(printGctrace(trace, made)).columns)
        if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
        const estimate = (name: string) => {
          const found = calibration.value.estimates.find((candidate) => candidate.name === name)
          return { value: Number(found?.value), error: Number(found?.error) }
        }
        const [build, serve] = made.program.phases
        if (!build || !serve) throw new Error('two phases')
        const seconds = calibration.value.measured.wallSeconds
        const allocated = build.allocRate * build.duration + serve.allocRate * (seconds - build.duration)
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
      { numRuns: 25 },
    )
  })

  it('and of a service with CPUs to spare', () => {
    fc.assert(
      fc.property(anyService, (drawn) => roundTrip(drawn, 0.02)),
      { numRuns: 25 },
    )
  })

  it('and the same cycles, and a peak within 5 %, of two CPUs and of services with large arrays', () => {
    fc.assert(
      fc.property(anyLessSure, (drawn) => roundTrip(drawn, 0.05)),
      { numRuns: 25 },
    )
  })
})
