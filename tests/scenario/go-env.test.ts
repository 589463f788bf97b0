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
  it('is a number of 32 bits', () => {
    expect(isGoGogc('2147483647')).toBe(true)
    expect(isGoGogc('2147483648')).toBe(false)
    expect([isGoGogc('-2147483648'), isGoGogc('-2147483649')]).toEqual([true, false])
  })
})

describe('the text of a memory limit', () => {
  it('is exact where a unit gives it exactly, though a larger one came close', () => {
    expect(textOf(2 * GIB)).toBe('2GiB')
    // A thousandth of 2 GiB is more than this MiB.
    expect(textOf(2 * GIB + MIB)).toBe('2049MiB')
  })

  it('starts Go, is not above the limit, and within a thousandth of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 44 }), (bytes) => {
        const text = textOf(bytes)
        expect(isGoMemLimit(text)).toBe(true)
        expect(bytesOf(text)).toBeLessThanOrEqual(bytes)
        expect(bytesOf(text)).toBeGreaterThanOrEqual(bytes * (1 - 1e-3))
      }),
    )
  })

  it('is in a handy unit where that costs next to nothing', () => {
    expect(textOf(1500 * MIB + 1)).toBe('1500MiB')
    expect(textOf(999_999)).toBe('976KiB')
  })
})
