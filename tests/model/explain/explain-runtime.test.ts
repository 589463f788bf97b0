import { describe, expect, it } from 'vitest'
import { formatSizeNumber, sizeUnit } from '../../../src/format.ts'
import { explainRuntimeCycle } from '../../../src/model/explain/explain-runtime.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { GOAL_RULES, type Trace } from '../../../src/model/trace.ts'
import { MIB } from '../../../src/units.ts'
import { scenarioOf } from '../../support/run.ts'

/** A program whose goals the memory limit sets, with `other` memory beside the heap. */
function limited(memoryLimit: string, otherMemory: string, initialLive: number | string = '4MiB'): Trace {
  return simulate(
    scenarioOf({
      model: 'runtime',
      gogc: 'off',
      memoryLimit,
      program: { initialLive, otherMemory, heapOverhead: 0, phases: [{ duration: 5, allocRate: '50MiB' }] },
    }),
  )
}

/** The explanation of the first goal that the memory limit set. */
function explained(trace: Trace): string {
  const i = trace.cycles.rule.indexOf(GOAL_RULES.indexOf('memory-limit'))
  return explainRuntimeCycle(trace, i)!.goal
}

it('the least runway is explained where GOGC falls while the heap is far above its new goal', () => {
  const program = { initialLive: '20MiB', phases: [{ duration: 10, allocRate: '50MiB' }] }
  const trace = simulate(scenarioOf({ model: 'runtime', gogc: 'off', program, changes: [{ at: 3, gogc: 100 }] }))
  const [first, second] = [0, 1].map((i) => explainRuntimeCycle(trace, i)!.goal)
  // 20 MiB live and 150 MiB allocated: GOGC=100 asks for 40 MiB. The words must not say that the heap was near that.
  expect(first).toBe('goal 170.1 MiB: 64 KiB above the heap at the cycle’s start, which was near the goal or beyond it')
  expect(second).not.toContain('64 KiB')
})

describe('a goal that the memory limit set is explained with the sum filled in', () => {
  // Go 1.26, mgcpacer.go, memoryLimitHeapGoal: the room beside all other memory, less the larger of 3 % and 1 MiB.
  it.each([
    ['3 % of headroom where that is more', '120MiB', '20MiB', 100 * 0.97, 3],
    ['1 MiB of headroom where 3 % is less', '20MiB', '8MiB', 12 - 1, 1],
  ])('%s', (_, limit, other, goal, headroom) => {
    const [beside, whole] = [Number.parseFloat(other), Number.parseFloat(limit)]
    expect(explained(limited(limit, other))).toBe(
      `goal ${show(goal)} MiB = ${whole.toFixed(1)} memory limit − ${show(beside)} outside the heap and in unused slots − ${show(headroom)} kept free`,
    )
  })

  it('unused slots in spans are part of what the limit does not leave', () => {
    // 30 MiB beside the heap: 10 MiB of other memory, and stacks. Objects that survive share spans with others.
    const program = { initialLive: '60MiB', otherMemory: '10MiB', stacks: '20MiB', heapOverhead: 0, mixedPerSpan: 2 }
    const trace = simulate(
      scenarioOf({
        model: 'runtime',
        gogc: 'off',
        memoryLimit: '128MiB',
        program: { ...program, phases: [{ duration: 5, allocRate: '200MiB' }] },
      }),
    )
    const besides = Array.from({ length: trace.cycles.count }, (_, i) => {
      const sum = explainRuntimeCycle(trace, i)!.goal.match(
        /^goal (\S+) MiB = 128.0 memory limit − (\S+) outside the heap and in unused slots − (\S+) kept free$/,
      )
      if (!sum) return []
      const [goal, beside, headroom] = sum.slice(1).map(Number) as [number, number, number]
      expect(128 - beside - headroom).toBeCloseTo(goal, 0)
      // All that is counted is outside the heap, an object, an unused slot, or free.
      const counted = trace.points.runtime!.counted[trace.cycles.startPoint[i]!]!
      expect(beside).toBeLessThan((counted - trace.cycles.runtime!.heapStart[i]!) / 1024 ** 2 + 0.1)
      return [beside]
    }).flat()
    expect(Math.min(...besides)).toBeGreaterThan(30 - 0.1)
    expect(Math.max(...besides)).toBeGreaterThan(30 + 1)
  })

  it('distinguishes memory beyond a lowered limit', () => {
    // After 1.8 s some 200 MiB of heap and 10 MiB beside it. Go 1.26, mgcpacer.go, memoryLimitHeapGoal: overage.
    const program = { initialLive: '20MiB', otherMemory: '10MiB', heapOverhead: 0 }
    const trace = simulate(
      scenarioOf({
        model: 'runtime',
        gogc: 'off',
        memoryLimit: '300MiB',
        program: { ...program, phases: [{ duration: 2, allocRate: '100MiB' }] },
        changes: [{ at: 1.8, memoryLimit: '150MiB' }],
      }),
    )
    expect(explainRuntimeCycle(trace, 0)!.goal).toBe(
      'goal 77.6 MiB = 150.0 memory limit − 10.0 outside the heap and in unused slots − 60.0 beyond the limit − 2.4 kept free',
    )
  })

  it('the least of all such goals is named: 1 MiB where the limit leaves 1.5 MiB', () => {
    expect(explained(limited('9.5MiB', '8MiB', 0))).toBe(
      'goal 1.0 MiB: Go’s least goal under a memory limit, here 9.5 MiB',
    )
  })
})

