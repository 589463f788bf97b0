import { describe, expect, it } from 'vitest'
import { measure } from '../../../src/explore/published/figures.ts'
import { COMPARISONS, compareRuns, hasTwoShares } from '../../../src/explore/published/pairs.ts'
import { sweepGogc } from '../../../src/explore/published/run.ts'
import { cycleLiveBefore } from '../../../src/model/cycles.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { GOAL_RULES, type Trace } from '../../../src/model/trace.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { FACTS } from '../../../src/scenario/presets/published/facts/all.ts'
import { QUESTIONS } from '../../../src/scenario/presets/published/facts/facts.ts'
import { GIB, MIB } from '../../../src/units.ts'

const runs = new Map<string, Trace>()

function runOf(id: string): Trace {
  const known = runs.get(id)
  if (known) return known
  const trace = simulate(toScenario(findPreset(id)!))
  runs.set(id, trace)
  return trace
}

const resultOf = (id: string) => runOf(id).result
const lastThird = <T>(list: readonly T[]) => list.slice((2 * list.length) / 3)
const rulesOf = ({ cycles }: Trace) => Array.from(cycles.rule, (rule) => GOAL_RULES[rule])

describe('what the published experiments show', () => {
  it('guide: half the GOGC, twice the GC CPU; a limit below the live heap thrashes, and the CPU limit caps that', () => {
    const [half, one, double] = ['guide-50', 'guide-100', 'guide-200'].map(resultOf)
    expect(half!.gcCpuFraction / one!.gcCpuFraction).toBeCloseTo(2, 0)
    expect(one!.gcCpuFraction / double!.gcCpuFraction).toBeCloseTo(2, 0)
    const [thrash, cap] = ['guide-thrash', 'guide-cap'].map(resultOf)
    expect(thrash!.totalSeconds).toBeGreaterThan(3 * thrash!.mutatorSeconds)
    expect(cap!.totalSeconds).toBeLessThanOrEqual(2 * cap!.mutatorSeconds)
    expect(cap!.peakMemoryBytes).toBeGreaterThan(25 * MIB)
  })

  it('people-oom: no memory limit makes room for a live heap that is too large', () => {
    const { outcome, peakLiveBytes } = resultOf('people-oom-limit')
    expect(outcome.kind).toBe('oom-killed')
    expect(peakLiveBytes).toBeGreaterThan(6000 * MIB)
  })

  it('relative-goals: each doubling of the live heap doubles the goal', () => {
    const { cycles } = runOf('relative-goals')
    for (const goal of [200, 400, 800, 1600, 3200])
      expect(
        Array.from(cycles.goal).some((bytes) => Math.abs(bytes / MIB / goal - 1) < 0.03),
        `${goal} MiB`,
      ).toBe(true)
  })

  it('lines-arena: takes as much memory as a preallocated slice', () => {
    const ratio = resultOf('lines-arena').peakMemoryBytes / resultOf('lines-prealloc').peakMemoryBytes
    expect(ratio).toBeGreaterThan(1)
    expect(ratio).toBeLessThan(1.15)
  })

  it('people-oom: killed during the import, while half of memory is garbage', () => {
    const { outcome, peakHeapBytes, peakLiveBytes } = resultOf('people-oom')
    expect(outcome.kind).toBe('oom-killed')
    expect(peakLiveBytes / peakHeapBytes).toBeLessThan(0.75)
  })

  it('people-table: a limit below the live heap costs several times the CPU and is exceeded anyway', () => {
    const free = resultOf('people-table')
    for (const id of ['people-table-7g', 'people-table-6.5g', 'people-table-6g', 'people-table-5.5g']) {
      const limited = resultOf(id)
      expect(limited.totalSeconds).toBeGreaterThan(3 * free.totalSeconds)
      expect(limited.cycles).toBeGreaterThan(7 * free.cycles)
      expect(limited.peakMemoryBytes).toBeGreaterThan(7000 * MIB)
    }
  })

  it('people-table: the lower the limit, the more cycles', () => {
    const cycles = ['7', '6.5', '6', '5.5'].map((gb) => resultOf(`people-table-${gb}g`).cycles)
    expect(cycles).toEqual(cycles.toSorted((a, b) => a - b))
  })

  it('people-table: the collector’s CPU time is not the program’s time', () => {
    // Seven of eight CPUs are idle: they mark, and the only goroutine hardly slows down.
    const [free, limited] = [resultOf('people-table'), resultOf('people-table-6g')]
    expect(limited.wallSeconds).toBeLessThan(1.1 * free.wallSeconds)
    expect(limited.totalSeconds - limited.mutatorSeconds).toBeGreaterThan(
      10 * (free.totalSeconds - free.mutatorSeconds),
    )
  })

  it('headroom: 5 to 10 % survive, none is killed', () => {
    const kinds = ['headroom', 'headroom-5', 'headroom-none'].map((id) => resultOf(id).outcome.kind)
    expect(kinds).toEqual(['completed', 'completed', 'oom-killed'])
  })

  it('weaviate: killed with half the container alive; near the limit cycles come closer together', () => {
    expect(resultOf('weaviate-oom').peakLiveBytes).toBeLessThan(0.55 * 3 * GIB)
    const trace = runOf('weaviate-limit')
    expect(trace.result.peakContainerBytes).toBeLessThan(3 * GIB)
    expect(new Set(lastThird(rulesOf(trace)))).toEqual(new Set(['memory-limit']))
    expect(rulesOf(trace)).toContain('gogc')
  })

  it('three-schedules: GC never runs, always runs, runs in time', () => {
    const [never, often, late] = ['three-schedules', 'three-schedules-often', 'three-schedules-late'].map(resultOf)
    expect([never, often, late].map((result) => result?.outcome.kind)).toEqual(['oom-killed', 'completed', 'completed'])
    expect(never?.cycles).toBe(0)
    expect(often?.gcCpuFraction).toBeGreaterThan(5 * (late?.gcCpuFraction ?? 1))
  })

  it('relative-goals: 4 GB live on 6 GB is killed before its first cycle; with GOGC=25 it is not', () => {
    expect(resultOf('relative-goals-4g')).toMatchObject({ cycles: 0, outcome: { kind: 'oom-killed' } })
    expect(resultOf('relative-goals-25').outcome.kind).toBe('completed')
    const perSecond = (id: string) => resultOf(id).cycles / resultOf(id).wallSeconds
    expect(perSecond('relative-goals-25-small')).toBeGreaterThan(20 * perSecond('relative-goals-25'))
  })

  it('ballast: the first cycle starts at 5 GB', () => {
    const { heapStart } = runOf('ballast').cycles.runtime!
    expect(heapStart[0]! / MIB).toBeGreaterThan(4900)
    expect(heapStart[0]! / MIB).toBeLessThanOrEqual(5000)
  })

  it('hash: the heap grows to its limit again and again; without one it grows and grows', () => {
    expect(resultOf('hash-nogc').cycles).toBe(0)
    for (const [id, limit] of [
      ['hash-2g', 2 * GIB],
      ['hash-5g', 5 * GIB],
    ] as const) {
      expect(resultOf(id).peakMemoryBytes).toBeLessThanOrEqual(limit)
      expect(resultOf(id).peakMemoryBytes).toBeGreaterThan(0.9 * limit)
    }
  })

  it('lines: a preallocated slice is never outgrown', () => {
    const peak = (id: string) => resultOf(id).peakMemoryBytes
    expect(peak('lines-prealloc')).toBeLessThan(peak('lines-limit'))
    expect(peak('lines-limit')).toBeLessThan(peak('lines-naive'))
    expect(peak('lines-naive')).toBeLessThan(peak('lines-off'))
  })

  it('rpc: the cache costs its size again on the heap, and not outside', () => {
    const peak = (id: string) => resultOf(id).peakContainerBytes
    expect(peak('rpc-cache') - peak('rpc')).toBeGreaterThan(2 * GIB)
    expect(peak('rpc-mmap') - peak('rpc')).toBeCloseTo(GIB, -6)
  })

  it('anatomy: live heap rises and falls, and every goal is twice what the cycle before found', () => {
    const trace = runOf('anatomy')
    const { cycles } = trace
    const live = Array.from(cycles.runtime!.liveFound)
    const highest = live.indexOf(Math.max(...live))
    expect(live[0]!).toBeLessThan(0.6 * live[highest]!)
    expect(live.at(-1)!).toBeLessThan(0.6 * live[highest]!)
    for (let i = 1; i < cycles.count; i++) expect(cycles.goal[i]! / cycleLiveBefore(trace, i)).toBeCloseTo(2, 1)
  })
})

