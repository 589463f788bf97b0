import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCycleList } from '../../src/model/cycle-list.ts'
import { explainCycle } from '../../src/model/explain/explain.ts'
import { simulate } from '../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB } from '../../src/units.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'
import { run } from '../support/run.ts'

describe('the list of cycles', () => {
  it('has a cycle of the guide’s model as computed by hand', () => {
    // 10 MiB/s, nothing survives: the minimum heap of 4 MiB is full at 0.4 s, and an empty cycle takes 0.04 s.
    const scenario = validateScenario({
      version: 1,
      program: { fixedCost: 0.04, phases: [{ duration: 0.5, allocRate: '10MiB' }] },
    })
    if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
    const [cycle, ...others] = toCycleList(simulate(scenario.value))
    expect(others).toEqual([])
    expect(cycle).toMatchObject({
      number: 1,
      heapEndBytes: 0,
      liveBytes: 0,
      goalBytes: 4 * MIB,
      triggerBytes: null,
      assistRatio: null,
      consMark: null,
      assistSeconds: null,
      heldSeconds: 0,
      limiting: null,
    })
    // Sums and products of decimals round in the last digits.
    expect(cycle?.startSeconds).toBeCloseTo(0.4, 12)
    expect(cycle?.endSeconds).toBeCloseTo(0.44, 12)
    expect(cycle?.heapStartBytes).toBeCloseTo(4 * MIB, 6)
    expect(cycle?.pauseSeconds).toBeCloseTo(0.04, 12)
  })

  it('says what set the goal and how long a cycle was held back', () => {
    const thrash = toCycleList(simulate(toScenario(findPreset('thrash')!)))
    expect(new Set(thrash.map(({ goalRule }) => goalRule))).toEqual(new Set(['memory-limit', 'live-heap-floor']))
    const capped = simulate(toScenario(findPreset('thrash-capped')!))
    const held = toCycleList(capped).reduce((sum, { heldSeconds }) => sum + (heldSeconds ?? 0), 0)
    expect(held).toBeGreaterThan(0)
    // A cycle that is still held back as the program ends counts only in limiterSeconds.
    expect(held).toBeLessThanOrEqual(capped.result.limiterSeconds * (1 + 1e-12))
  })

  it('says which cycles were limited, and which the two-minute timer started', () => {
    const trace = run({
      model: 'runtime',
      gogc: 'off',
      memoryLimit: '60MiB',
      procs: 2,
      cpuLimiter: true,
      program: { initialLive: '100MiB', phases: [{ duration: 10, allocRate: '1GiB' }] },
      changes: Array.from({ length: 20 }, (_, i) => ({ at: 0.4 * (i + 1), forceGC: true })),
    })
    const limited = toCycleList(trace)
    expect(limited.some((cycle) => cycle.limiting)).toBe(true)
    expect(limited.some((cycle) => cycle.limiting === false)).toBe(true)
    for (const [i, { limiting }] of limited.entries())
      expect(explainCycle(trace, i).lines.join().includes('limiting: no assists')).toBe(limiting)
    const idle = run({
      model: 'runtime',
      program: { initialLive: '1MiB', phases: [{ duration: 300, allocRate: '10KiB' }] },
      changes: [{ at: 1, forceGC: true }],
    })
    const list = toCycleList(idle)
    const periodic = list.filter((cycle) => cycle.periodic)
    expect(periodic.length).toBeGreaterThan(0)
    expect(list.some((cycle) => cycle.periodic === false)).toBe(true)
    for (const { reason } of periodic) expect(reason).toMatch(/two minutes|timer/)
  })

  it('includes the live heap in the heap at a guide model’s cycle start', () => {
    const list = toCycleList(
      run({ gogc: 100, program: { initialLive: '20MiB', phases: [{ duration: 4, allocRate: '10MiB' }] } }),
    )
    // Live 20 MiB, GOGC=100: the goal is reached at 40 MiB, of which the live heap is half.
    expect(list[0]?.heapStartBytes).toBeCloseTo(40 * MIB, 0)
  })

  it('marks cycles forced by runtime.GC(), and says why each cycle started', () => {
    const fields = {
      version: 1,
      gogc: 'off',
      program: { initialLive: '20MiB', phases: [{ duration: 4, allocRate: '10MiB' }] },
      changes: [
        { at: 1, forceGC: true },
        { at: 2, gogc: 100 },
      ],
    }
    const list = (model: string) => {
      const scenario = validateScenario({ ...fields, model })
      if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
      return toCycleList(simulate(scenario.value)).map(({ forced, reason, goalBytes }) => ({
        forced,
        reason,
        goalBytes,
      }))
    }
    const forced = { forced: true, reason: 'the program called runtime.GC()', goalBytes: null }
    expect(list('guide')).toEqual([
      forced,
      { forced: false, reason: 'the heap had reached its goal', goalBytes: 40 * MIB },
    ])
    expect(list('runtime')).toMatchObject([forced, { forced: false, reason: 'the heap had reached its trigger' }])
  })

  it('every cycle of every run is complete: in order, in JSON’s numbers, with CPU by kind adding up', () => {
    fc.assert(
      fc.property(plausibleScenario(), (scenario) => {
        const trace = simulate(scenario, { maxCycles: 2000 })
        const list = toCycleList(trace)
        expect(JSON.parse(JSON.stringify(list))).toEqual(list)
        let last = 0
        const broken = list.filter((cycle) => {
          const kinds = [cycle.pauseSeconds, cycle.assistSeconds, cycle.backgroundSeconds, cycle.idleSeconds]
          const gcSeconds = kinds.reduce<number>((sum, part) => sum + (part ?? 0), 0)
          const isWhole =
            cycle.startSeconds >= last &&
            cycle.endSeconds >= cycle.startSeconds &&
            cycle.endWallSeconds >= cycle.startWallSeconds &&
            cycle.heapStartBytes >= 0 &&
            Math.abs(gcSeconds - cycle.gcSeconds) < 5e-10
          last = cycle.endSeconds
          return !isWhole
        })
        expect(broken).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})
