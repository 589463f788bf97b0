import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mostLiveBetween, withBatches } from '../../../src/calibration/fit/batches.ts'
import type { ModelRun } from '../../../src/calibration/fit/model-run.ts'
import type { Piece } from '../../../src/calibration/shape/segments.ts'
import { toSeries } from '../../../src/calibration/shape/series.ts'
import { ensembleUnder } from '../../../src/known/what-if.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { finish } from '../../../src/model/slices.ts'
import { toOutlook } from '../../../src/prediction/outlook.ts'
import { searchEnsemble } from '../../../src/prediction/under-limit.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { GIB, MIB } from '../../../src/units.ts'
import { readLog } from '../../gctrace/support.ts'
import { calibrate } from '../../support/calibrate.ts'
import { seriesOf } from '../support.ts'

const columnsOf = (name: string) => readLog(readFileSync(`tests/fixtures/services/${name}.log`, 'utf8')).columns

describe('the live heap between cycles that all find the same', () => {
  const seriesOf = (name: string) => toSeries(columnsOf(name))!

  it('is at most the highest heap, in a recorded queue with GOGC off', () => {
    // Its cycles found 5 to 6 MiB. With GOGC=100 the same queue shows up to 21 MiB live.
    const most = mostLiveBetween(seriesOf('quiet/logs/queue-gogcoff-limit36MiB'))!
    expect(most / MIB).toBeGreaterThan(21)
    expect(most / MIB).toBeLessThan(28)
  })

  it.each([
    ['they find different heaps', 'kinds/logs/queue-gogcoff-limit36MiB'],
    ['they come at different heaps', 'quiet/logs/queue-gogc100-limitoff'],
    ['the heap is hardly larger when they come', 'quiet/logs/cache-gogcoff-limit220MiB'],
  ])('is undefined if %s', (_, name) => {
    expect(mostLiveBetween(seriesOf(name))).toBeUndefined()
  })

  it('needs four cycles after the first third, and works for a log of any length', () => {
    const line = (i: number) =>
      `gc ${i + 1} @${(0.1 * (i + 1)).toFixed(3)}s 1%: 0.02+5.0+0.02 ms clock, 0.04+0/8/0+0.04 ms cpu, 90->90->30 MB, 90 MB goal, 0 MB stacks, 0 MB globals, 2 P`
    const log = (count: number) =>
      toSeries(readLog(Array.from({ length: count }, (_, i) => line(i)).join('\n')).columns)!
    expect(mostLiveBetween(log(5))).toBe(90.5 * MIB)
    expect(mostLiveBetween(log(4))).toBeUndefined()
    expect(mostLiveBetween(log(150_000))).toBe(90.5 * MIB)
  })
})

/** Cycles every 0.1 s, with the MiB at which they start and the MiB that they find live. */
const cyclesOf = (full: readonly number[], live: readonly number[]) =>
  seriesOf(full.map((from, i) => ({ start: 0.1 * i, heap: [from, from, live[i] ?? 30], goal: 200 })))

describe('cycles that start at the same heap size and find the same', () => {
  const mostMiB = (full: readonly number[], live: readonly number[] = []) =>
    (mostLiveBetween(cyclesOf(full, live)) ?? Number.NaN) / MIB

  it('may differ by two MiB of rounding plus a tenth of the allocation per cycle', () => {
    // Alike means within 2 + (90 − 30) / 10 MiB.
    expect(mostMiB([90, 90, 82, 90, 90, 90])).toBe(90)
    expect(mostMiB([90, 90, 81.9, 90, 90, 90])).toBeNaN()
    expect(mostMiB([90, 90, 90, 90, 90, 90], [30, 30, 30, 38, 30, 30])).toBe(90)
    expect(mostMiB([90, 90, 90, 90, 90, 90], [30, 30, 30, 38.1, 30, 30])).toBeNaN()
  })

  it('may differ in the first third, while the program starts', () => {
    expect(mostMiB([4, 8, 90, 90, 90, 90], [3, 6])).toBe(90)
    expect(mostMiB([4, 8, 16, 90, 90, 90, 90], [3, 6])).toBeNaN()
  })

  it('cannot hide a batch if the highest heap is at most 1.5 times the live heap', () => {
    expect(mostMiB([46, 46, 46, 46, 46, 46])).toBe(46)
    expect(mostMiB([45, 45, 45, 45, 45, 45])).toBeNaN()
  })
})