describe('comparisons', () => {
  it.each(COMPARISONS.map((comparison) => [comparison.id, comparison] as const))(
    '%s compares presets that exist',
    (_, comparison) => {
      const list = comparison.presets.map((id) => ({ scenario: toScenario(findPreset(id)!), trace: runOf(id) }))
      const table = compareRuns(comparison, list)
      expect(table.map(({ figure }) => figure)).toEqual(comparison.figures)
      for (const { values } of table) {
        expect(values).toHaveLength(list.length)
        expect(values[0]?.ratio ?? 1).toBe(1)
      }
      expect(new Set(comparison.figures).size).toBe(comparison.figures.length)
    },
  )

  describe('of runs that do not do the same work', () => {
    const linesOf = (id: string) => {
      const comparison = COMPARISONS.find((one) => one.id === id)!
      return compareRuns(
        comparison,
        comparison.presets.map((preset) => ({ scenario: toScenario(findPreset(preset)!), trace: runOf(preset) })),
      )
    }
    const lineOf = (id: string, wanted: string) => linesOf(id).find(({ figure }) => figure === wanted)!
    const hasRatio = (id: string, wanted: string) => lineOf(id, wanted).values.map(({ ratio }) => ratio !== null)
    const isUnlike = (id: string) => linesOf(id).some(({ isOfUnlikeRuns }) => isOfUnlikeRuns)

    it.each([
      ['rpc', '60 s of a service, and 20 s of another', [true, false]],
      ['hash', '35 s of requests, and 31 s', [true, false, false]],
      ['headroom', 'the last is killed', [true, true, false]],
      ['three-schedules', 'the first is killed', [true, false, false]],
    ] as const)('give totals no ratio, and say so: %s (%s)', (id, _, expected) => {
      expect(hasRatio(id, 'cpu-seconds')).toEqual(expected)
      expect(isUnlike(id)).toBe(true)
    })

    it('give levels and rates one', () => {
      expect(hasRatio('rpc', 'peak-memory')).toEqual([true, true])
      expect(hasRatio('rpc', 'cycles-per-second')).toEqual([true, true])
    })

    it('are none where one job takes less time', () => {
      for (const id of ['people', 'lines']) {
        expect(hasRatio(id, 'cpu-seconds').every(Boolean), id).toBe(true)
        expect(isUnlike(id), id).toBe(false)
      }
    })

    it('are told apart from a figure that is 0 in the first run', () => {
      const share = lineOf('three-schedules', 'gc-cpu')
      expect(share.values.map(({ ratio }) => ratio)).toEqual([null, null, null])
      expect(share.isOfUnlikeRuns).toBe(false)
    })
  })

  it('state how much the settings differ', () => {
    const lines = COMPARISONS.find(({ id }) => id === 'lines')!
    const table = compareRuns(
      lines,
      lines.presets.map((id) => ({ scenario: toScenario(findPreset(id)!), trace: runOf(id) })),
    )
    // Reported: 3454, 3454, 3454 and 1518 MiB.
    const allocated = table.find(({ figure }) => figure === 'total-allocated')!
    expect(allocated.values.map(({ ratio }) => ratio?.toFixed(2))).toEqual(['1.00', '1.00', '1.00', '0.44'])
  })

  it('are told apart from GC CPU on the cards where idle CPUs marked, as in a loader of files with one busy CPU', () => {
    const hasTwo = (id: string) => {
      const comparison = COMPARISONS.find((one) => one.id === id)!
      return hasTwoShares(comparison, comparison.presets.map(runOf))
    }
    expect(['lines', 'headroom'].map(hasTwo)).toEqual([true, false])
  })
})

