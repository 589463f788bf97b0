import { describe, expect, it } from 'vitest'
import { showMissing } from '../../src/lessons/words.ts'
import { MIB } from '../../src/units.ts'

describe('a value that misses a bound', () => {
  it('has as many digits as tell it from the bound', () => {
    expect(showMissing({ value: 0.0823, unit: 'share' }, 0.082)).toBe('8.23 %')
    expect(showMissing({ value: 0.100000176, unit: 'share' }, 0.1)).toBe('10.00002 %')
    expect(showMissing({ value: 152.081 * MIB, unit: 'bytes' }, 152 * MIB)).toBe('152.1 MiB')
    expect(showMissing({ value: 12.001, unit: 'seconds' }, 12)).toBe('12.001 s')
  })

  it('is shown as everywhere else if that tells it from the bound', () => {
    expect(showMissing({ value: 0.0912, unit: 'share' }, 0.082)).toBe('9.1 %')
    expect(showMissing({ value: 13, unit: 'number' }, 12)).toBe('13')
    expect(showMissing({ value: 'completed', unit: 'number' }, 12)).toBe('completed')
  })
})