describe('the longest phase, cut into batches', () => {
  const phase = (duration: number, rest: object = {}) => ({
    duration,
    allocRate: 120 * MIB,
    scanRate: 2 * GIB,
    ...rest,
  })
  /** Ten seconds at 120 MiB/s with 40 MiB live, between a second before and one after. */
  const steady = (allocatedMiB = 1200): ModelRun => {
    const made = validateScenario({
      version: 1,
      model: 'runtime',
      program: { pace: 'clock', phases: [phase(1), phase(10, { goroutines: 3 }), phase(1)] },
    })
    if (!made.ok) throw new Error(made.problems[0]?.message)
    const piece = (from: number, to: number, allocatedFrom: number, allocated: number): Piece => ({
      from,
      to,
      first: 0,
      end: 1,
      allocatedFrom: allocatedFrom * MIB,
      allocatedTo: (allocatedFrom + allocated) * MIB,
      reachableFrom: 40 * MIB,
      reachableTo: 40 * MIB,
    })
    const pieces = [piece(0, 1, 0, 120), piece(1, 11, 120, allocatedMiB), piece(11, 12, 2000, 120)]
    return { pieces, scenario: made.value }
  }

  it('stays steady first, then drops half of its live heap and builds up a batch to the highest heap', () => {
    // Batches of 500 MiB: two of 1,200, each 5/12 of ten seconds.
    const { pieces, scenario } = withBatches(steady(), 540 * MIB)
    const { phases } = scenario.program
    expect(phases.map(({ duration }) => duration)).toEqual([
      1,
      expect.closeTo(10 / 6, 9),
      5e-4,
      expect.closeTo(25 / 6, 9),
      5e-4,
      expect.closeTo(25 / 6, 9),
      1,
    ])
    expect(phases.map(({ newSurvivalRate }) => newSurvivalRate)).toEqual([0, 0, 0, 1, 0, 1, 0])
    expect(phases.map(({ allocRate }) => allocRate / MIB)).toEqual([120, 120, 0, 120, 0, 120, 120])
    // The program drops 20 of 40 MiB, and then 500 of 520 MiB.
    expect(phases.map(({ oldDeathRate }) => oldDeathRate)).toEqual([0, 0, 0.5, 0, expect.closeTo(500 / 520, 9), 0, 0])
    expect(phases[3]).toMatchObject({ goroutines: 3 })
    expect(pieces.map(({ from }) => from)).toEqual([
      0,
      1,
      expect.closeTo(1 + 10 / 6, 9),
      expect.closeTo(1 + 10 / 6, 9),
      ...Array(2).fill(expect.closeTo(11 - 25 / 6, 9)),
      11,
    ])
    expect(pieces.map(({ to }) => to)).toEqual([
      1,
      ...Array(2).fill(expect.closeTo(1 + 10 / 6, 9)),
      ...Array(2).fill(expect.closeTo(11 - 25 / 6, 9)),
      expect.closeTo(11, 9),
      12,
    ])
  })

  it('keeps no more than the log shows was allocated, if the phase demands more', () => {
    const { phases } = withBatches(steady(600), 440 * MIB).scenario.program
    expect(phases[3]?.newSurvivalRate).toBeCloseTo(0.5, 9)
    expect(withBatches(steady(1500), 540 * MIB).scenario.program.phases.at(-2)?.newSurvivalRate).toBe(1)
  })

  it('has one batch if only one fits, and stays unchanged if none fits', () => {
    expect(withBatches(steady(), 840 * MIB).scenario.program.phases.length).toBe(5)
    const run = steady()
    expect(withBatches(run, 1300 * MIB)).toBe(run)
  })

  it('has as many batches as the scenario has phases left for', () => {
    // A scenario has 1,000 phases. Two lie around the longest, one starts it, and each batch takes two.
    const { pieces, scenario } = withBatches(steady(), 40.5 * MIB)
    expect(scenario.program.phases.length).toBe(999)
    expect(pieces.length).toBe(999)
    expect(pieces.every(({ from, to }) => to >= from)).toBe(true)
  })
})

