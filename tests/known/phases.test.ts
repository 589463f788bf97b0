import { describe, expect, it } from 'vitest'
import { fromStretches, timesShorter } from '../../src/known/phases.ts'
import { MIB } from '../../src/units.ts'

const FIT = { scanRate: 1e9, initialLive: 130 * MIB, black: 0, demand: 1 }

/** Live heap in MiB at the start and after each phase, of stretches that allocate this much and then have so much live. */
function levelsOf(allocated: number, lives: readonly (number | undefined)[]): number[] {
  const stretches = lives.map((live) => ({
    seconds: 10,
    allocRate: (allocated / 10) * MIB,
    live: live && live * MIB,
  }))
  const { initialLive, phases } = fromStretches(stretches, 10 * lives.length, true, FIT)
  const levels = [initialLive]
  for (const { duration, allocRate, newSurvivalRate = 0, oldDeathRate = 0 } of phases)
    levels.push(levels.at(-1)! * (1 - oldDeathRate) + duration * allocRate * newSurvivalRate)
  return levels.map((bytes) => Math.round(bytes / MIB))
}

describe('the live heap of stretches', () => {
  it('starts at that of the first stretch, and moves to that of each following one', () => {
    expect(levelsOf(500, [100, 200, 100])).toEqual([100, 100, 200, 100])
  })

  it('grows by no more than a stretch allocates, and reaches the right value as soon as possible', () => {
    expect(levelsOf(50, [100, 200, 100])).toEqual([100, 100, 150, 100])
    expect(levelsOf(50, [100, 200, 200, 200])).toEqual([100, 100, 150, 200, 200])
  })

  it('is that of the fit if the stretches do not show it', () => {
    expect(levelsOf(500, [undefined, 200])).toEqual([130, 130, 200])
  })
})

describe('stretches of a long time', () => {
  const DAY = 86_400
  const stretches = [100, 200, 100].map((live) => ({ seconds: 10 * DAY, allocRate: 50 * MIB, live: live * MIB }))

  it('are simulated in as much less time as 20,000 GC cycles take', () => {
    expect(timesShorter(stretches, 1)).toBeCloseTo((30 * DAY) / 20_000, 9)
    expect(timesShorter(stretches, 1 / 200)).toBe(1)
  })

  it('have time for ten GC cycles at a peak, however much shorter they are', () => {
    const peak = [100, 400, 100].map((live, i) => ({
      seconds: i === 1 ? 120 : DAY,
      allocRate: 50 * MIB,
      live: live * MIB,
    }))
    const { phases } = fromStretches(peak, 60, false, FIT, 100)
    expect(phases.map(({ duration }) => duration)).toEqual([DAY / 100, (10 * 400) / 50, DAY / 100])
    const brief = peak.map((one) => ({ ...one, seconds: Math.min(one.seconds, one.seconds === 120 ? 30 : DAY) }))
    expect(fromStretches(brief, 0, false, FIT, 100).phases[1]!.duration).toBe(30)
  })

  it('keep their rates and the live heaps that they reach', () => {
    const [long, short] = [1, 100].map((shorter) => fromStretches(stretches, 60, false, FIT, shorter))
    const levels = ({ initialLive, phases }: typeof long & object) => {
      const all = [initialLive]
      for (const { duration, allocRate, newSurvivalRate = 0, oldDeathRate = 0 } of phases)
        all.push(all.at(-1)! * (1 - oldDeathRate) + duration * allocRate * newSurvivalRate)
      return all.map((bytes) => Math.round(bytes / MIB))
    }
    expect(levels(short!)).toEqual(levels(long!))
    expect(short!.phases.map(({ duration, allocRate }) => [100 * duration, allocRate])).toEqual(
      long!.phases.map(({ duration, allocRate }) => [duration, allocRate]),
    )
  })
})
