import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { calibrate } from '../../../src/calibration/calibrate.ts'
import { finish, searchEnsemble } from '../../../src/calibration/ensemble/predict.ts'
import { mostLiveBetween, withBatches } from '../../../src/calibration/fit/batches.ts'
import { toOutlook } from '../../../src/calibration/outlook.ts'
import { toSeries } from '../../../src/calibration/shape/series.ts'
import { ensembleUnder } from '../../../src/calibration/what-if.ts'
import { simulate } from '../../../src/model/simulate.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { MIB } from '../../../src/units.ts'
import { readLog } from '../../gctrace/support.ts'

const columnsOf = (name: string) => readLog(readFileSync(`tests/fixtures/services/${name}.log`, 'utf8')).columns

describe('a live heap between cycles that all find the same', () => {
  const seriesOf = (name: string) => toSeries(columnsOf(name))!

  it('is at most the heap that the cycles come at, in a recorded queue with GOGC off', () => {
    // Its cycles found 5 to 6 MiB. With GOGC=100 the same queue shows up to 21 MiB live.
    const most = mostLiveBetween(seriesOf('quiet/logs/queue-gogcoff-limit36MiB'))!
    expect(most / MIB).toBeGreaterThan(21)
    expect(most / MIB).toBeLessThan(28)
  })

  it.each([
    ['they find different heaps', 'kinds/logs/queue-gogcoff-limit36MiB'],
    ['they come at different heaps', 'quiet/logs/queue-gogc100-limitoff'],
    ['the heap is hardly larger when they come', 'quiet/logs/cache-gogcoff-limit220MiB'],
  ])('is not guessed where %s', (_, name) => {
    expect(mostLiveBetween(seriesOf(name))).toBeUndefined()
  })

  it('is not guessed from fewer than four cycles after the first third, and taken from a log of any length', () => {
    const line = (i: number) =>
      `gc ${i + 1} @${(0.1 * (i + 1)).toFixed(3)}s 1%: 0.02+5.0+0.02 ms clock, 0.04+0/8/0+0.04 ms cpu, 90->90->30 MB, 90 MB goal, 0 MB stacks, 0 MB globals, 2 P`
    const log = (count: number) =>
      toSeries(readLog(Array.from({ length: count }, (_, i) => line(i)).join('\n')).columns)!
    expect(mostLiveBetween(log(5))).toBe(90.5 * MIB)
    expect(mostLiveBetween(log(4))).toBeUndefined()
    expect(mostLiveBetween(log(150_000))).toBe(90.5 * MIB)
  })
})

describe('a program that collects batches', () => {
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
    // 17 cycles, which found 29 to 31 MiB live.
    expect(Math.abs(other.result.cycles - steady.result.cycles)).toBeLessThanOrEqual(1)
    const live = [...other.cycles.runtime!.liveFound].slice(6).map((bytes) => bytes / MIB)
    expect(Math.max(...live) - Math.min(...live)).toBeLessThan(10)
    const peakOf = (one: Scenario) => simulate(withGogc(one, 100)).result.peakHeapBytes
    expect(peakOf(batches)).toBeGreaterThan(1.5 * peakOf(scenario))
  })

  it('keeps a verdict from being certain of what the log of a recorded queue could not see', () => {
    const ensemble = ensembleUnder(calibratedOn('quiet/logs/queue-gogcoff-limit36MiB', 36))
    // With GOGC=100 the same queue was recorded at an RSS of 46 MiB: a container of 41 kills it.
    const containerLimit = { kind: 'bytes', bytes: 41 * MIB } as const
    const prediction = finish(searchEnsemble(ensemble, (one) => ({ ...withGogc(one, 100), containerLimit })))
    expect(toOutlook(prediction)?.kind).toBe('could-be-killed')
  })

  it('weighs too little to widen a range', () => {
    const { candidates } = ensembleUnder(calibratedOn('quiet/logs/queue-gogcoff-limit36MiB', 36))
    const total = candidates.reduce((sum, { weight }) => sum + weight, 0)
    expect(candidates.at(-1)!.weight / total).toBeLessThan(0.05)
  })

  it('has no more phases than a scenario may, however many batches there were', () => {
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
