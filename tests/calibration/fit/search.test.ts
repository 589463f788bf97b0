import { describe, expect, it } from 'vitest'
import { simulateFigures } from '../../../src/calibration/fit/figures.ts'
import { searchFit } from '../../../src/calibration/fit/fit.ts'
import { type Settings, toModelRun, toWorkload } from '../../../src/calibration/fit/model-run.ts'
import { type Series, toSeries } from '../../../src/calibration/shape/series.ts'
import { printGctrace } from '../../../src/gctrace/show/print.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { GIB, MIB, OFF } from '../../../src/units.ts'
import { readLog } from '../../gctrace/support.ts'
import { countTrials, seriesOfLoads } from '../support.ts'

const percent = (value: number): Settings => ({ gogc: { kind: 'percent', percent: value }, memoryLimit: OFF })
const search = (series: Series, settings = percent(100), mostWork?: number) =>
  countTrials(searchFit(series, settings, mostWork))

/** How many programs the search draws around the one read from the log (one with pointer arrays), and the members. */
const NEAR = 1 + 92
const KEPT = 60

/** The series of the log that the model prints for a program. */
function logOf(program: object, procs = 4): Series {
  const made = validateScenario({ version: 1, model: 'runtime', procs, program: { pace: 'clock', ...program } })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return toSeries(readLog(printGctrace(simulate(made.value), made.value)).columns)!
}

const alternating = (count: number, keeps?: (load: number) => number) =>
  seriesOfLoads(
    Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 30 : 60)),
    10,
    keeps,
  )

describe('how long a search takes', () => {
  it('covers three ways to cut the log, the rounds around the best one, and the members', () => {
    const { trials, found } = search(seriesOfLoads([50]))
    expect(trials).toBe(3 + NEAR + KEPT)
    expect(found.members.length).toBe(1 + KEPT)
  })

  it('is counted in cycles, with a second of marking as sixty; members may take as much again', () => {
    const series = seriesOfLoads([50])
    const first = simulateFigures(
      toModelRun(toWorkload(series), percent(100), { allocation: 1, reachable: 0.06 }).scenario,
      {},
    )
    const work = first.cycles + 60 * first.markSeconds + 1
    // The first member is like the first program: it takes all of this work, or nearly all.
    const { trials } = search(series, percent(100), work)
    expect(trials).toBeGreaterThanOrEqual(1 + 1)
    expect(trials).toBeLessThanOrEqual(1 + 2)
    expect(search(series, percent(100), work + 1e-6).trials - trials).toBe(1)
    expect(search(series, percent(100), work).found).toMatchObject({ isCutShort: true, isTried: false })
  })

  it('stops each run after twice the log’s cycles plus fifty', () => {
    const { found } = search(seriesOfLoads([50]), percent(1), 1)
    expect(found.simulated!.cycles).toBe(2 * 10 + 50)
  })
})

describe('the phases of a log', () => {
  it('are as many as the log shows changes, if these are few', () => {
    const { trials, found } = search(alternating(22))
    expect(found.run.pieces.length).toBe(24)
    expect(trials).toBe(1 + NEAR + KEPT)
  })

  it('are as few as reproduce a longer log: one, if its load changes too often to matter', () => {
    const { found } = search(alternating(23))
    expect(found.run.pieces.length).toBe(1)
    expect(found.run.scenario.program.phases[0]!.allocRate / MIB).toBeCloseTo(40, -1)
  })

  it('are few for a longer log: one or more per live heap, however often its load changes', () => {
    // 50 MiB are live for half of the log, and 100 MiB from then on.
    const found = search(alternating(24, (load) => (load < 12 ? 50 : 100))).found
    const { pieces } = found.run
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.length).toBeLessThan(8)
    expect(pieces[0]!.reachableTo / MIB).toBeCloseTo(50, -1)
    expect(pieces.at(-1)!.reachableTo / MIB).toBeCloseTo(100, -1)
  })

  it('stay coarse if simulating takes too long to try finer ones', () => {
    const { trials, found } = search(alternating(40), percent(50), 1)
    // One for the phases, and a single member.
    expect(trials).toBe(2)
    expect(found.run.pieces.length).toBe(1)
  })

  it('start as coarse as possible and get finer until they reproduce the log', () => {
    // With half of its GOGC, nothing reproduces the log, so the search tries six coarse and three fine tolerances.
    const { trials } = search(alternating(23), percent(50), 1e6)
    expect(trials).toBe(9 + NEAR + KEPT)
  })
})

