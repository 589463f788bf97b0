import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { limitBytes, MIB } from '../../src/units.ts'

const runIn = (model: 'guide' | 'runtime', id: string, settings: Partial<Scenario> = {}) =>
  simulate({ ...toScenario(findPreset(id)!), model, cpuLimiter: true, ...settings })

/** The presets' sentences for the runtime model, where they differ from those for the guide's model. */
describe('what to look for in the runtime model', () => {
  it.each(['thrash', 'thrash-capped'])('%s: the program makes progress, but memory exceeds the limit', (id) => {
    const limit = 25 * MIB
    expect(limitBytes(toScenario(findPreset(id)!).memoryLimit)).toBe(limit)
    const { result } = runIn('runtime', id)
    expect(result.peakLiveBytes).toBeGreaterThan(limit)
    expect(result.peakMemoryBytes).toBeGreaterThan(limit)
    expect(result.totalSeconds).toBeLessThan(1.5 * result.mutatorSeconds)
    expect(result.limiterSeconds).toBe(0)
  })

  it('steady: the goal is a little over 40 MiB, cycles start before it, and GOGC=200 doubles the room above 20 MiB', () => {
    const trace = runIn('runtime', 'steady')
    const { startPoint, goal, count } = trace.cycles
    const at = startPoint[count - 1] ?? 0
    const startHeap = (trace.points.live[at] ?? 0) + (trace.points.fresh[at] ?? 0)
    const lastGoal = goal[count - 1] ?? 0
    expect(lastGoal).toBeGreaterThan(40 * MIB)
    expect(lastGoal).toBeLessThan(43 * MIB)
    expect(startHeap).toBeLessThan(lastGoal)
    const { cycles } = runIn('runtime', 'steady', { gogc: { kind: 'percent', percent: 200 } })
    const room = (cycles.goal[cycles.count - 1] ?? 0) - 20 * MIB
    expect(room / (lastGoal - 20 * MIB)).toBeCloseTo(2, 0)
  })

  it('spike: the goal follows the live heap of 30 MiB to a little over 60 MiB', () => {
    const { result, cycles } = runIn('runtime', 'spike')
    const highest = cycles.goal.subarray(0, cycles.count).reduce((most, goal) => Math.max(most, goal), 0)
    expect(highest / MIB).toBeGreaterThan(60)
    expect(highest / MIB).toBeLessThan(64)
    expect(result.peakLiveBytes / MIB).toBeGreaterThan(30)
  })
})
