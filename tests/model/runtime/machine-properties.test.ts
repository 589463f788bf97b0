import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import type { RuntimeCycles, RuntimePoints, Trace } from '../../../src/model/trace.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { fullFields } from '../../arbitraries/program.ts'
import { anyScenario, plausibleScenario } from '../../arbitraries/scenario.ts'
import { findBroken } from '../../support/invariants.ts'
import { scenarioOf } from '../../support/run.ts'

/** Sums of thousands of stretches round. */
const ROUNDING = 1e-9
const MOST_CYCLES = 500
/** For hundreds of runs, on a machine that may be busy. */
const PATIENCE = 60_000

const lively = fullFields.map((fields) => scenarioOf({ model: 'runtime', ...fields }))

function parts(trace: Trace): { readonly points: RuntimePoints; readonly cycles: RuntimeCycles } {
  const points = trace.points.runtime
  const cycles = trace.cycles.runtime
  if (!points || !cycles) throw new Error('a runtime trace has runtime columns')
  return { points, cycles }
}

function forEvery(scenarios: fc.Arbitrary<Scenario>, holds: (trace: Trace, scenario: Scenario) => void, runs = 150) {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      holds(simulate(scenario, { maxCycles: MOST_CYCLES }), scenario)
    }),
    { numRuns: runs },
  )
}

/** Points at which wall time falls, or heap ≤ counted ≤ container is violated. */
function disorder(trace: Trace): number[] {
  const { points } = parts(trace)
  const { live, fresh, count } = trace.points
  const at = (column: Float64Array, i: number) => column[i] ?? Number.NaN
  return Array.from({ length: count }, (_, i) => i).filter((i) => {
    const heap = at(live, i) + at(fresh, i)
    const isInOrder =
      at(points.wall, i) >= (i > 0 ? at(points.wall, i - 1) : 0) &&
      at(points.counted, i) >= heap * (1 - ROUNDING) &&
      at(points.container, i) >= at(points.counted, i) &&
      at(points.fill, i) >= 0
    return !isInOrder
  })
}

/** Cycles in which the heap shrinks, or that find more live than there is or less than was allocated during marking. */
function brokenCycles(trace: Trace): number[] {
  const { cycles } = parts(trace)
  const at = (column: Float64Array, i: number) => column[i] ?? Number.NaN
  return Array.from({ length: trace.cycles.count }, (_, i) => i).filter((i) => {
    const allocated = at(cycles.heapEnd, i) - at(cycles.heapStart, i)
    const found = at(cycles.liveFound, i)
    const isSound =
      allocated >= 0 &&
      found <= at(cycles.heapEnd, i) &&
      found >= allocated * (1 - ROUNDING) - 1 &&
      at(cycles.endWall, i) > at(cycles.startWall, i)
    return !isSound
  })
}

describe('every run of the runtime model', { timeout: PATIENCE }, () => {
  it('is sound: time grows, nothing is negative or not a number, the parts add up', () => {
    forEvery(lively, (trace) => expect(findBroken(trace)).toEqual([]))
    forEvery(plausibleScenario({ model: 'runtime' }), (trace) => expect(findBroken(trace)).toEqual([]))
  })

  it('is sound at the edges of every parameter', () => {
    forEvery(anyScenario({ model: 'runtime' }), (trace) => expect(findBroken(trace)).toEqual([]), 60)
  })

  it('keeps wall time, the limiter’s bucket and the four memory figures consistent', () => {
    forEvery(lively, (trace) => expect(disorder(trace)).toEqual([]))
  })

  it('never uses more CPU than GOMAXPROCS gives', () => {
    forEvery(lively, (trace) => {
      const most = Math.max(...trace.segments.map((segment) => segment.procs))
      const { totalSeconds, wallSeconds } = trace.result
      expect(totalSeconds).toBeLessThanOrEqual(wallSeconds * most * (1 + ROUNDING) + ROUNDING)
    })
  })

  it('accounts for its cycles: their CPU by kind adds up to GC’s, except for a cycle cut off by the end', () => {
    forEvery(lively, (trace) => {
      const { cycles } = parts(trace)
      const columns = [cycles.assist, cycles.background, cycles.idle, cycles.pause]
      const paid = columns.reduce((sum, column) => sum + column.reduce((s, value) => s + value, 0), 0)
      const { gcSeconds } = trace.result
      const isWhole = trace.points.count - 1 - (trace.cycles.endPoint?.at(-1) ?? 0) <= 1
      expect(paid).toBeLessThanOrEqual(gcSeconds * (1 + ROUNDING) + ROUNDING)
      if (isWhole) expect(paid).toBeCloseTo(gcSeconds, 6)
    })
  })

  it('finds at most the surviving heap live, and starts and ends its cycles in order', () => {
    forEvery(lively, (trace) => expect(brokenCycles(trace)).toEqual([]))
  })

  it('plans the next cycle at its goal at the latest, wherever the run is stopped', () => {
    let stopped = 0
    forEvery(lively, (_, scenario) => {
      for (const maxCycles of [1, 2, 3, 5, 8]) {
        // A goal that changes while a cycle marks is another matter.
        const { pending, result } = simulate({ ...scenario, changes: [] }, { maxCycles })
        if (result.outcome.kind === 'stopped') stopped++
        expect(pending!.trigger).toBeLessThanOrEqual(pending!.goal)
      }
    })
    expect(stopped).toBeGreaterThan(20)
  })

  it('never limits where the limiter is off', () => {
    forEvery(lively, (trace) => {
      if (trace.segments.some((segment) => segment.cpuLimiter)) return
      expect(trace.result.limiterSeconds).toBe(0)
      expect(trace.points.runtime?.limiting.every((flag) => flag === 0)).toBe(true)
    })
  })

  it('takes exactly the CPU time of its phases in work pace', () => {
    forEvery(lively, ({ result }, { program }) => {
      if (result.outcome.kind !== 'completed') return
      const work = program.phases.reduce((sum, phase) => sum + phase.duration, 0)
      expect(result.mutatorSeconds).toBeCloseTo(work, 9)
    })
  })

  it('gives the same trace every time', () => {
    forEvery(
      lively,
      (trace, scenario) => expect(simulate(scenario, { maxCycles: MOST_CYCLES }).result).toEqual(trace.result),
      30,
    )
  })
})
