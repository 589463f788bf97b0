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

  it('gives the progress of a killed run: “killed after 75 % of the import”', () => {
    const scenario = scenarioOf({ ...IMPORT, containerLimit: 4500 * MIB })
    const trace = simulate(scenario)
    expect(trace.result.outcome.kind).toBe('oom-killed')
    expect(measure({ figure: 'progress', reported: 75 }, scenario, trace)).toBeCloseTo(75, 6)
  })

  it('is 100 % where the program is not killed', () => {
    const scenario = scenarioOf(IMPORT)
    expect(measure({ figure: 'progress', reported: 100 }, scenario, simulate(scenario))).toBe(100)
  })

  it('is the share of time where nothing is allocated', () => {
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
    // From 0 to 3000 MiB in 100 s, then to 6000 MiB in 300 s.
    ['heap-average', (1500 * 100 + 4500 * 300) / 400],
    ['cycles', 0],
    ['gc-cpu', 0],
  ] as const)('%s is %d', (figure, expected) => {
    expect(show(figure)).toBeCloseTo(expected, 6)
  })

  it('are null where the run has none, such as the goal of a cycle without cycles', () => {
    expect(show('last-goal')).toBeNull()
    expect(show('other')).toBeNull()
  })

  it('say how a run ended', () => {
    expect(show('verdict')).toBe('completed')
    const killed = scenarioOf({ ...IMPORT, containerLimit: GIB })
    expect(measure({ figure: 'verdict', reported: 'killed' }, killed, simulate(killed))).toBe('killed')
  })
})

describe('figures of short runs, and of none', () => {
  const shown = (fields: Record<string, unknown>, figure: FigureName) => {
    const scenario = scenarioOf(fields)
    return measure({ figure, reported: 0 }, scenario, simulate(scenario))
  }
  const phases = [{ duration: 0.5, allocRate: '60MiB', newSurvivalRate: 1 }]

  it('the average heap is half of the final heap, however short the run; it is 0 for an empty run', () => {
    expect(shown({ gogc: 'off', program: { phases } }, 'heap-average')).toBeCloseTo(15, 9)
    expect(shown({ program: { phases: [] } }, 'heap-average')).toBe(0)
  })

  it('Sys is the heap with its overhead, other Go memory and stacks', () => {
    const program = { heapOverhead: 0.1, otherMemory: '5MiB', stacks: '2MiB', phases }
    // 30 MiB plus 10 % overhead.
    expect(shown({ model: 'runtime', gogc: 'off', program }, 'sys')).toBeCloseTo(33 + 5 + 2, 6)
  })

  it('the memory overhead over the live heap is GOGC, in percent', () => {
    const program = { initialLive: '20MiB', phases: [{ duration: 10, allocRate: '20MiB' }] }
    expect(shown({ gogc: 50, program }, 'overhead')).toBeCloseTo(50, 9)
  })

  it('the guide’s model prints no gctrace', () => {
    expect(shown({ gogc: 50, program: { initialLive: '20MiB', phases } }, 'gctrace-cpu')).toBe(0)
  })
})

describe('the goal at a moment', () => {
  const scenario = scenarioOf({
    model: 'runtime',
    procs: 2,
    program: { initialLive: '20MiB', phases: [{ duration: 3, allocRate: '60MiB', newSurvivalRate: 0.1 }] },
  })
  const trace = simulate(scenario)
  const goalAt = (at?: number) =>
    measure({ figure: 'goal', reported: 0, ...(at === undefined ? {} : { at }) }, scenario, trace)
  const { cycles } = trace
  const goals = Array.from(cycles.goal.slice(0, cycles.count), (bytes) => bytes / MIB)
  const ends = Array.from(cycles.runtime!.endWall.slice(0, cycles.count))

  it('is the goal of the next cycle to end', () => {
    expect(new Set(goals).size).toBeGreaterThan(3)
    expect(ends.map((end) => goalAt(end - 1e-9))).toEqual(goals)
    expect(ends.slice(0, -1).map((end) => goalAt(end))).toEqual(goals.slice(1))
  })

  it('is the first goal where no time is given, and the last goal after all cycles', () => {
    expect(ends[0]!).toBeLessThan(1)
    expect(goalAt()).toBe(goals[0])
    expect(goalAt(1000)).toBe(goals.at(-1))
  })

  it('is the first goal of the run where there is no cycle', () => {
    const idle = scenarioOf({ program: { initialLive: '20MiB', phases: [{ duration: 1 }] } })
    const none = simulate(idle)
    expect(measure({ figure: 'goal', reported: 0, at: 0.5 }, idle, none)).toBe(40)
    expect(measure({ figure: 'first-goal', reported: 0 }, idle, none)).toBe(40)
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

  it('are those of the last cycle, whose goal differs from the one before', () => {
    expect(entries.length).toBeGreaterThan(3)
    expect(last.goalBytes).not.toBe(entries.at(-2)!.goalBytes)
    expect(show('last-goal')).toBe(last.goalBytes! / MIB)
    expect(show('last-start')).toBe(last.heapStartBytes / MIB)
    expect(show('last-end')).toBe(last.heapEndBytes / MIB)
    expect(show('last-live')).toBe(last.liveBytes / MIB)
  })

  it('count cycles per second of elapsed time', () => {
    expect(show('cycles-per-second')).toBeCloseTo(entries.length / trace.result.wallSeconds, 12)
  })

  it('give GC’s share of CPU time as gctrace does: all marking but idle marking', () => {
    const seconds = entries.reduce(
      (sum, { assistSeconds, backgroundSeconds, pauseSeconds }) =>
        sum + assistSeconds! + backgroundSeconds! + pauseSeconds,
      0,
    )
    expect(seconds).toBeGreaterThan(0)
    expect(show('gctrace-cpu')).toBeCloseTo((100 * seconds) / (2 * trace.result.wallSeconds), 9)
  })
})
