import { describe, expect, it } from 'vitest'
import { heapAllowed } from '../../src/prediction/heap-allowed.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB } from '../../src/units.ts'

/** 100 MiB live for ten seconds, then 400 MiB for an instant, then 50 MiB; 20 MiB of garbage a second and no roots. */
function scenarioOf(settings: object, seconds = 100) {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    ...settings,
    program: {
      initialLive: 100 * MIB,
      stacks: 0,
      globals: 0,
      phases: [
        { duration: 10, allocRate: 20 * MIB },
        { duration: 1, allocRate: 300 * MIB, newSurvivalRate: 1 },
        { duration: 1, oldDeathRate: 0.875 },
        { duration: seconds, allocRate: 20 * MIB },
      ],
    },
  })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

describe('the highest heap that GOGC allows', () => {
  it('is the goal of a cycle that finds the live heap at its highest', () => {
    expect(heapAllowed(scenarioOf({ gogc: 100 }), 0)).toBeCloseTo(800 * MIB, 3)
    expect(heapAllowed(scenarioOf({ gogc: 50 }), 0)).toBeCloseTo(600 * MIB, 3)
  })

  it('includes stacks and globals, which GOGC multiplies too', () => {
    const { program, ...settings } = scenarioOf({ gogc: 100 })
    const withRoots = { ...settings, program: { ...program, stacks: 30 * MIB, globals: 10 * MIB } }
    expect(heapAllowed(withRoots, 0)).toBeCloseTo(840 * MIB, 3)
  })

  it('is at most what the program still allocates above the live heap', () => {
    // 10 s of 20 MiB/s come after the highest live heap.
    expect(heapAllowed(scenarioOf({ gogc: 100 }, 10), 0)).toBeCloseTo(600 * MIB, 3)
  })

  it('is at most what a memory limit leaves, unless the live heap is larger', () => {
    // Go keeps 3 % of what the limit leaves free (Go 1.26, mgcpacer.go, memoryLimitHeapGoalHeadroomPercent).
    expect(heapAllowed(scenarioOf({ gogc: 100, memoryLimit: 600 * MIB }), 100 * MIB)).toBeCloseTo(0.97 * 500 * MIB, 3)
    expect(heapAllowed(scenarioOf({ gogc: 100, memoryLimit: 300 * MIB }), 100 * MIB)).toBeCloseTo(400 * MIB, 3)
  })

  it('is 0 if only the goals of a run show it: with GOGC off, or with settings that change', () => {
    expect(heapAllowed(scenarioOf({ gogc: 'off', memoryLimit: 600 * MIB }), 0)).toBe(0)
    expect(heapAllowed(scenarioOf({ gogc: 100, changes: [{ at: 5, gogc: 50 }] }), 0)).toBe(0)
  })
})
