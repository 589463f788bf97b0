import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate } from '../../src/gctrace/calibrate.ts'
import { printGctrace } from '../../src/gctrace/print.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { GIB, MIB } from '../../src/units.ts'
import { readLog } from './support.ts'

/*
 * A program that builds up its heap and then serves at one rate. Heaps of 64 MiB and more: of a smaller one, rounding to
 * whole MiB hides more than the 2 % that are asked here.
 */
const common = {
  liveMiB: fc.integer({ min: 64, max: 600 }),
  build: fc.double({ min: 0.3, max: 1.2, noNaN: true }),
  scanGiB: fc.double({ min: 1.5, max: 6, noNaN: true }),
  gogc: fc.constantFrom(100, 200),
  arrayShare: fc.constantFrom(0, 0.03, 0.06),
}
const anySaturated = fc.record({
  ...common,
  procs: fc.constantFrom(2, 4, 8),
  turnover: fc.double({ min: 0.6, max: 3, noNaN: true }),
  busyShare: fc.constant(1),
})
// With processors left over while marking: where assists take all of them, nothing tells that they were idle before.
const anyService = fc.record({
  ...common,
  procs: fc.constantFrom(4, 8),
  turnover: fc.double({ min: 0.6, max: 2.5, noNaN: true }),
  busyShare: fc.double({ min: 0.25, max: 0.5, noNaN: true }),
})
const anyProgram = fc.oneof(anySaturated, anyService)

const CYCLES = 40

/** The heap as marking ends, in the middle one of the second half’s cycles. */
function heapAtEnd({ cycles }: Trace): number {
  const ends = [...cycles.runtime!.heapEnd.subarray(cycles.count >> 1)].sort((a, b) => a - b)
  return ends[ends.length >> 1]!
}

function peakOf({ cycles }: Trace): number {
  return Math.max(...cycles.runtime!.heapEnd)
}

describe('simulate, print, read, calibrate, simulate', () => {
  it('gives the same cycles and the same peak', () => {
    fc.assert(
      fc.property(anyProgram, (drawn) => {
        const { liveMiB, build, turnover, scanGiB, procs, gogc, busyShare, arrayShare } = drawn
        const isSaturated = busyShare === 1
        const rate = turnover * liveMiB * MIB
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
              // So long that some forty cycles run.
              {
                duration: (CYCLES * (gogc / 100)) / turnover,
                allocRate: rate,
                scanRate: scanGiB * GIB,
                // What calibration assumes where a program’s slack hides it.
                markSlowdown: isSaturated ? 1.5 : 1,
              },
            ],
          },
        })
        if (!made.ok) throw new Error(JSON.stringify(made.problems))
        const trace = simulate(made.value)
        const log = readLog(printGctrace(trace, made.value))
        expect(log.problems).toEqual([])
        const calibration = calibrate(log.columns)
        if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
        const { scenario, simulated } = calibration.value
        expect(scenario.gogc).toEqual({ kind: 'percent', percent: gogc })
        const cycles = trace.cycles.count
        // 2 %, or one cycle at either end: the change of rates falls somewhere between two lines, and whether the last
        // cycle still ends before the program does is chance.
        expect(Math.abs((simulated?.cycles ?? 0) - cycles)).toBeLessThanOrEqual(Math.max(2, 0.02 * cycles))
        // 2 %, and the MiB that the lines do not show. Of forty mark phases one waits longest for its workers, and which
        // one that is, and so the highest heap of all, is another for the least difference: the middle one stands for all.
        const wanted = heapAtEnd(trace)
        expect(Math.abs(heapAtEnd(simulate(scenario)) - wanted)).toBeLessThanOrEqual(0.02 * wanted + MIB)
        expect(Math.abs((simulated?.peakHeapBytes ?? 0) - peakOf(trace))).toBeLessThanOrEqual(0.1 * peakOf(trace))
      }),
      { numRuns: 60 },
    )
  })
})