const show = (mib: number) => formatSizeNumber(mib * MIB, sizeUnit(MIB))

describe('a goal that GOGC set', () => {
  const fields = (percent: number, program: object) => ({
    model: 'runtime',
    gogc: percent,
    program: { initialLive: '64MiB', phases: [{ duration: 4, allocRate: '100MiB' }], ...program },
  })
  const goalOf = (percent: number, program: object) => {
    const trace = simulate(scenarioOf(fields(percent, program)))
    const i = trace.cycles.rule.indexOf(GOAL_RULES.indexOf('gogc'))
    return explainRuntimeCycle(trace, i)!.goal
  }

  // Go 1.26, mgcpacer.go, commit: live + (live + stacks + globals) · GOGC/100.
  it('includes the roots if there are some', () => {
    expect(goalOf(50, { stacks: '6MiB', globals: '2MiB' })).toMatch(
      /^goal ([\d.]+) MiB = ([\d.]+) live \+ \(\2 live \+ 8\.0 roots\) × 50\/100$/,
    )
    expect(goalOf(200, { stacks: 0, globals: 0 })).toMatch(/^goal ([\d.]+) MiB = ([\d.]+) live \+ \2 live × 200\/100$/)
  })
})

it('a goal that leaves room to sweep is explained by the heap as it was set: after a change, more than was live', () => {
  // Go 1.26, mgcpacer.go, commit: heapLive + sweepMinHeapDistance. A cycle that begins near that has the least runway.
  const program = { initialLive: '5MiB', phases: [{ duration: 2, allocRate: '50MiB' }] }
  const trace = simulate(scenarioOf({ model: 'runtime', gogc: 5, program, changes: [{ at: 0.5, forceGC: true }] }))
  const i = trace.cycles.rule.indexOf(GOAL_RULES.indexOf('sweep-distance'))
  expect(explainRuntimeCycle(trace, i)!.goal).toMatch(
    /: GOGC asks for less, but sweeping needs 1 MiB above the heap that there was when Go set the goal$/,
  )
})

describe('why a cycle started', () => {
  const program = { initialLive: '1MiB', phases: [{ duration: 300, allocRate: '10KiB' }] }
  const trace = simulate(scenarioOf({ model: 'runtime', program, changes: [{ at: 1, forceGC: true }] }))
  const lines = Array.from({ length: trace.cycles.count }, (_, i) => explainRuntimeCycle(trace, i)!.lines[0])

  it('is the call, the two-minute timer, or the trigger', () => {
    expect(lines[0]).toMatch(/^trigger [\d.]+ MiB: runtime\.GC\(\) at [\d.]+, found [\d.]+ live$/)
    expect(lines[1]).toMatch(/^trigger [\d.]+ MiB: two-minute timer at /)
    const spike = simulate(scenarioOf({ model: 'runtime', program: { phases: [{ duration: 2, allocRate: '20MiB' }] } }))
    expect(explainRuntimeCycle(spike, 0)!.lines[0]).toMatch(
      /^trigger [\d.]+ MiB: the latest allowed: 61\/64 of the way from live to goal; found 0\.0 live$/,
    )
  })

  it('and its CPU time by kind is named only if there was some', () => {
    const { paid, lines: all } = explainRuntimeCycle(trace, 0)!
    const line = all.find((one) => one.startsWith('paid by'))!
    expect(paid.some(({ seconds }) => seconds === 0)).toBe(true)
    for (const { name, seconds } of paid) expect(line.includes(`${name} `)).toBe(seconds > 0)
  })
})

