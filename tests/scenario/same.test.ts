import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSame } from '../../src/scenario/same.ts'

describe('plain data', () => {
  it('is the same exactly where Node finds it deeply equal', () => {
    const value = fc.constantFrom(null, false, 0, 1, '', 'a')
    const fields = <T>(of: fc.Arbitrary<T>) =>
      fc.dictionary(fc.constantFrom('a', 'b'), of, { noNullPrototype: true, maxKeys: 2 })
    const data = fields(fc.oneof(value, fields(value)))
    fc.assert(fc.property(data, data, (a, b) => isSame(a, b) === isDeepStrictEqual(a, b)))
    fc.assert(fc.property(data, (a) => isSame(a, structuredClone(a))))
  })

  it.each([
    [{}, 5],
    [{}, null],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { a: '1' }],
    [
      [1, 2],
      [1, 3],
    ],
  ])('%j is not %j, in either order', (a, b) => {
    expect(isSame(a, b)).toBe(false)
    expect(isSame(b, a)).toBe(false)
  })
})
