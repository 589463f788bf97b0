import { describe, expect, it } from 'vitest'
import { roundGogc, roundLimit } from '../../../src/explore/map/axes.ts'
import { GIB, MIB } from '../../../src/units.ts'

describe('the round number of an interval', () => {
  it.each([
    [90, 110, 100],
    [120, 240, 200],
    [41, 49, 45],
    [24.5, 26.5, 25],
    // The interval includes its lower end and excludes its upper end.
    [100, 104, 100],
    [96, 100, 98],
    // No round one: the whole number nearest to the middle, at least 1.
    [51.2, 51.9, 52],
    [1.2, 1.4, 1],
    [0, 0.4, 1],
  ])('is for GOGC from %s to %s the roundest whole one: %s', (low, high, round) => {
    expect(roundGogc(low, high)).toBe(round)
  })

  it.each([
    [24.5 * MIB, 26 * MIB, 25 * MIB],
    [0.5 * MIB, 0.95 * MIB, 0.5 * MIB],
    [0.3 * MIB, 0.35 * MIB, 0.3125 * MIB],
    [0.59 * MIB, 0.78 * MIB, 0.75 * MIB],
    // Up to 1 GiB in steps of ten, from there on in halves of a GiB.
    [0.9 * GIB, GIB, 1000 * MIB],
    [2.1 * GIB, 2.4 * GIB, 2.25 * GIB],
    [1000.2, 1000.9, 1001],
  ])('is for a limit from %s to %s bytes what people write: %s', (low, high, round) => {
    expect(roundLimit(low, high)).toBe(round)
  })

  const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500]

  it.each([...steps, 1000])('is GOGC=%s where that is in the middle of the interval', (step) => {
    expect(roundGogc(0.92 * step, 1.08 * step)).toBe(step)
  })

  it.each(steps)('is %s MiB where that is in the middle of the interval', (step) => {
    expect(roundLimit(0.92 * step * MIB, 1.08 * step * MIB)).toBe(step * MIB)
  })

  it.each([2, 4, 8, 16, 32, 64])('is %s GiB where that is in the middle of the interval', (step) => {
    expect(roundLimit(0.92 * step * GIB, 1.08 * step * GIB)).toBe(step * GIB)
  })
})
