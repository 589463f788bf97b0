import { expect, it } from 'vitest'
import { mayHaveLimit, nothingUnusual, whyLimitUnsure } from '../../src/log/limit-signs.ts'
import { MIB, OFF } from '../../src/units.ts'

it('a log may have a memory limit if goals are lower than GOGC makes them', () => {
  const unsure = { memoryLimit: OFF, lowGoals: 1 }
  expect(mayHaveLimit(unsure)).toBe(true)
  expect(whyLimitUnsure(unsure)).toBe('GOGC does not explain 1 goal: too few to be sure')
  expect(mayHaveLimit({ ...unsure, lowGoals: 0 })).toBe(false)
})

it('a diagnosis without findings says that no memory limit is in effect only if no goal shows one', () => {
  const none = { memoryLimit: OFF, lowGoals: 0, isUnclear: false }
  expect(nothingUnusual(none, false, 9)).toContain('no memory limit in effect')
  const inferred = { memoryLimit: { kind: 'bytes', bytes: 36 * MIB }, lowGoals: 13, isUnclear: false } as const
  expect(nothingUnusual(inferred, false, 9)).not.toContain('limit')
  expect(nothingUnusual({ ...none, isUnclear: true }, false, 9)).not.toContain('limit')
  const unsure = nothingUnusual({ ...none, lowGoals: 1 }, true, 9)
  expect(unsure).not.toContain('no memory limit')
  expect(unsure).toContain('There may be a memory limit: GOGC does not explain 1 goal')
  expect(unsure).toContain('no forced cycles except the last one.')
})

it('one or two cycles show nothing, neither good nor bad', () => {
  expect(nothingUnusual(undefined, false, 1)).toBe('1 cycle: too little to show anything unusual.')
  expect(nothingUnusual(undefined, false, 2)).toBe('2 cycles: too little to show anything unusual.')
})