describe('a log that the model printed', () => {
  const rates = { scanRate: 2 * GIB, allocRate: 400 * MIB }
  /** A service with 400 MiB live, and with 600 MiB from ten seconds on. */
  const grown = logOf({
    busyProcs: 1.5,
    phases: [
      { duration: 1, ...rates, newSurvivalRate: 1 },
      { duration: 9, ...rates },
      { duration: 0.5, ...rates, newSurvivalRate: 1 },
      { duration: 10, ...rates },
    ],
  })

  it('shows the program’s allocation, mark rate and load, and when its live heap grew by half', () => {
    const { found } = search(grown)
    const { program } = found.run.scenario
    const last = program.phases.at(-1)!
    expect(last.allocRate / rates.allocRate).toBeCloseTo(1, 1)
    expect(last.scanRate / rates.scanRate).toBeCloseTo(1, 1)
    expect(program.busyProcs).toBeCloseTo(1.5, 1)
    const heapAt = (seconds: number) => {
      const { from, to, reachableFrom, reachableTo } = found.run.pieces.find((piece) => piece.to > seconds)!
      return (reachableFrom + ((reachableTo - reachableFrom) * (seconds - from)) / (to - from)) / MIB
    }
    expect(heapAt(5) / 400).toBeCloseTo(1, 1)
    expect(heapAt(18) / 600).toBeCloseTo(1, 1)
    expect(found.simulated!.liveBytes / found.measured.liveBytes).toBeCloseTo(1, 1)
    expect(Math.abs(found.simulated!.cycles - found.measured.cycles)).toBeLessThanOrEqual(2)
  })

  it('shows twice of everything if all sizes and rates are twice as large', () => {
    const twice = (series: Series): Series => {
      const double = (column: Float64Array) => column.map((value) => 2 * value)
      const { heapStart, heapEnd, live, goal, roots, reachable, allocated } = series
      return {
        ...series,
        heapStart: double(heapStart),
        heapEnd: double(heapEnd),
        live: double(live),
        goal: double(goal),
        roots: double(roots),
        reachable: double(reachable),
        allocated: double(allocated),
        endAllocated: 2 * series.endAllocated,
        initialLive: 2 * series.initialLive,
      }
    }
    const [one, two] = [search(grown).found, search(twice(grown)).found]
    const phaseOf = ({ run }: typeof one) => run.scenario.program.phases.at(-1)!
    expect(phaseOf(two).allocRate / phaseOf(one).allocRate).toBeCloseTo(2, 1)
    expect(phaseOf(two).scanRate / phaseOf(one).scanRate).toBeCloseTo(2, 1)
    expect(two.simulated!.peakHeapBytes / one.simulated!.peakHeapBytes / 2).toBeCloseTo(1, 1)
    expect(two.simulated!.liveBytes / one.simulated!.liveBytes / 2).toBeCloseTo(1, 1)
  })
})

describe('the likely program', () => {
  it('stays within what the log leaves open, even if the fit is poor', () => {
    // The log’s sizes say that twice as much was allocated as its sums do: a contradiction that no program resolves.
    const log = seriesOfLoads([50], 20)
    const series = { ...log, allocated: log.allocated.map((bytes) => bytes / 2), endAllocated: log.endAllocated / 2 }
    const { found } = search(series)
    const read = toModelRun(found.workload, percent(100), { allocation: 1, reachable: 0.06 }).scenario.program
    const { phases, globals } = found.run.scenario.program
    const [was, is] = [read.phases.at(-1)!, phases.at(-1)!]
    // Each round starts from the best of the round before, with its own width: 1, 0.5, 0.2, 0.08 and 0.7.
    const widths = 2.48
    expect(is.allocRate / was.allocRate).toBeGreaterThan(1.02)
    // One MiB of the 50 per cycle is open.
    expect(is.allocRate / was.allocRate).toBeLessThan(1 + 0.02 * widths)
    expect(Math.abs(Math.log(is.scanRate / was.scanRate))).toBeLessThan(0.05 * widths)
    expect(Math.abs(Math.log(globals / read.globals))).toBeLessThan(1.4 * widths)
  })

  it('keeps the pace that the log shows, if no other pace fits better', () => {
    const { found } = search(seriesOfLoads([50], 20))
    const { scanRate, allocRate } = found.run.scenario.program.phases.at(-1)!
    // Two rounds of draws leave this much open in both.
    expect(Math.abs(Math.log(allocRate / MIB / 50))).toBeLessThan(0.06)
    expect(Math.abs(Math.log(scanRate / MIB / 1000))).toBeLessThan(0.1)
  })

  it('is among the weighed programs: the others are near it, and weigh more the better they fit the log', () => {
    const { found } = search(seriesOfLoads([50], 20))
    const rateOf = (run: typeof found.run) => run.scenario.program.phases.at(-1)!.scanRate
    for (const { run } of found.members) {
      expect(Math.abs(Math.log(rateOf(run) / rateOf(found.run)))).toBeLessThan(0.05 * 1.4)
    }
  })
})
