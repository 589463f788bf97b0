import { describe, expect, it } from 'vitest'
import { measure, toAllocatedShare } from '../../../src/explore/published/figures.ts'
import { toCycleEntry } from '../../../src/model/cycle-list.ts'
import { simulate } from '../../../src/model/simulate.ts'
import type { FigureName } from '../../../src/scenario/presets/published/facts/facts.ts'
import { GIB, MIB } from '../../../src/units.ts'
import { scenarioOf } from '../../support/run.ts'

/** 100 seconds of a fast import, then 300 of one that is a third as fast: half of the objects each. */
const IMPORT = {
  model: 'runtime',
  gogc: 'off',
  procs: 2,
  program: {
    pace: 'clock',
    heapOverhead: 0,
    phases: [
      { duration: 100, allocRate: '30MiB', newSurvivalRate: 1 },
      { duration: 300, allocRate: '10MiB', newSurvivalRate: 1 },
    ],
  },
}

describe('work measured in objects', () => {
  const { phases } = scenarioOf(IMPORT).program

  it.each([
    [0, 0],
    [0.125, 0.25],
    [0.25, 0.5],
    [0.625, 0.75],
    [1, 1],
  ])('at %d of the time %d of the import is in', (progress, share) => {
    expect(toAllocatedShare(phases, progress)).toBeCloseTo(share, 12)
  })

  it('is what a run that is killed shows: “killed after 75 % of the import”', () => {
    const scenario = scenarioOf({ ...IMPORT, containerLimit: 4500 * MIB })
    const trace = simulate(scenario)
    expect(trace.result.outcome.kind).toBe('oom-killed')
    expect(measure({ figure: 'progress', reported: 75 }, scenario, trace)).toBeCloseTo(75, 6)
  })

  it('is all of it where nothing is killed', () => {
    const scenario = scenarioOf(IMPORT)
    expect(measure({ figure: 'progress', reported: 100 }, scenario, simulate(scenario))).toBe(100)
  })

  it('is time where nothing is allocated', () => {
    expect(toAllocatedShare(scenarioOf({ program: { phases: [{ duration: 2 }] } }).program.phases, 0.5)).toBe(0.5)
  })
})

describe('figures that a run shows', () => {
  // Without a collector all of them follow from the phases.
  const scenario = scenarioOf(IMPORT)
  const trace = simulate(scenario)
  const show = (figure: FigureName) => measure({ figure, reported: 0 }, scenario, trace)

  it.each([
    ['total-allocated', 6000],
    ['live-at-end', 6000],
    ['peak-heap', 6000],
    ['sys', 6000],
    // From 0 to 3000 in 100 s, to 6000 in 300.
    ['heap-average', (1500 * 100 + 4500 * 300) / 400],
    ['cycles', 0],
    ['gc-cpu', 0],
  ] as const)('%s is %d', (figure, expected) => {
    expect(show(figure)).toBeCloseTo(expected, 6)
  })

  it('are none where there is none: the goal of no cycle', () => {
    expect(show('last-goal')).toBeNull()
    expect(show('other')).toBeNull()
  })

  it('say how a run ended', () => {
    expect(show('verdict')).toBe('completed')
    const killed = scenarioOf({ ...IMPORT, containerLimit: GIB })
    expect(measure({ figure: 'verdict', reported: 'killed' }, killed, simulate(killed))).toBe('killed')
  })
})

describe('figures of a run’s cycles', () => {
  const scenario = scenarioOf({
    model: 'runtime',
    procs: 2,
    program: { initialLive: '20MiB', phases: [{ duration: 3, allocRate: '60MiB', newSurvivalRate: 0.1 }] },
  })
  const trace = simulate(scenario)
  const entries = Array.from({ length: trace.cycles.count }, (_, i) => toCycleEntry(trace, i))
  const last = entries.at(-1)!
  const show = (figure: FigureName) => measure({ figure, reported: 0 }, scenario, trace)

  it('are those of the last one, whose goal is another than that of the one before', () => {
    expect(entries.length).toBeGreaterThan(3)
    expect(last.goalBytes).not.toBe(entries.at(-2)!.goalBytes)
    expect(show('last-goal')).toBe(last.goalBytes! / MIB)
    expect(show('last-start')).toBe(last.heapStartBytes / MIB)
    expect(show('last-end')).toBe(last.heapEndBytes / MIB)
    expect(show('last-live')).toBe(last.liveBytes / MIB)
  })

  it('are the share of all CPU time that gctrace prints: all that is marked but by idle processors', () => {
    const seconds = entries.reduce(
      (sum, { assistSeconds, backgroundSeconds, pauseSeconds }) =>
        sum + assistSeconds! + backgroundSeconds! + pauseSeconds,
      0,
    )
    expect(seconds).toBeGreaterThan(0)
    expect(show('gctrace-cpu')).toBeCloseTo((100 * seconds) / (2 * trace.result.wallSeconds), 9)
  })
})
