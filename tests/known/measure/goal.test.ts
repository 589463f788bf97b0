import { describe, expect, it } from 'vitest'
import { lastGoal, nextGoal } from '../../../src/known/measure/goal.ts'
import { readAt } from '../../../src/model/reading.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { endOf } from '../../../src/model/steps.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'

describe('the heap goals of a program that grows', () => {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    procs: 2,
    program: { pace: 'clock', phases: [{ duration: 10, allocRate: '40MiB', newSurvivalRate: 1 }] },
  })
  if (!made.ok) throw new Error(made.problems[0]!.message)
  const trace = simulate(made.value)

  it('are that of the next cycle, where its chart ends, and that of the last one, below it', () => {
    expect(nextGoal(trace)).toBe(readAt(trace, endOf(trace))!.goal)
    expect(lastGoal(trace)).toBe(trace.cycles.runtime!.goalEnd[trace.cycles.count - 1])
    expect(nextGoal(trace)! / lastGoal(trace)!).toBeGreaterThan(1.5)
  })

  it('are missing without a cycle, and with GOGC off', () => {
    const free = simulate({ ...made.value, gogc: { kind: 'off' } })
    expect([nextGoal(free), lastGoal(free)]).toEqual([undefined, undefined])
  })
})
