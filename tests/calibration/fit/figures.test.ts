import fc from 'fast-check'
import { expect, it } from 'vitest'
import { measuredFigures, simulateFigures } from '../../../src/calibration/fit/figures.ts'
import { misfit } from '../../../src/calibration/fit/likelihood.ts'
import { toSeries } from '../../../src/calibration/shape/series.ts'
import { columnsOfRun } from '../../../src/gctrace/columns.ts'
import { LogReader } from '../../../src/gctrace/read/reader.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { MIB } from '../../../src/units.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { traceFigures } from '../../support/trace-figures.ts'

it('figures of a simulated run equal those computed from its columns, to the last bit', () => {
  fc.assert(
    fc.property(plausibleScenario({ model: 'runtime', maxPhases: 3 }), (scenario) => {
      const options = { maxCycles: 300, maxSteps: 100_000 }
      expect(simulateFigures(scenario, options)).toEqual(traceFigures(simulate(scenario, options)))
    }),
    { numRuns: 40 },
  )
})

const LOG = `gc 1 @1.000s 1%: 0.01+1.0+0.01 ms clock, 0.01+0.1/0.5/0.1+0.01 ms cpu, 4->4->2 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 1 P
gc 2 @2.000s 1%: 0.01+1.0+0.01 ms clock, 0.01+0.1/0.5/0.1+0.01 ms cpu, 5->6->3 MB, 6 MB goal, 0 MB stacks, 0 MB globals, 1 P
gc 3 @3.000s 1%: 0.01+1.0+0.01 ms clock, 0.01+0.1/0.5/0.1+0.01 ms cpu, 7->7->4 MB, 8 MB goal, 0 MB stacks, 0 MB globals, 1 P
`

function figuresOf(log: string) {
  const reader = new LogReader()
  reader.push(log)
  return measuredFigures(toSeries(columnsOfRun(reader.end().columns, 0))!)
}

it('figures of a log include the bytes allocated between its cycles, and the mean live heap', () => {
  // 6 after 2 MiB live, 7 after 3: 4 MiB each. Sizes are rounded down: half a MiB more on average.
  expect(figuresOf(LOG)).toMatchObject({ allocatedBytes: 8 * MIB, meanLiveBytes: 3.5 * MIB, cycles: 3 })
})

it('figures count forced cycles apart, and have the sizes and times of all', () => {
  const forced = LOG.replace(/1 P$/m, '1 P (forced)')
  expect(figuresOf(forced)).toEqual({ ...figuresOf(LOG), cycles: 2, forcedCycles: 1 })
})

it('a log of one cycle has that cycle’s live heap as its mean, and a run without cycles has 0', () => {
  expect(figuresOf(LOG.slice(0, LOG.indexOf('gc 2')))).toMatchObject({ meanLiveBytes: 2.5 * MIB, allocatedBytes: 0 })
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    program: { pace: 'clock', phases: [{ duration: 2, allocRate: 0 }] },
  })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const { wallSeconds, ...others } = simulateFigures(made.value, {})
  expect(wallSeconds).toBeCloseTo(2, 6)
  expect(Object.values(others).every((figure) => figure === 0)).toBe(true)
})

it('figures of a log include the peak heap, the mark time and the GC CPU time', () => {
  const { peakHeapBytes, liveBytes, assistSeconds, gcSeconds, markSeconds, wallSeconds } = figuresOf(LOG)
  expect([peakHeapBytes / MIB, liveBytes / MIB]).toEqual([7.5, 4.5])
  // Of each cycle 0.1 + 0.5 + 0.1 ms of marking and 0.02 ms of pauses; it ends half a cycle after its last one.
  const all = [assistSeconds, gcSeconds, markSeconds, wallSeconds]
  for (const [i, expected] of [0.0003, 0.00216, 0.003, 3.50051].entries()) expect(all[i]).toBeCloseTo(expected, 9)
})

it('a program with the cycles and peak heap of the log, but another mean live heap or allocation, is a misfit', () => {
  const measured = { ...figuresOf(LOG), meanLiveBytes: 100 * MIB, allocatedBytes: 1000 * MIB }
  expect(misfit(measured, measured)).toBe(0)
  expect(misfit({ ...measured, allocatedBytes: 1130 * MIB }, measured)).toBeGreaterThan(30)
  expect(misfit({ ...measured, meanLiveBytes: 113 * MIB }, measured)).toBeGreaterThan(30)
})
