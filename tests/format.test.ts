import { describe, expect, it } from 'vitest'
import { formatBriefSize, formatSeconds, formatSpan } from '../src/format.ts'
import { GIB, MIB } from '../src/units.ts'

describe('a size in brief', () => {
  it.each([
    [45 * MIB, '45.0 MiB'],
    [132.4 * MIB, '132 MiB'],
    [9.996 * MIB, '10.0 MiB'],
    [999.4 * MIB, '999 MiB'],
    [1000 * MIB, '0.977 GiB'],
    [3 * GIB, '3.00 GiB'],
    [2230 * MIB, '2.18 GiB'],
    [99.96 * GIB, '100 GiB'],
    [512, '512 B'],
    [0, '0 B'],
  ])('%d is %s', (bytes, text) => {
    expect(formatBriefSize(bytes)).toBe(text)
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
    [999.999, '1000 s'],
    [3510.34, '3510 s'],
    [0.0421, '42.1 ms'],
    [0.0000421, '42 µs'],
  ])('%d are %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text)
  })
})
