import { describe, expect, it } from 'vitest'
import { endPointOf } from '../../src/model/cycles.ts'
import { simulate } from '../../src/model/simulate.ts'
import { GOAL_RULES } from '../../src/model/trace.ts'
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

/** The sentences of presets after published figures, in the runtime model. */
describe('what to look for in a published experiment', () => {
  it('people-table-7g: the limit leaves the heap no room though what is live is below it', () => {
    const { cycles, points } = runIn('runtime', 'people-table-7g')
    const all = Array.from({ length: cycles.count }, (_, cycle) => cycle)
    const above = all.filter((cycle) => points.live[endPointOf(cycles, cycle)]! > 7000 * MIB)
    expect(above.length).toBeLessThan(all.length / 10)
    const withoutRoom = all.filter((cycle) => GOAL_RULES[cycles.rule[cycle]!] === 'live-heap-floor')
    expect(withoutRoom.length).toBeGreaterThan(0.8 * all.length)
  })

  it('lines-arena: as few cycles as with a slice made once, a little more memory, and no less marking', () => {
    const [once, arena] = ['lines-prealloc', 'lines-arena'].map((id) => runIn('runtime', id).result)
    expect(arena!.cycles).toBe(once!.cycles)
    expect(arena!.peakMemoryBytes / once!.peakMemoryBytes).toBeGreaterThan(1.02)
    expect(arena!.peakMemoryBytes / once!.peakMemoryBytes).toBeLessThan(1.1)
    expect(arena!.gcSeconds).toBeGreaterThanOrEqual(once!.gcSeconds)
  })
})
