import { describe, expect, it } from 'vitest'
import { agreeing, areLevel, type GoalPair, goalPairs } from '../../src/gctrace/goal-growths.ts'
import { MIB } from '../../src/units.ts'
import { readLog } from './support.ts'

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

// Sizes of three cycles under GOGC=100, from https://github.com/golang/go/issues/12228: its pacer lines have h_g=1.
describe('goals of Go 1.5', () => {
  const pairsOf = (clock: string, cpu: string) => {
    const sizes = ['55->56->26 MB, 56', '50->50->36 MB, 51', '68->69->24 MB, 70']
    const lines = sizes.map(
      (size, i) => `gc ${336 + i} @48.${78 + 4 * i}0s 34%: ${clock} ms clock, ${cpu} ms cpu, ${size} MB goal, 8 P`,
    )
    return goalPairs(readLog(lines.join('\n')).columns, 3 * MIB)
  }

  it('follow the live heap without what was allocated while the cycle ran', () => {
    const pairs = pairsOf('0+1.0+8.0+2.0+1.0', '0+1.0+0+16/1.0/24+8.0')
    expect(agreeing(pairs, 100)).toHaveLength(2)
    expect(pairs[0]!.percent).toBeCloseTo(101, 0)
  })

  it('are read otherwise than those of later versions', () => {
    const pairs = pairsOf('0+2.0+1.0', '0+16/1.0/24+8.0')
    expect(pairs[0]!.percent).toBeCloseTo(94, 0)
  })
})