describe('questions', () => {
  it('each have an experiment', () => {
    const asked = new Set(FACTS.map(({ question }) => question))
    expect([...asked].toSorted()).toEqual(Object.keys(QUESTIONS).toSorted())
  })
})

describe('the sweep of GOGC', () => {
  const points = [...sweepGogc()]

  it('takes round values from 100 down to 10, each at least 4/5 of the one before', () => {
    const gogcs = points.map(({ gogc }) => gogc)
    expect([gogcs[0], gogcs.at(-1)]).toEqual([100, 10])
    for (const gogc of gogcs) expect(gogc % (gogc < 20 ? 2 : 5), `${gogc}`).toBe(0)
    for (const [i, gogc] of gogcs.slice(1).entries()) {
      expect(gogc).toBeLessThan(gogcs[i]!)
      expect(gogcs[i]! / gogc).toBeLessThanOrEqual(1.25)
    }
  })

  it('has the frequency that the published runs of the same settings have', () => {
    for (const [id, gogc] of [
      ['rpc-sweep', 100],
      ['rpc-sweep-50', 50],
    ] as const) {
      const { cycles, wallSeconds } = resultOf(id)
      expect(points.find((point) => point.gogc === gogc)!.cyclesPerSecond).toBeCloseTo(cycles / wallSeconds, 12)
    }
  })

  it('goes from a memory overhead of 100 % down to 10 %, in a straight line', () => {
    // Figure 5 is linear: the overhead equals GOGC, up to the distance by which a cycle ends below its goal.
    for (const { gogc, overhead } of points) expect(100 * overhead).toBeCloseTo(gogc, -0.5)
  })

  it('runs cycles about twice as often each time the overhead is halved', () => {
    const at = (gogc: number) => points.find((point) => point.gogc === gogc)!.cyclesPerSecond
    for (const gogc of [100, 80, 60, 50, 40]) {
      if (!points.some((point) => point.gogc === gogc / 2)) continue
      expect(at(gogc / 2) / at(gogc)).toBeGreaterThan(1.7)
      expect(at(gogc / 2) / at(gogc)).toBeLessThan(2.2)
    }
  })
})

