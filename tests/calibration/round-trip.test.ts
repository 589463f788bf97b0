import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printGctrace } from '../../src/gctrace/show/print.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import type { Spread } from '../../src/prediction/spread.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { MIB, OFF } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'
import { anyOn, anySaturated, anyService, type Drawn, saturated, toScenario } from './drawn-programs.ts'

/** Enough cycles that the time before the first steady cycle and after the last one matters little in a mean. */
const anyLong = fc.record({ ...saturated, cycles: fc.constant(110) })
const MOST_OFF = 0.08
/** A program that falls behind makes fewer cycles than intended. */
const FEWEST_CYCLES = 25

function peakOf({ cycles }: Trace): number {
  return Math.max(...cycles.runtime!.heapEnd)
}

/** The same program, which calls runtime.GC() at these parts of its time. */
function withCalls(made: Scenario, parts: readonly number[]): Scenario {
  const seconds = made.program.phases.reduce((sum, { duration }) => sum + duration, 0)
  const changes = parts.map((part) => ({ at: part * seconds, forceGC: true })).sort((a, b) => a.at - b.at)
  return { ...made, changes }
}

/** Simulates, prints, reads, calibrates, simulates: cycles and highest heap are about the same, and in their ranges. */
function expectRoundTrip(drawn: Drawn): void {
  const made = toScenario(drawn)
  const trace = simulate(made)
  const { count } = trace.cycles
  fc.pre(count >= FEWEST_CYCLES)
  const log = readLog(printGctrace(trace, made))
  expect(log.problems).toEqual([])
  const calibration = calibrate(log.columns)
  if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
  const { scenario, simulated } = calibration.value
  const { spread } = predictUnder(calibration.value)
  const peak = peakOf(trace)
  expect(scenario.gogc).toEqual({ kind: 'percent', percent: drawn.gogc })
  expect(scenario.memoryLimit).toEqual(OFF)
  expect(Math.abs(simulated!.cycles - count)).toBeLessThanOrEqual(Math.max(4, MOST_OFF * count))
  expect(Math.abs(simulated!.peakHeapBytes - peak)).toBeLessThanOrEqual(Math.max(1.5 * MIB, MOST_OFF * peak))
  const isWithin = ({ low, high }: Spread, value: number) => low <= value && value <= high
  expect(isWithin(spread.cycles, trace.result.cycles)).toBe(true)
  expect(isWithin(spread.peakHeapBytes, trace.result.peakHeapBytes)).toBe(true)
}

/** Bytes allocated by some moment: from the run until its last cycle ended, and then at the rate of the last phase. */
function allocatedBy({ cycles: { runtime, count } }: Trace, { program }: Scenario, seconds: number): number {
  const { heapEnd, liveFound, endWall } = runtime!
  let bytes = 0
  for (let i = 0; i < count; i++) bytes += heapEnd[i]! - (i === 0 ? 0 : liveFound[i - 1]!)
  return bytes + program.phases.at(-1)!.allocRate * (seconds - endWall[count - 1]!)
}

describe('the errors that calibration states', () => {
  it('cover its real errors in allocation and live heap, for known programs', () => {
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
      { numRuns: 10 },
    )
  })
})

/*
 * Calibration does not search for the one program that by chance does exactly the same. For each program drawn, the
 * likely program comes within 8 % (or four cycles, or a MiB and a half), and the range includes the real figure.
 */
describe('simulate, print, read, calibrate, simulate', () => {
  it.each<[string, fc.Arbitrary<Drawn>]>([
    ['with four CPUs and more, all busy', anySaturated],
    ['of a service with CPUs to spare', anyService],
    ['of any program on four CPUs and more', anyOn(4, 5, 6, 8, 16)],
    ['of any program on two or three CPUs', anyOn(2, 3)],
    ['of any program on one CPU', anyOn(1)],
  ])('gives about the same cycles and the same peak, %s', (_, programs) => {
    fc.assert(fc.property(programs, expectRoundTrip), { numRuns: 10, endOnFailure: true })
  })

  /*
   * Calls come by the clock. A small shift within a cycle decides whether a call waits for a mark phase that already
   * runs, and from which live heap Go paces the next cycle. That cycle often has the highest heap, which is therefore
   * less sure.
   */
  it('keeps a program’s forced cycles at their moments, as changes that fit a link', () => {
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
        const cyclesOf = (figures = measured) => figures.cycles + figures.forcedCycles
        expect(cyclesOf()).toBe(count)
        expect(scenario.changes.length).toBe(forced.length)
        expect(Math.abs(cyclesOf(simulated) - count)).toBeLessThanOrEqual(Math.max(3, 0.05 * count))
        const peak = peakOf(trace)
        expect(Math.abs((simulated?.peakHeapBytes ?? 0) - peak)).toBeLessThanOrEqual(0.1 * peak)
        expect(encodeLink({ scenario }).length).toBeLessThan(2000)
      }),
      { numRuns: 12 },
    )
  })
})
