import { describe, expect, it } from 'vitest'
import { searchFit } from '../../../src/calibration/fit/fit.ts'
import type { Settings } from '../../../src/calibration/fit/model-run.ts'
import { finish } from '../../../src/model/slices.ts'
import { largest, smallest } from '../../../src/numbers.ts'
import { MIB, OFF } from '../../../src/units.ts'
import { type Figures, seriesOf } from '../support.ts'

const GOGC = { kind: 'percent', percent: 100 } as const
const LIMIT = { kind: 'bytes', bytes: 128 * MIB } as const

/** A service of 50 MiB that allocates as much per second, at 1.5 of four CPUs, with a cycle every second. */
function service(count: number) {
  const cycle = (i: number): Figures => ({
    start: i + 1,
    heap: [i === 0 ? 95 : 90, i === 0 ? 100 : 95, 50],
    reachable: 45,
    goal: 100,
    mark: 0.02,
    background: 0.02,
    idle: 0.03,
  })
  return seriesOf(
    Array.from({ length: count }, (_, i) => cycle(i)),
    4,
    { initialLive: 45 * MIB },
  )
}
const search = (settings: Settings, count = 12) => finish(searchFit(service(count), settings))

describe('the programs behind a log', () => {
  it('are the best one and sixty drawn ones, weighed by how well they reproduce the log', () => {
    const found = search({ gogc: GOGC, memoryLimit: OFF })
    expect(found.members.length).toBe(61)
    expect(found.members[0]).toEqual({ run: found.run, weight: 1 })
    expect(found.members.every(({ weight }) => weight > 0 && weight <= 1)).toBe(true)
    expect(Math.max(...found.members.slice(1).map(({ weight }) => weight))).toBe(1)
    expect(found).toMatchObject({ isTried: false, isCutShort: false, unseenLive: undefined })
    expect(found.simulated!.cycles).toBeGreaterThan(9)
    expect(found.simulated!.cycles).toBeLessThan(15)
  })

  it('have the given limit, or, if goals showed it, one that fits each program’s memory outside the heap', () => {
    const limitsOf = (isLimitInferred: boolean) => {
      const { members } = search({ gogc: GOGC, memoryLimit: LIMIT, isLimitInferred })
      return new Set(members.map(({ run }) => JSON.stringify(run.scenario.memoryLimit)))
    }
    expect(limitsOf(false)).toEqual(new Set([JSON.stringify(LIMIT)]))
    expect(limitsOf(true).size).toBeGreaterThan(20)
  })

  it('include one with batches, at 2 % of all weight, if GOGC is off and all cycles found the same', () => {
    const { members, unseenLive } = search({ gogc: OFF, memoryLimit: LIMIT })
    expect(unseenLive).toBe(95 * MIB)
    expect(members.length).toBe(62)
    const others = members.slice(1, -1).reduce((sum, { weight }) => sum + weight, 0)
    expect(members.at(-1)!.weight / others).toBeCloseTo(0.02, 9)
  })

  it('differ only in what no log shows, without a comparison, if the log has too many cycles to simulate', () => {
    const found = search({ gogc: GOGC, memoryLimit: OFF }, 200_001)
    expect(found).toMatchObject({ simulated: undefined, isTried: false, isCutShort: true })
    expect(found.measured.cycles).toBe(200_001)
    const [first, ...others] = found.members
    expect(first).toEqual({ run: found.run, weight: 1 })
    const otherMemory = others.map(({ run }) => run.scenario.program.otherMemory)
    expect(largest(otherMemory)).toBeGreaterThan(12 * MIB)
    expect(smallest(otherMemory)).toBeLessThan(4 * MIB)
    for (const { run, weight } of others) {
      expect(weight).toBe(1)
      expect(run.scenario.program.phases).toEqual(found.run.scenario.program.phases)
    }
  })
})
