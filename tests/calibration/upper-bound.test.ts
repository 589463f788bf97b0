import { describe, expect, it } from 'vitest'
import { fromCalibration } from '../../src/known/from-gctrace.ts'
import { limitBytes, MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { inferFrom } from './infer-from.ts'
import { printed } from './support.ts'

/**
 * A log under GOGC=100 with a limit below its 62 MiB live: Go raises the goal to the live heap (Go 1.26, mgcpacer.go,
 * memoryLimitHeapGoal), so each goal equals the live heap of the cycle before.
 * @param above how far the goals of the last cycles lie above the live heap, in MiB
 */
function logWith(above: number) {
  const work = { mark: 5, background: 4, procs: 2 }
  // The first goal of a process is that of GOGC alone: 4 MiB under GOGC=100.
  const first = { start: 0.001, heap: [3, 62, 62] as const, goal: 4, ...work }
  const others = Array.from({ length: 60 }, (_, i) => ({
    start: 0.01 * (i + 1),
    heap: [62, 63, 62] as const,
    goal: i < 20 ? 62 : 62 + above,
    ...work,
  }))
  return printed([first, ...others])
}

function calibrated(text: string, asked = {}) {
  const made = calibrate(readLog(text).columns, asked)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

describe('goals that equal the live heap', () => {
  const known = calibrated(logWith(0))
  const estimate = known.estimates.find(({ name }) => name === 'memoryLimit')!

  it('show how high the limit is at most, and not how low', () => {
    const { low, high } = estimate.within!
    expect(low).toBe(0)
    // 97 % of what the limit leaves beside at most 14 MiB of other memory and unfilled spans of half the heap.
    expect(high / MIB).toBeGreaterThan(62 / 0.97)
    expect(high / MIB).toBeLessThan(64 / 0.97 + 14 + 0.5 * 64)
    expect(estimate.text).toMatch(/^\d+ goals show only an upper bound/)
    expect(known.warnings.join(' ')).toContain('only an upper bound')
  })

  it('give the limit as a quantity of which only the higher bound is known', () => {
    const limit = fromCalibration(known).find(({ key }) => key === 'memoryLimit')
    expect(limit).toMatchObject({ ...estimate.within, sureness: 'derived' })
    expect(limit?.source).toContain('only an upper bound')
  })

  it('leave lower limits open to programs that are predicted with', () => {
    const limits = known.fitted.members.map(({ run }) => limitBytes(run.scenario.memoryLimit) / MIB)
    expect(Math.min(...limits)).toBeLessThan(50)
    expect(Math.max(...limits)).toBeLessThanOrEqual(estimate.within!.high / MIB)
  })

  it('are no bound beside goals above the live heap, which a limit sets by what it leaves', () => {
    const { within, text } = calibrated(logWith(8)).estimates.find(({ name }) => name === 'memoryLimit')!
    expect(within!.low / MIB).toBeGreaterThan(70 / 0.97)
    expect(text).toMatch(/^From \d+ goals/)
  })

  it('leave no other limit possible if the limit is given', () => {
    const given = calibrated(logWith(0), { memoryLimit: { kind: 'bytes', bytes: 40 * MIB } })
    expect(new Set(given.fitted.members.map(({ run }) => limitBytes(run.scenario.memoryLimit)))).toEqual(
      new Set([40 * MIB]),
    )
    expect(given.warnings.join(' ')).not.toContain('at most')
  })

  it('show an upper bound even after many goals of GOGC', () => {
    const lives = [
      ...Array.from({ length: 8 }, () => ({ live: 20, room: 45 })),
      ...Array(20).fill({ live: 62, room: 62 }),
    ]
    const { gogc, limitWithin } = inferFrom(100, lives)
    expect(gogc).toEqual({ kind: 'percent', percent: 100 })
    expect(limitWithin?.low).toBe(0)
  })
})