describe('why the averages of the hash service differ', () => {
  /** The preset, starting with a hundred simultaneous requests: their files are released at 68 a second. */
  const withFirstHundred = (id: string) => {
    const scenario = toScenario(findPreset(id)!)
    const { program } = scenario
    const [steady] = program.phases
    const file = 100 * MIB
    const more = 100 - program.initialLive / file
    const seconds = 100 / 68
    const burst = { ...steady!, duration: 0.001, allocRate: (more * file) / 0.001, newSurvivalRate: 1 }
    const answered = { ...steady!, duration: seconds, allocRate: 0, oldDeathRate: more / 100 }
    const rest = { ...steady!, duration: steady!.duration - seconds }
    return { ...scenario, program: { ...program, pointerFreeLive: 100 * file, phases: [burst, answered, rest] } }
  }

  it.each([
    ['hash-2g', 1536],
    ['hash-5g', 3174],
  ])('%s: with its first hundred requests it comes to within 10 % of %i MiB', (id, reported) => {
    const scenario = withFirstHundred(id)
    const average = measure({ figure: 'heap-average', reported }, scenario, simulate(scenario))
    expect(average).toBeGreaterThan(0.9 * reported)
    expect(average).toBeLessThan(1.1 * reported)
  })

  it('hash-2g: and Sys to the 8 GiB that were reported, and beyond', () => {
    const scenario = withFirstHundred('hash-2g')
    expect(measure({ figure: 'sys', reported: 8192 }, scenario, simulate(scenario))).toBeGreaterThan(8192)
  })
})