describe('a program that builds up batches', () => {
  const calibratedOn = (name: string, mib: number) => {
    const made = calibrate(columnsOf(name), {
      gogc: { kind: 'off' },
      memoryLimit: { kind: 'bytes', bytes: mib * MIB },
    })
    if (!made.ok) throw new Error(made.problems[0]?.message)
    return made.value
  }
  const withGogc = (scenario: Scenario, percent: number): Scenario => ({
    ...scenario,
    gogc: { kind: 'percent', percent },
    memoryLimit: { kind: 'off' },
  })

  it('cannot be told from a steady one by its cycles with GOGC off, and needs more memory with GOGC=100', () => {
    const { fitted, scenario } = calibratedOn('logs/httpjson-gogcoff-limit96MiB', 96)
    const batches = withBatches(fitted.run, fitted.unseenLive!).scenario
    const [steady, other] = [simulate(scenario), simulate(batches)]
    // 17 cycles, which found 29 to 31 MiB live. One or two more come from where in a cycle the first batch begins.
    expect(Math.abs(other.result.cycles - steady.result.cycles)).toBeLessThanOrEqual(2)
    const live = [...other.cycles.runtime!.liveFound].slice(6).map((bytes) => bytes / MIB)
    expect(Math.max(...live) - Math.min(...live)).toBeLessThan(10)
    const peakOf = (one: Scenario) => simulate(withGogc(one, 100)).result.peakHeapBytes
    expect(peakOf(batches)).toBeGreaterThan(1.5 * peakOf(scenario))
  })

  it('keeps the verdict on a recorded queue uncertain if its log shows too little', () => {
    const ensemble = ensembleUnder(calibratedOn('quiet/logs/queue-gogcoff-limit36MiB', 36))
    // With GOGC=100 the same queue was recorded at an RSS of 46 MiB: a container of 41 kills it.
    const containerLimit = { kind: 'bytes', bytes: 41 * MIB } as const
    const prediction = finish(searchEnsemble(ensemble, (one) => ({ ...withGogc(one, 100), containerLimit })))
    expect(toOutlook(prediction)?.kind).toBe('could-be-killed')
  })

  it('weighs too little to widen a range', () => {
    const { candidates } = ensembleUnder(calibratedOn('quiet/logs/queue-gogcoff-limit36MiB', 36))
    const total = candidates.reduce((sum, { weight }) => sum + weight, 0)
    // The last hardly writes to its heap.
    expect(candidates.at(-2)!.weight / total).toBeLessThan(0.05)
  })

  it('has no more phases than a scenario may have, however many batches there were', () => {
    const line = (i: number) =>
      `gc ${i + 1} @${(0.1 * (i + 1)).toFixed(3)}s 1%: 0.02+5.0+0.02 ms clock, 0.04+0/8/0+0.04 ms cpu, 90->90->30 MB, 90 MB goal, 0 MB stacks, 0 MB globals, 2 P`
    const { columns } = readLog(Array.from({ length: 3000 }, (_, i) => line(i)).join('\n'))
    const made = calibrate(columns, { gogc: { kind: 'off' } })
    if (!made.ok) throw new Error(made.problems[0]?.message)
    const { run } = made.value.fitted.members.at(-1)!
    const { phases } = run.scenario.program
    expect(phases.length).toBeLessThanOrEqual(1000)
    expect(phases.length).toBe(run.pieces.length)
    const seconds = phases.reduce((sum, { duration }) => sum + duration, 0)
    const likely = made.value.scenario.program.phases.reduce((sum, { duration }) => sum + duration, 0)
    expect(seconds / likely).toBeCloseTo(1, 2)
  })
})
