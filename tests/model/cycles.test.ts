import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cycleEnd, cycleStart, firstCycleFrom, nearestCycle } from '../../src/model/cycles.ts'
import { simulate } from '../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'

const trace = simulate(toScenario(findPreset('spike')!))
const indices = Array.from({ length: trace.cycles.count }, (_, i) => i)
// Shares of the run, evenly spread: most doubles that fast-check draws are next to a bound, or to 0.
const anyTime = fc.integer({ min: -100, max: 2000 }).map((share) => (share / 1000) * trace.result.totalSeconds)

/** Seconds from an instant to the nearest instant of a cycle. */
const distance = (i: number, time: number) => Math.max(0, cycleStart(trace, i) - time, time - cycleEnd(trace, i))

describe('the cycle at an instant', () => {
  it('is the nearest cycle, also before the first and after the last', () => {
    fc.assert(
      fc.property(anyTime, (time) => {
        const found = nearestCycle(trace, time)
        expect(indices).toContain(found)
        expect(distance(found, time)).toBe(Math.min(...indices.map((i) => distance(i, time))))
      }),
    )
    expect(nearestCycle(trace, 1e9)).toBe(indices.length - 1)
    expect(nearestCycle(trace, 0)).toBe(0)
  })

  it('is −1 without cycles', () => {
    const { program, ...settings } = toScenario(findPreset('spike')!)
    const without = simulate({ ...settings, program: { ...program, phases: [] } })
    expect(without.cycles.count).toBe(0)
    expect(nearestCycle(without, 1)).toBe(-1)
  })

  it('is the first to end at it or later, if that is asked for; after the last there is none', () => {
    for (const i of indices) expect(firstCycleFrom(trace, cycleEnd(trace, i))).toBe(i)
    expect(firstCycleFrom(trace, trace.result.totalSeconds + 1)).toBe(indices.length)
  })
})
