import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LEAST_LIMIT, roundDown, toHandySize } from '../../../src/explore/advice/settings.ts'
import { GIB, KIB, MIB } from '../../../src/units.ts'

it.each([
  [100.9 * MIB, 100 * MIB],
  [16 * MIB, 16 * MIB],
  [16.9 * MIB, 16 * MIB],
  [15.97 * MIB, 15.9375 * MIB],
  [16 * GIB - 1, 16 * GIB - MIB],
  [16 * GIB + 127 * MIB, 16 * GIB + 64 * MIB],
])('a limit of %d bytes is written as %d', (bytes, written) => {
  expect(roundDown(bytes)).toBe(written)
})

it('a limit is rounded down by less than one step, and rounding it again changes nothing', () => {
  fc.assert(
    fc.property(fc.double({ min: LEAST_LIMIT, max: 2 ** 45, noNaN: true }), (bytes) => {
      const down = roundDown(bytes)
      expect(down).toBeLessThanOrEqual(bytes)
      expect(bytes - down).toBeLessThan(bytes < 16 * MIB ? MIB / 16 : bytes < 16 * GIB ? MIB : 64 * MIB)
      expect(roundDown(down)).toBe(down)
    }),
  )
  expect(LEAST_LIMIT).toBe(64 * KIB)
})

it.each([
  [74.1 * MIB, 76 * MIB],
  [2500 * MIB, 2560 * MIB],
  [1, MIB / 16],
  [0, 0],
  [GIB, GIB],
  [GIB + 1, GIB + 64 * MIB],
])('a container for %d bytes has %d', (bytes, size) => {
  expect(toHandySize(bytes)).toBe(size)
})

it('a container’s size is rounded up by at most 1/16, and rounding it again changes nothing', () => {
  fc.assert(
    fc.property(fc.double({ min: MIB, max: 2 ** 45, noNaN: true }), (bytes) => {
      const size = toHandySize(bytes)
      expect(size).toBeGreaterThanOrEqual(bytes)
      expect(size).toBeLessThanOrEqual(bytes * (1 + 1 / 16))
      expect(toHandySize(size)).toBe(size)
    }),
  )
})