describe('a cycle of a program whose rates are known', () => {
  const base = simulate(
    scenarioOf({ model: 'runtime', program: { initialLive: '64MiB', phases: [{ duration: 4, allocRate: '100MiB' }] } }),
  )
  const runtime = base.cycles.runtime!
  /** The second cycle with other values. */
  const linesWith = (columns: object, cycles: object = {}) =>
    explainRuntimeCycle({ ...base, cycles: { ...base.cycles, ...cycles, runtime: { ...runtime, ...columns } } }, 1)!
      .lines
  const all = (value: number) => new Float64Array(base.cycles.count).fill(value)

  it('names the CPU time by kind, the largest first', () => {
    const paid = (background: number, assist: number, idle: number, pause: number) =>
      linesWith({ background: all(background), assist: all(assist), idle: all(idle), pause: all(pause) })[4]
    expect(paid(0.2, 0.4, 0, 0.3)).toBe('paid by assists 0.40 s, pauses 0.30 s, background 0.20 s')
    expect(paid(0.1, 0.2, 0.3, 0.4)).toBe('paid by pauses 0.40 s, idle CPUs 0.30 s, assists 0.20 s, background 0.10 s')
    expect(paid(0, 0, 0, 0)).toBe('paid by nobody')
  })

  it('says that nobody assisted while the limiter acted, and only then', () => {
    const assistsWith = (flag: number) => linesWith({ limiting: new Uint8Array(base.cycles.count).fill(flag) })[2]
    expect(assistsWith(1)).toMatch(/^assist ratio [\d.]+: limiting: no assists$/)
    expect(assistsWith(0)).toMatch(/^assist ratio [\d.]+: [\d.]+ \w+ to scan over [\d.]+ \w+ to the goal$/)
  })

  it('has its terms in words, then who paid, then the heap', () => {
    const { terms, lines } = explainRuntimeCycle(base, 1)!
    expect(lines.slice(0, 4)).toEqual([
      `trigger ${terms[0]!.value}: ${terms[0]!.gloss}`,
      `runway wanted ${terms[1]!.value}: ${terms[1]!.gloss}`,
      `assist ratio ${terms[2]!.value}: ${terms[2]!.gloss}`,
      `cons/mark ${terms[3]!.value}: ${terms[3]!.gloss}`,
    ])
    expect(lines.slice(4)).toEqual([
      expect.stringMatching(/^paid by /),
      expect.stringMatching(/^heap [\d.]+ → [\d.]+ MiB while marking$/),
    ])
  })

  it('gives the runway that Go wants, or why there is none', () => {
    expect(linesWith({})[1]).toMatch(/^runway wanted [\d.]+ \w*B: 3 × cons\/mark × [\d.]+ \w+ to scan; [\d.]+ used$/)
    const endless = linesWith({ runway: all(Infinity), consMark: all(-1) })[1]
    expect(endless).toMatch(
      /^runway wanted beyond the goal: cons\/mark has no value, because marking took all the CPU; /,
    )
  })

  it('does not mention roots at GOGC=0, where the goal is the live heap', () => {
    const goal = all(64 * 2 ** 20)
    const segments = base.segments.map((segment) => ({ ...segment, gogc: { kind: 'percent', percent: 0 } as const }))
    const live = { ...base.points, live: new Float64Array(base.points.count).fill(64 * 2 ** 20) }
    const trace = { ...base, points: live, segments, cycles: { ...base.cycles, goal } }
    expect(explainRuntimeCycle(trace, 1)!.goal).toBe('goal 64.0 MiB = 64.0 live + 64.0 live × 0/100')
  })
})
