import { describe, expect, it } from 'vitest'
import { areLevel, type GoalPair } from '../../src/gctrace/goal-growths.ts'
import { MIB } from '../../src/units.ts'

/** A goal over a live heap, both in MiB, as a log without rounding shows it. */
function growth(live: number, goal: number): GoalPair {
  const percent = (100 * (goal - live)) / live
  const bytes = { live: live * MIB, goal: goal * MIB }
  return {
    ...bytes,
    percent,
    least: percent,
    most: percent,
    isPassed: false,
    isSurelyLimited: false,
    withRoots: goal * MIB,
  }
}

describe('goals that one limit keeps level', () => {
  const over = (lives: readonly number[], goals: readonly number[]) =>
    areLevel(lives.map((live, i) => growth(live, goals[i]!)))

  it('differ by less than 1.4 times while the live heap doubles', () => {
    expect(over([20, 30, 40], [100, 110, 139])).toBe(true)
    expect(over([20, 30, 40], [100, 110, 141])).toBe(false)
  })

  it('show nothing if the live heap hardly changes, because goals of GOGC are level then too', () => {
    expect(over([20, 30, 39], [100, 100, 100])).toBe(false)
    expect(over([20, 30, 40], [100, 100, 100])).toBe(true)
  })

  it('are at least three', () => {
    expect(over([20, 40], [100, 100])).toBe(false)
  })

  it('are not those of one GOGC, which follow the live heap', () => {
    // GOGC=10 over 100 to 200 MiB makes goals that differ as much as the heap does.
    expect(over([100, 150, 200], [110, 165, 220])).toBe(false)
    // These need GOGC=100 over the smallest heap, and 35 over the largest.
    expect(over([100, 140, 200], [200, 240, 270])).toBe(true)
  })
})
