import { expect, it } from 'vitest'
import { showWithin } from '../../src/log/show.ts'
import { MIB } from '../../src/units.ts'

it('a range of sizes is shown by both bounds, or by the upper one if only that is known', () => {
  expect(showWithin({ low: 68.2 * MIB, high: 109.7 * MIB })).toBe('68 to 110 MiB')
  expect(showWithin({ low: 0, high: 109.7 * MIB })).toBe('at most 110 MiB')
})
