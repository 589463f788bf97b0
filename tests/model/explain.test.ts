import { expect, it } from 'vitest'
import { explainCycle } from '../../src/model/explain.ts'
import { run } from '../support/run.ts'

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
