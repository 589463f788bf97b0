import { describe, expect, it } from 'vitest'
import { calibrate } from '../../src/calibration/calibrate.ts'
import { MIB, OFF, toGcPercent } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { type Printed, predictFrom, printed } from './support.ts'

/**
 * Recorded: a service that clears its cache every four seconds (Go 1.26, GOGC=100, one processor). Start in seconds,
 * heap and goal in MiB, mark phase and idle marking in ms.
 */
const CYCLES = [
  [0.089, [3, 3, 2], 4, 0.33, 0.14],
  [0.157, [4, 4, 3], 4, 0.37, 0.21],
  [0.28, [7, 8, 6], 8, 0.77, 0],
  [0.444, [11, 11, 10], 13, 0.7, 0.28],
  [0.66, [17, 17, 14], 20, 0.96, 0.84],
  [1.047, [25, 25, 21], 30, 2.1, 1.7],
  [1.585, [37, 37, 31], 43, 2.2, 2],
  [2.608, [53, 53, 44], 62, 3.4, 2.6],
  [4.067, [75, 75, 1], 88, 0.29, 0.14],
  [4.183, [3, 4, 3], 4, 0.49, 0],
  [4.241, [5, 6, 6], 6, 1.3, 0],
  [4.367, [10, 10, 8], 12, 0.94, 0.31],
  [4.545, [14, 14, 12], 17, 0.97, 0.85],
  [4.864, [21, 21, 18], 25, 1.2, 1],
  [5.289, [31, 31, 26], 37, 4, 3.9],
  [6.125, [46, 46, 38], 54, 2.7, 2.2],
  [7.301, [65, 65, 52], 77, 13, 13],
] as const

const { columns } = readLog(
  printed(
    CYCLES.map(
      ([start, heap, goal, mark, idle]): Printed => ({
        start,
        heap,
        goal,
        mark,
        idle,
        background: 0.3,
        assist: 0.1,
        procs: 1,
      }),
    ),
  ),
)

describe('a cache that was cleared just before a cycle, and grows again from then on', () => {
  it('is gone at once: the small heap after it has its many short cycles', () => {
    const calibration = calibrate(columns)
    if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
    const { differences, trust, scenario } = calibration.value
    // At most two of 17 cycles more or less.
    expect(Math.abs(differences!.cycles)).toBeLessThan(0.12)
    expect(trust.grade).not.toBe('poor')
    const drop = scenario.program.phases.find(({ oldDeathRate }) => oldDeathRate > 0.9)
    expect(drop!.duration).toBeLessThan(0.001)
    expect(drop!.allocRate * drop!.duration).toBeLessThan(MIB)
  })

  it.each([
    [50, 33],
    [25, 62],
    [200, 5],
    [400, 3],
  ])('is predicted under GOGC=%d', (gogc, cycles) => {
    const { spread } = predictFrom(columns, { gogc: toGcPercent(gogc), memoryLimit: OFF })!
    expect(spread.cycles.low).toBeLessThanOrEqual(cycles)
    expect(spread.cycles.high).toBeGreaterThanOrEqual(cycles)
  })
})
