import { describe, expect, it } from 'vitest'
import { showMissing, showQuantity } from '../../src/lessons/words.ts'
import { KIB, MIB } from '../../src/units.ts'

describe('a value that misses a bound', () => {
  it('has its difference from a bound that looks the same, in the units of the page', () => {
    expect(showMissing({ value: 0.0823, unit: 'share' }, 0.082)).toBe('8.2 %, 0.03 points too much')
    expect(showMissing({ value: -0.1001, unit: 'share' }, -0.1)).toBe('−10.0 %, 0.01 points too little')
    expect(showMissing({ value: 152.25 * MIB, unit: 'bytes' }, 152 * MIB)).toBe('152 MiB, 256 KiB too much')
    expect(showMissing({ value: 7200.4, unit: 'seconds' }, 7200)).toBe('2.00 h, 0.40 s too much')
    expect(showMissing({ value: 0.04998, unit: 'seconds' }, 0.05)).toBe('50.0 ms, 20 µs too little')
    expect(showMissing({ value: 2000.4, unit: 'number' }, 2000)).toBe('2 000, 0.4 too much')
  })

  it('has its difference from a bound that is close but shown in another unit', () => {
    expect(showMissing({ value: 599.998, unit: 'seconds' }, 600)).toBe('600.00 s, 2.0 ms too little')
    expect(showMissing({ value: MIB - KIB, unit: 'bytes' }, MIB)).toBe('1023 KiB, 1 KiB too little')
  })

  it('has a difference in words if it is too small for a figure', () => {
    expect(showMissing({ value: 0.1 + 1e-12, unit: 'share' }, 0.1)).toBe('10.0 %, slightly too much')
    expect(showMissing({ value: 12 - 1e-9, unit: 'seconds' }, 12)).toBe('12.00 s, slightly too little')
  })

  it('is shown as everywhere else if that tells it from the bound', () => {
    expect(showMissing({ value: 0.0912, unit: 'share' }, 0.082)).toBe('9.1 %')
    expect(showMissing({ value: 13, unit: 'number' }, 12)).toBe('13')
    expect(showMissing({ value: 5 * MIB, unit: 'bytes' }, 0)).toBe('5.00 MiB')
    expect(showMissing({ value: 'completed', unit: 'number' }, 12)).toBe('completed')
  })
})

it('a large number has spaces between thousands, whole or not', () => {
  expect(showQuantity({ value: 2344.9, unit: 'number' })).toBe('2 345')
})
