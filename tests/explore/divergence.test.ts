import { describe, expect, it } from 'vitest'
import { findDivergence } from '../../src/explore/divergence.ts'
import { simulate } from '../../src/model/simulate.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { preset } from './support/scenarios.ts'

describe('where two runs part', () => {
  const spike = preset('spike')
  const run = simulate(spike)

  it('is nowhere for the same run', () => {
    expect(findDivergence(run, simulate({ ...spike, title: 'Another title' }))).toBeUndefined()
  })

  it('is the first cycle whose goal the memory limit sets; all earlier cycles are equal', () => {
    const limited = simulate({ ...spike, memoryLimit: toLimit(45 * MIB) })
    const { cycle, a, b } = findDivergence(run, limited)!
    expect(a!.rule).toBe('gogc')
    expect(b!.rule).toBe('memory-limit')
    expect(b!.goal).toBeLessThan(a!.goal)
    for (let i = 0; i < cycle; i++) expect(limited.cycles.goal[i]).toBe(run.cycles.goal[i])
  })

  it('is not where figures differ by rounding alone', () => {
    const withGoal = (share: number) => {
      const goal = run.cycles.goal.slice()
      goal[2]! *= share
      return { ...run, cycles: { ...run.cycles, goal } }
    }
    expect(findDivergence(run, withGoal(1 + 1e-9))).toBeUndefined()
    expect(findDivergence(run, withGoal(1 - 1e-9))).toBeUndefined()
    expect(findDivergence(run, withGoal(1 + 1e-5))?.cycle).toBe(2)
  })

  it('is the first cycle that only one of the runs has', () => {
    const none = simulate({ ...spike, gogc: OFF })
    expect(findDivergence(run, none)).toMatchObject({ cycle: 0, a: { seconds: expect.any(Number) }, b: null })
    const killed = simulate({ ...spike, containerLimit: toLimit(50 * MIB) })
    expect(findDivergence(run, killed)).toMatchObject({ cycle: killed.cycles.count, b: null })
  })

  it('is also found between two programs, in both models', () => {
    const runtime = { ...spike, model: 'runtime' as const }
    const faster = {
      ...runtime,
      program: { ...spike.program, phases: spike.program.phases.map((p) => ({ ...p, allocRate: 2 * p.allocRate })) },
    }
    expect(findDivergence(simulate(runtime), simulate(faster))!.cycle).toBe(0)
  })
})
