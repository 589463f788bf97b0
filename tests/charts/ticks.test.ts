import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryTicks, timeTicks } from '../../src/charts/ticks.ts'
import { GIB, MIB, TIB } from '../../src/units.ts'

const texts = (max: number, count = 6) => memoryTicks(max, count).list.map(({ text }) => text)

describe('memory ticks', () => {
  it.each([
    ['the published figures', 60 * MIB, 'MiB', ['0', '10', '20', '30', '40', '50', '60']],
    ['the minimum heap', 4 * MIB, 'MiB', ['0', '1', '2', '3', '4']],
    ['from hundreds of MiB on, powers of two', 512 * MIB, 'MiB', ['0', '128', '256', '384', '512']],
    ['from 2 GiB on, in GiB', 4 * GIB, 'GiB', ['0', '1', '2', '3', '4']],
    ['the largest size there is', 16 * TIB, 'TiB', ['0', '4', '8', '12', '16']],
  ])('%s', (_, max, unit, expected) => {
    expect(memoryTicks(max, 6).unit.name).toBe(unit)
    expect(texts(max)).toEqual(expected)
  })

  it('are of one kind for charts of one run, whatever their heights: round numbers, or powers of two', () => {
    const stepsOf = (max: number) => [2, 3, 4, 5, 6, 7, 8].map((count) => Number(texts(max, count)[1]))
    expect(new Set(stepsOf(150 * MIB))).toEqual(new Set([20, 50, 100]))
    expect(new Set(stepsOf(300 * MIB))).toEqual(new Set([64, 128, 256]))
  })

  it('are few, within the axis, and no two read the same', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 64 * TIB, noNaN: true }), fc.integer({ min: 2, max: 9 }), (max, count) => {
        const { list } = memoryTicks(max, count)
        expect(list.length).toBeLessThanOrEqual(count + 1)
        expect(new Set(list.map(({ text }) => text)).size).toBe(list.length)
        // A top that is a multiple of the step may round to just above it.
        for (const { value } of list) expect(value).toBeLessThanOrEqual(max * (1 + 1e-9))
      }),
    )
  })
})

describe('time ticks', () => {
  it.each([
    ['a whole run', [0, 10.67], ['0', '2', '4', '6', '8', '10']],
    ['a stretch of one', [4.9, 5.4], ['4.9', '5.0', '5.1', '5.2', '5.3', '5.4']],
    ['days of it', [0, 100_000], ['0', '20 000', '40 000', '60 000', '80 000', '100 000']],
    ['no time at all', [0, 0], ['0']],
  ] as const)('%s', (_, window, expected) => {
    expect(timeTicks(window, 6).map(({ text }) => text)).toEqual(expected)
  })

  it('tell apart instants in any window', () => {
    const window = fc.tuple(
      fc.double({ min: 0, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-4, max: 1e6, noNaN: true }),
    )
    fc.assert(
      fc.property(window, ([start, length]) => {
        const ticks = timeTicks([start, start + length], 8)
        expect(new Set(ticks.map(({ text }) => text)).size).toBe(ticks.length)
      }),
    )
  })
})
