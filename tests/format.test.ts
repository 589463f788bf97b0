import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countOf,
  formatBriefSize,
  formatCpus,
  formatSeconds,
  formatSize,
  formatSpan,
  sizeUnit,
  toSentence,
} from '../src/format.ts'
import { GIB, KIB, MIB, TIB } from '../src/units.ts'

describe('a count with its noun', () => {
  it.each([
    [0, '0 cycles'],
    [1, '1 cycle'],
    [2, '2 cycles'],
    [31_900, '31 900 cycles'],
  ])('%d: %s', (count, text) => {
    expect(countOf(count, 'cycle')).toBe(text)
  })
})

it('a number of CPUs is in the singular only for one, as it is shown', () => {
  expect([0.5, 1, 1.00001, 1.5, 2].map(formatCpus)).toEqual(['0.5 CPUs', '1 CPU', '1 CPU', '1.5 CPUs', '2 CPUs'])
})

describe('a size in brief', () => {
  it.each([
    [45 * MIB, '45.0 MiB'],
    [132.4 * MIB, '132 MiB'],
    [9.996 * MIB, '10.0 MiB'],
    [999.4 * MIB, '999 MiB'],
    [1000 * MIB, '1000 MiB'],
    [3 * GIB, '3.00 GiB'],
    [2230 * MIB, '2.18 GiB'],
    [99.96 * GIB, '100 GiB'],
    [512, '512 B'],
    [0, '0 B'],
  ])('%d is %s', (bytes, text) => {
    expect(formatBriefSize(bytes)).toBe(text)
  })
})

describe('a size', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [64 * KIB, '64 KiB'],
    [1023.9 * KIB, '1024 KiB'],
    [60 * MIB, '60.0 MiB'],
    [963 * MIB, '963.0 MiB'],
    [999.96 * MIB, '1000 MiB'],
    [1.5 * GIB, '1536 MiB'],
    [2 * GIB, '2.00 GiB'],
    [4e9, '3.73 GiB'],
    [8e9, '7.45 GiB'],
    [6000 * MIB, '5.86 GiB'],
    [99.996 * GIB, '100.0 GiB'],
    [3 * TIB, '3.00 TiB'],
    [-41 * MIB, '−41.0 MiB'],
  ])('of %d bytes is %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text)
  })

  it('stands in the unit of the axis beside it, whatever its own would be', () => {
    const axis = sizeUnit(3 * GIB)
    expect(formatSize(963 * MIB, axis)).toBe('0.94 GiB')
    expect(formatSize(20 * MIB, axis)).toBe('0.020 GiB')
    expect(formatSize(6000 * MIB, axis)).toBe('5.86 GiB')
  })

  it('has at most four significant digits, in whatever unit up to the largest a scenario may hold', () => {
    const size = fc.double({ min: 0, max: 9999 * TIB, noNaN: true })
    fc.assert(
      fc.property(size, (bytes) => {
        for (const text of [formatSize(bytes), formatBriefSize(bytes)])
          expect(text.replace(/[^\d]/g, '').replace(/^0+/, '').length, text).toBeLessThanOrEqual(4)
      }),
    )
  })

  it('keeps one decimal of MiB as the published figures print them, as long as four digits allow it', () => {
    const sizes = [60, 999.9, 1234.5].map((mib) => formatSize(mib * MIB, sizeUnit(MIB)))
    expect(sizes).toEqual(['60.0 MiB', '999.9 MiB', '1235 MiB'])
  })
})

describe('a span of time', () => {
  it.each([
    [0, '0.00 s'],
    [0.0421, '42.1 ms'],
    [0.42, '0.42 s'],
    [10.672, '10.7 s'],
    [31.76, '31.8 s'],
    [99.96, '1.67 min'],
    [351.109, '5.85 min'],
    [5996, '99.9 min'],
    [5998, '1.67 h'],
  ])('of %d s is %s', (seconds, text) => {
    expect(formatSpan(seconds)).toBe(text)
  })
})

describe('seconds', () => {
  it.each([
    [0, '0.00 s'],
    [10.672, '10.67 s'],
    [999.99, '999.99 s'],
    [999.999, '1 000 s'],
    [3510.34, '3 510 s'],
    [0.0421, '42.1 ms'],
    [0.0000421, '42 µs'],
  ])('%d are %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text)
  })
})

describe('a sentence', () => {
  it('is a part of one with a capital and a full stop, where it had none', () => {
    expect(toSentence('there is no container in it')).toBe('There is no container in it.')
    expect(toSentence('There are gc lines, but none of them is whole.')).toBe(
      'There are gc lines, but none of them is whole.',
    )
  })
})
