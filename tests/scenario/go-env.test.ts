import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isGoGogc, isGoMemLimit, toGoMemLimit } from '../../src/scenario/go-env.ts'
import { GIB, MIB, parseSize } from '../../src/units.ts'

const textOf = (bytes: number) => toGoMemLimit({ kind: 'bytes', bytes })
const bytesOf = (text: string) => {
  const size = parseSize(text)
  if (!size.ok) throw new Error(text)
  return size.value
}

describe('GOGC as Go reads it', () => {
  it('is a 32-bit number', () => {
    expect(isGoGogc('2147483647')).toBe(true)
    expect(isGoGogc('2147483648')).toBe(false)
    expect([isGoGogc('-2147483648'), isGoGogc('-2147483649')]).toEqual([true, false])
  })
})

describe('the text of a memory limit', () => {
  it('is exact where some unit gives it exactly, even if a larger unit comes close', () => {
    expect(textOf(2 * GIB)).toBe('2GiB')
    // This MiB is less than a thousandth of 2 GiB.
    expect(textOf(2 * GIB + MIB)).toBe('2049MiB')
  })

  it('is accepted by Go, and at most 0.1 % below the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 44 }), (bytes) => {
        const text = textOf(bytes)
        expect(isGoMemLimit(text)).toBe(true)
        expect(bytesOf(text)).toBeLessThanOrEqual(bytes)
        expect(bytesOf(text)).toBeGreaterThanOrEqual(bytes * (1 - 1e-3))
      }),
    )
  })

  it('is in a larger unit where the rounding error is small', () => {
    expect(textOf(1500 * MIB + 1)).toBe('1500MiB')
    expect(textOf(999_999)).toBe('976KiB')
  })
})
