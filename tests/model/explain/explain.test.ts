import { expect, it } from 'vitest'
import { explainCycle } from '../../../src/model/explain/explain.ts'
import { run } from '../../support/run.ts'

const LIVE = { initialLive: '30MiB', phases: [{ duration: 1, allocRate: '20MiB', scanRate: '4GiB' }] }

it.each([
  ['a limit below the live heap', { gogc: 'off', memoryLimit: '25MiB' }, 'the limit is below the live heap'],
  ['a limit right above it', { gogc: 'off', memoryLimit: '30.01MiB' }, 'the limit leaves no more'],
  ['GOGC=0, far from any limit', { gogc: 0, memoryLimit: '1GiB' }, 'GOGC asks for less'],
  ['GOGC=0, without a limit', { gogc: 0 }, 'GOGC asks for less'],
] as const)('the least goal says whose doing it is: %s', (_, fields, why) => {
  const { goal } = explainCycle(run({ ...fields, program: LIVE }), 0)
  expect(goal).toBe(`goal 30.1 MiB = 30.0 live + 64 KiB (the minimum), because ${why}`)
})

it.each([
  ['at the live heap to the byte', 30 * 2 ** 20, 'the limit leaves no more'],
  ['64 KiB above it', 30 * 2 ** 20 + 2 ** 16, 'GOGC asks for less'],
  ['one byte less', 30 * 2 ** 20 + 2 ** 16 - 1, 'the limit leaves no more'],
])('the least goal under a limit %s', (_, memoryLimit, why) => {
  expect(explainCycle(run({ gogc: 0, memoryLimit, program: LIVE }), 0).goal).toContain(why)
})

it('memory beside the heap is subtracted from the limit, and named only if there is some', () => {
  const goalOf = (otherMemory: string) =>
    explainCycle(run({ gogc: 'off', memoryLimit: '40MiB', program: { ...LIVE, otherMemory } }), 0).goal
  expect(goalOf('0')).toBe('goal 40.0 MiB = 40.0 memory limit')
  expect(goalOf('5MiB')).toBe('goal 35.0 MiB = 40.0 memory limit − 5.0 other memory')
  // 40 − 12 MiB is below the 30 MiB live; the limit of 40 MiB is not.
  expect(goalOf('12MiB')).toContain('because the limit leaves less than the live heap')
})

it('only a first cycle without a live heap has the minimum heap for its goal', () => {
  const program = { phases: [{ duration: 2, allocRate: '10MiB', newSurvivalRate: 0.5 }] }
  const trace = run({ program })
  expect(explainCycle(trace, 0).goal).toBe('goal 4.0 MiB, the minimum heap: no cycle has run yet')
  expect(explainCycle(trace, 1).goal).toMatch(/^goal [\d.]+ MiB = [\d.]+ live × \(1 \+ 100\/100\)$/)
  expect(explainCycle(run({ gogc: 50, program: LIVE }), 0).goal).toBe('goal 45.0 MiB = 30.0 live × (1 + 50/100)')
})

it('the minimum heap is called the guide’s where Go’s own, which follows GOGC, is another', () => {
  const program = { initialLive: '1KiB', phases: [{ duration: 1, allocRate: '10MiB' }] }
  const goalAt = (gogc: number, initialLive = '1KiB') =>
    explainCycle(run({ gogc, program: { ...program, initialLive } }), 0).goal
  expect(goalAt(100)).toBe('goal 4.0 MiB, the minimum heap')
  expect(goalAt(200)).toBe('goal 4.0 MiB, the guide’s minimum heap')
  expect(goalAt(200, '0')).toBe('goal 4.0 MiB, the guide’s minimum heap: no cycle has run yet')
})

it('only a cycle that was held back says so', () => {
  const thrash = { gogc: 'off', memoryLimit: '31MiB', cpuLimiter: true }
  const program = { initialLive: '30MiB', phases: [{ duration: 4, allocRate: '50MiB', scanRate: '1GiB' }] }
  const trace = run({ ...thrash, program })
  const held = Array.from({ length: trace.cycles.count }, (_, i) => trace.cycles.held?.[i] ?? 0)
  expect(held.some((seconds) => seconds > 0)).toBe(true)
  expect(held.some((seconds) => seconds === 0)).toBe(true)
  for (const [i, seconds] of held.entries())
    expect(explainCycle(trace, i).lines.join().includes('held back')).toBe(seconds > 0)
})
