import { describe, expect, it } from 'vitest'
import { parameter } from '../../src/scenario/params.ts'
import { isSameValue, show, validateValue } from '../../src/scenario/value.ts'
import { MIB, OFF } from '../../src/units.ts'

function messageOf(key: Parameters<typeof parameter>[0], raw: unknown): string | undefined {
  const result = validateValue(parameter(key), raw)
  return result.ok ? undefined : result.problems[0]?.message
}

describe('the message about a refused value', () => {
  it.each([
    [undefined, 'nothing'],
    [3, '3'],
    [Number.NaN, 'NaN'],
    ['fast', '"fast"'],
    [[1, 2], 'a list'],
    [{ a: 1 }, 'an object'],
    [null, 'null'],
    [true, 'true'],
  ])('names %j as %s', (raw, text) => {
    expect(show(raw)).toBe(text)
  })

  it('quotes no more than forty characters', () => {
    expect(show('x'.repeat(40))).toBe(`"${'x'.repeat(40)}"`)
    expect(show('x'.repeat(41))).toBe(`"${'x'.repeat(39)}…"`)
  })

  it('gives the largest value in the unit of its kind', () => {
    expect(messageOf('memoryLimit', '17TiB')).toMatch(/ is above the largest allowed, 16TiB$/)
    expect(messageOf('otherMemory', '17TiB')).toMatch(/, 16TiB$/)
    expect(messageOf('allocRate', '17TiB')).toMatch(/, 16TiB per second$/)
    expect(messageOf('procs', 5000)).toBe('5000 is above the largest allowed, 4096')
    expect(messageOf('heapOverhead', 2)).toBe('2 is above the largest allowed, 1')
    expect(messageOf('pauseCost', 2e6)).toMatch(/, 1000000$/)
  })

  it('says whether the minimum itself is allowed', () => {
    expect(messageOf('gogc', -1)).toBe('-1 is below 0')
    expect(messageOf('cpuQuota', 0)).toBe('must be above 0')
  })
})

describe('a value', () => {
  it('is never -0, which links would keep', () => {
    const result = validateValue(parameter('heapOverhead'), -0)
    expect(result.ok && Object.is(result.value, 0)).toBe(true)
  })

  it('equals another value if JSON writes both the same', () => {
    expect(isSameValue({ kind: 'bytes', bytes: MIB }, { kind: 'bytes', bytes: MIB })).toBe(true)
    expect(isSameValue(OFF, { kind: 'off' })).toBe(true)
    expect(isSameValue(OFF, { kind: 'percent', percent: 100 })).toBe(false)
    expect(isSameValue(1, 2)).toBe(false)
  })
})
