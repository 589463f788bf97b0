import fc from 'fast-check'
import { expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { countRun, toRun } from '../../src/prediction/run.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'

const MOST_STEPS = 50_000

it('counts the same for a run without columns as from its trace, to the last bit', () => {
  fc.assert(
    fc.property(plausibleScenario({ model: 'runtime' }), (scenario) => {
      const trace = simulate(scenario, { maxSteps: MOST_STEPS })
      expect(countRun(scenario, 0.5, MOST_STEPS)).toEqual(toRun(trace, scenario, 0.5))
    }),
    { numRuns: 60 },
  )
})

it('allows no byte above the peak heap if GOGC is off and no limit sets a goal', () => {
  fc.assert(
    fc.property(plausibleScenario({ model: 'runtime' }), (any) => {
      const scenario = { ...any, gogc: OFF, memoryLimit: OFF, changes: [] }
      expect(countRun(scenario, 1, MOST_STEPS).moreAllowed).toBe(0)
    }),
    { numRuns: 5 },
  )
})

it('allows no heap above all that the program has and allocates, however high the goal', () => {
  fc.assert(
    fc.property(plausibleScenario({ model: 'runtime' }), fc.constantFrom(OFF, 100_000), (any, percent) => {
      const gogc = typeof percent === 'number' ? ({ kind: 'percent', percent } as const) : OFF
      const scenario = { ...any, gogc, memoryLimit: toLimit(100_000 * MIB), containerLimit: OFF, changes: [] }
      const { result, moreAllowed } = countRun(scenario, 1, MOST_STEPS)
      const { initialLive, phases } = scenario.program
      const allocated = phases.reduce((sum, { duration, allocRate }) => sum + duration * allocRate, 0)
      const most = Math.max(result.peakHeapBytes, initialLive + allocated)
      expect(result.peakHeapBytes + moreAllowed).toBeLessThanOrEqual(most * (1 + 1e-9))
    }),
    { numRuns: 20 },
  )
})

it('uses memory for the first time where the heap grows beyond what is live and what earlier heaps had', () => {
  const of = (gogc: number, seconds: number) => {
    const work = { duration: seconds, allocRate: '50MiB', scanRate: '2GiB' }
    const build = { duration: 1, allocRate: '40MiB', newSurvivalRate: 1, scanRate: '2GiB' }
    const program = { phases: [build, work] }
    const made = validateScenario({ version: 1, model: 'runtime', gogc, containerLimit: 'off', program })
    if (!made.ok) throw new Error(made.problems[0]?.message)
    return countRun(made.value, 1, MOST_STEPS)
  }
  // The run ends before the first cycle at the high goal.
  const once = of(800, 4)
  expect(once.fresh).toBeGreaterThan(0.6 * once.result.peakHeapBytes)
  const steady = of(100, 20)
  expect(steady.fresh).toBeLessThan(0.1 * steady.result.peakHeapBytes)
})

it('could have stayed lower by chance, down to the live heap, if one cycle alone reaches the highest heap', () => {
  const of = (phases: readonly object[], rest = {}) => {
    const made = validateScenario({ version: 1, model: 'runtime', containerLimit: 'off', program: { phases }, ...rest })
    if (!made.ok) throw new Error(made.problems[0]?.message)
    return countRun(made.value, 1, MOST_STEPS)
  }
  const work = { allocRate: '50MiB', scanRate: '2GiB' }
  const build = { duration: 1, allocRate: '40MiB', newSurvivalRate: 1, scanRate: '2GiB' }
  // A steady heap comes to its goal again and again.
  expect(of([build, { duration: 20, ...work }]).lessByChance).toBe(0)
  // With GOGC=400 each cycle of a heap that grows comes at several times the heap of the one before.
  const grown = (duration: number) => of([{ duration, ...work, newSurvivalRate: 0.5 }], { gogc: 400 })
  const growing = grown(12)
  expect(growing.lessByChance).toBeGreaterThan(0.1 * growing.result.peakHeapBytes)
  expect(growing.lessByChance).toBeLessThanOrEqual(0.25 * growing.result.peakHeapBytes)
  // The heap is highest as the run ends, long before the next goal: no cycle was about to come.
  expect(grown(20).lessByChance).toBe(0)
  // Without a cycle none comes earlier.
  expect(of([{ duration: 20, ...work }], { gogc: 'off' }).lessByChance).toBe(0)
  // Nothing that is live is freed by a cycle that comes earlier.
  const kept = of([{ duration: 20, ...work, newSurvivalRate: 0.95 }], { gogc: 20 })
  expect(kept.lessByChance).toBe(0)
})

it('could have stayed lower by chance where the live heap falls after the one cycle that set the highest goal', () => {
  const work = { allocRate: '50MiB', scanRate: '2GiB' }
  const build = { duration: 2, allocRate: '50MiB', newSurvivalRate: 1, scanRate: '2GiB' }
  // A cycle finds a part of the 100 MiB live. Then most of them are dropped.
  const leastOf = (gogc: number, oldDeathRate: number, seconds: number) => {
    const phases = [build, { duration: 1, ...work, oldDeathRate }, { duration: seconds, ...work }]
    const made = validateScenario({ version: 1, model: 'runtime', gogc, containerLimit: 'off', program: { phases } })
    if (!made.ok) throw new Error(made.problems[0]?.message)
    const { result, lessByChance } = countRun(made.value, 1, MOST_STEPS)
    return 1 - lessByChance / result.peakHeapBytes
  }
  // The run ends before the next cycle. A later cycle would have found less, and set a lower goal.
  expect(leastOf(1000, 0.9, 1)).toBeLessThan(0.6)
  expect(leastOf(1000, 0.1, 1)).toBe(1)
  // The next cycle comes, and finds less.
  expect(leastOf(300, 0.9, 4)).toBeLessThan(0.6)
  expect(leastOf(300, 0.1, 4)).toBeCloseTo(0.75)
})

it('allows as much under a memory limit that is never reached as without one', () => {
  // The program keeps 350 MiB and soon drops most: if a cycle found them all, the next goal would be 700 MiB.
  const rest = { allocRate: '100MiB', scanRate: '2GiB' }
  const phases = [
    { duration: 3.5, ...rest, newSurvivalRate: 1 },
    { duration: 1, ...rest, oldDeathRate: 0.9 },
    { duration: 10, ...rest },
  ]
  const made = validateScenario({ version: 1, model: 'runtime', program: { phases } })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const free = countRun(made.value, 1, MOST_STEPS)
  expect(free.moreAllowed).toBeGreaterThan(100 * MIB)
  const limit = 1.2 * (free.result.peakMemoryBytes + free.moreAllowed)
  expect(countRun({ ...made.value, memoryLimit: toLimit(limit) }, 1, MOST_STEPS)).toEqual(free)
})
