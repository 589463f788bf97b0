import { expect, it } from 'vitest'
import { mayHaveLimit, whyUnsure } from '../../src/log/limit-signs.ts'
import { OFF } from '../../src/units.ts'

it('a log may have a memory limit if goals are lower than GOGC makes them', () => {
  const unsure = { memoryLimit: OFF, lowGoals: 1 }
  expect(mayHaveLimit(unsure)).toBe(true)
  expect(whyUnsure(unsure)).toBe('GOGC does not explain 1 goal: too few to be sure')
  expect(mayHaveLimit({ ...unsure, lowGoals: 0 })).toBe(false)
})
