import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchCalibration, toKnownRun } from '../../src/calibration/calibrate.ts'
import { searchFit } from '../../src/calibration/fit/fit.ts'
import { toPieces } from '../../src/calibration/shape/segments.ts'
import { type Series, stalledCycles, toSeries } from '../../src/calibration/shape/series.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { finish } from '../../src/model/slices.ts'
import { largest, smallest } from '../../src/numbers.ts'
import { MAX_PHASES } from '../../src/scenario/params.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB, OFF } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { searchPrediction } from '../support/search-prediction.ts'
import { countTrials } from './support.ts'

/** The most trials for any log: up to 36 to read it, and then those of the rounds and of the members. */
const MOST_TRIALS = 170

/** The program holds up every mark phase, and allocates nothing meanwhile. */
function stalledLog(cycles: number): string {
  return Array.from(
    { length: cycles },
    (_, i) =>
      `gc ${i + 1} @${(0.05 * (i + 1)).toFixed(3)}s 5%: 0.05+30+0.02 ms clock, 0.10+0/30/0+0.04 ms cpu, 101->101->50 MB, 100 MB goal, 0 MB stacks, 0 MB globals, 2 P`,
  ).join('\n')
}

function seriesOf(text: string): Series {
  const series = toSeries(columnsOfRun(readLog(text).columns, 0))
  if (!series) throw new Error('there are cycles')
  return series
}

/** Cycles whose heaps jump between small and large, held up or not: no line fits such points at any tolerance. */
const hostileLog = (most: number) =>
  fc
    .record({
      cycles: fc.integer({ min: 1, max: most }),
      heaps: fc.array(fc.constantFrom(0, 1, 3, 50, 99, 101, 4000), { minLength: 1, maxLength: 9 }),
      found: fc.array(fc.constantFrom(0, 0, 1, 50, 90), { minLength: 1, maxLength: 7 }),
      goal: fc.constantFrom(4, 100, 5000),
      mark: fc.array(fc.constantFrom(0, 0.1, 6, 30), { minLength: 1, maxLength: 5 }),
      gap: fc.array(fc.constantFrom(1, 40, 50, 60, 900), { minLength: 1, maxLength: 4 }),
    })
    .map(({ cycles, heaps, found, goal, mark, gap }) => {
      let ms = 0
      return Array.from({ length: cycles }, (_, i) => {
        const heap = heaps[i % heaps.length]!
        const ms0 = mark[i % mark.length]!
        ms += gap[i % gap.length]! + ms0
        return `gc ${i + 1} @${(ms / 1000).toFixed(3)}s 5%: 0.05+${ms0}+0.02 ms clock, 0.10+0/${ms0}/0+0.04 ms cpu, ${heap}->${heap}->${Math.min(heap, found[i % found.length]!)} MB, ${goal} MB goal, 0 MB stacks, 0 MB globals, 2 P`
      }).join('\n')
    })

describe('a search for the programs behind a log', () => {
  it('ends if the program held up many cycles, and warns that the scenario leaves some out', () => {
    const series = seriesOf(stalledLog(340))
    expect(stalledCycles(series).length).toBeGreaterThan(300)
    const known = toKnownRun(columnsOfRun(readLog(stalledLog(340)).columns, 0))
    const { trials, found } = countTrials(searchCalibration(known, {}))
    expect(trials).toBeLessThanOrEqual(MOST_TRIALS)
    if (!found.ok) throw new Error('it is a program like any other')
    expect(found.value.scenario.program.phases.length).toBeLessThanOrEqual(MAX_PHASES)
    expect(found.value.warnings.join('\n')).toMatch(/only the 200 longest of 340 delayed mark phases/)
  })

  it('cuts any log into at most as many pieces as a scenario has phases, at any tolerance', () => {
    fc.assert(
      fc.property(hostileLog(1500), fc.constantFrom(0, 0.25, 2, 128), (text, allocation) => {
        const series = seriesOf(text)
        const pieces = toPieces(series, { allocation, reachable: 0.06 * allocation })
        expect(pieces.length).toBeLessThanOrEqual(MAX_PHASES)
        for (const [i, { from, to, first, end }] of pieces.entries()) {
          expect(to > from && from >= (pieces[i - 1]?.to ?? 0) && end >= first).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('tries a bounded number of programs for any log', () => {
    fc.assert(
      fc.property(hostileLog(300), (text) => {
        const known = toKnownRun(columnsOfRun(readLog(text).columns, 0))
        expect(countTrials(searchCalibration(known, {})).trials).toBeLessThanOrEqual(MOST_TRIALS)
      }),
      { numRuns: 5 },
    )
  })

  it('returns the best program so far when its budget of work is used up', () => {
    const series = seriesOf(stalledLog(60))
    const settings = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } as const
    const whole = countTrials(searchFit(series, settings))
    expect(whole.found.isCutShort).toBe(false)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 * whole.trials }), (work) => {
        const { trials, found } = countTrials(searchFit(series, settings, work))
        // Each trial simulates some fifty cycles; the search always makes the first two and one member.
        expect(trials).toBeLessThanOrEqual(Math.max(4, work / 10))
        expect(found.simulated?.cycles).toBeGreaterThan(0)
        if (trials < whole.trials) expect(found.isCutShort).toBe(true)
      }),
      { numRuns: 6 },
    )
  })

  it('counts seconds of marking as work: it cuts short a log with few cycles of minutes, and says so', () => {
    const long = Array.from(
      { length: 40 },
      (_, i) =>
        `gc ${i + 1} @${20 * (i + 1)}.000s 90%: 0.05+15000+0.02 ms clock, 0.10+300/4000/0+0.04 ms cpu, 100->105->55 MB, 110 MB goal, 0 MB stacks, 0 MB globals, 4 P`,
    ).join('\n')
    const series = seriesOf(long)
    const settings = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } as const
    const { trials, found } = countTrials(searchFit(series, settings, 20_000))
    expect(trials).toBeLessThanOrEqual(8)
    expect(found.isCutShort).toBe(true)
    // So few runs tell nothing about memory outside the heap: it stays as open as for any other log.
    const other = found.members.map(({ run }) => run.scenario.program.otherMemory / MIB)
    expect(largest(other) / smallest(other)).toBeGreaterThan(4)
  })
})

describe('a prediction', () => {
  it.each([
    { seconds: 2000, expected: 'as many as two million steps allow' },
    { seconds: 6000, expected: 'eight, although two million steps are used up before' },
  ])('of $seconds s simulates fewer programs than there are: $expected', ({ seconds }) => {
    const long = validateScenario({
      version: 1,
      model: 'runtime',
      program: { phases: [{ duration: seconds, allocRate: '60MiB', scanRate: '2GiB' }] },
    })
    if (!long.ok) throw new Error(long.problems[0]?.message)
    const { runs, trace } = finish(searchPrediction(Array(30).fill({ scenario: long.value, weight: 1 })))
    // A point takes two steps, and the run that goes beyond two million is the last.
    const within = Math.floor(2_000_000 / (2 * trace.points.count)) + 1
    expect(within).toBeLessThan(30)
    expect(runs).toBe(Math.max(8, within))
  })
})
