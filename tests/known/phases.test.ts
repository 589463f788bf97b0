import { describe, expect, it } from 'vitest'
import { fromStretches } from '../../src/known/phases.ts'
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
