import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atWall, clockOf, hasTwoClocks, toMomentText, toWholeMomentText, wallAt } from '../../src/model/clock.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import type { Trace } from '../../src/model/trace.ts'
import { onWallClock } from '../../src/model/wall-clock.ts'
import { validateScenario } from '../../src/scenario/validate.ts'

const PHASE = { duration: 8, allocRate: '100MiB', newSurvivalRate: 0.02 }

function run(rest: object) {
  const scenario = validateScenario({ version: 1, program: { initialLive: '20MiB', phases: [PHASE] }, ...rest })
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
  return simulate(scenario.value)
}

describe('in the guide model', () => {
  const trace = run({ procs: 4 })

  it('both clocks are one, and no text names the clock', () => {
    expect(hasTwoClocks(trace)).toBe(false)
    expect(wallAt(trace, 3)).toBe(3)
    expect(toMomentText(trace, 3)).toBe('3.00 s')
    expect(toWholeMomentText(trace, 3)).toBe('3.00 s')
  })
})

describe('in the runtime model', () => {
  // Eight CPU-seconds of work on four CPUs, without a cycle: two seconds pass.
  const trace = run({ model: 'runtime', procs: 4, gogc: 'off' })

  it('four busy CPUs spend four CPU-seconds while one second passes', () => {
    expect(wallAt(trace, 4)).toBeCloseTo(1, 9)
    expect(wallAt(trace, 6)).toBeCloseTo(1.5, 9)
  })

  it('an instant is given in elapsed time, with the CPU time beside it', () => {
    expect(toMomentText(trace, 6)).toBe('1.50 s elapsed')
    expect(toWholeMomentText(trace, 6)).toBe('1.50 s elapsed (6.00 s of CPU time)')
  })

  it('an instant that is equal by both clocks is given once, with the clock’s name', () => {
    const alone = run({ model: 'runtime', procs: 1, gogc: 'off' })
    expect(toWholeMomentText(alone, 6)).toBe('6.00 s elapsed')
  })

  it('outside the run, the nearer end counts', () => {
    expect(wallAt(trace, 1e9)).toBe(trace.result.wallSeconds)
    expect(wallAt(trace, -1)).toBe(0)
  })

  it('a run that is laid out by elapsed time gives elapsed times, and no CPU time', () => {
    const shown = onWallClock(trace, () => 4)
    expect(clockOf(shown)).toBe('wall')
    expect(toWholeMomentText(shown, 1.5)).toBe('1.50 s elapsed')
  })

  it('neither clock runs backwards, and converting to the other clock and back gives the same', () => {
    const busy = run({ model: 'runtime', procs: 4, memoryLimit: '45MiB' })
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(share, share, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((part) => part * endOf(busy)) as [number, number]
        expect(wallAt(busy, low)).toBeLessThanOrEqual(wallAt(busy, high))
        expect(atWall(busy, wallAt(busy, low))).toBeCloseTo(low, 6)
      }),
    )
  })

  it('where CPU time stands still, the last elapsed instant is the end of the run', () => {
    const idle = run({
      model: 'runtime',
      procs: 1,
      program: { initialLive: '20MiB', pace: 'clock', phases: [{ ...PHASE, allocRate: 0 }, PHASE] },
    })
    expect(atWall(idle, idle.result.wallSeconds)).toBe(endOf(idle))
  })
})

describe('points at which CPU time or elapsed time stands still', () => {
  const traceOf = (time: readonly number[], wall: readonly number[]) =>
    ({
      points: { count: time.length, time: Float64Array.from(time), runtime: { wall: Float64Array.from(wall) } },
    }) as unknown as Trace

  it('count as one instant, of which the last point counts, at both ends too', () => {
    const trace = traceOf([0, 0, 2, 2, 4, 4], [0, 1, 2, 5, 6, 9])
    expect([-1, 0, 1, 2, 3, 4, 5].map((time) => wallAt(trace, time))).toEqual([0, 1, 1.5, 5, 5.5, 9, 9])
    expect([-1, 0, 1.5, 3, 5.5, 8].map((wall) => atWall(trace, wall))).toEqual([0, 0, 1, 2, 3, 4])
  })

  it('may be a single point, or none', () => {
    expect([1, 3, 5].map((time) => wallAt(traceOf([3], [7]), time))).toEqual([7, 7, 7])
    expect(wallAt(traceOf([], []), 5)).toBe(5)
  })
})
