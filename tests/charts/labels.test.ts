import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeLabels, type WantedLabel } from '../../src/charts/end-labels.ts'

const wishes: fc.Arbitrary<WantedLabel[]> = fc.array(
  fc.record({
    y: fc.double({ min: -500, max: 1500, noNaN: true }),
    height: fc.double({ min: 4, max: 40, noNaN: true }),
    priority: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 12 },
)

/** Sums of heights and means of blocks round. */
const ROUNDING = 1e-6

describe('labels', () => {
  it('never overlap and never leave their column, whatever they wish', () => {
    fc.assert(
      fc.property(wishes, fc.double({ min: 0, max: 400, noNaN: true }), (list, height) => {
        const placed = placeLabels(list, 10, 10 + height)
        const spans = placed
          .map((at, i) => ({ top: at - list[i]!.height / 2, bottom: at + list[i]!.height / 2 }))
          .filter(({ top }) => !Number.isNaN(top))
          .sort((a, b) => a.top - b.top)
        for (const [i, { top, bottom }] of spans.entries()) {
          expect(top).toBeGreaterThanOrEqual((spans[i - 1]?.bottom ?? 10) - ROUNDING)
          expect(bottom).toBeLessThanOrEqual(10 + height + ROUNDING)
        }
      }),
    )
  })

  it('keep the vertical order of the lines they name', () => {
    fc.assert(
      fc.property(wishes, (list) => {
        const placed = placeLabels(list, 0, 1000)
        const order = list.map((_, i) => i).filter((i) => !Number.isNaN(placed[i]!))
        for (const a of order)
          for (const b of order)
            if (list[a]!.y < list[b]!.y) expect(placed[a]!).toBeLessThanOrEqual(placed[b]! + ROUNDING)
      }),
    )
  })

  it('are at the wanted place if it is free', () => {
    const list = [20, 90, 50].map((y) => ({ y, height: 20, priority: 1 }))
    expect(placeLabels(list, 0, 100)).toEqual([20, 90, 50])
  })

  it('that wish for the same place share the distance', () => {
    const list = [50, 50].map((y) => ({ y, height: 20, priority: 1 }))
    expect(placeLabels(list, 0, 100)).toEqual([40, 60])
  })

  it('are left out in order of priority if there is no room for all', () => {
    const list = [1, 3, 2].map((priority) => ({ y: 10, height: 20, priority }))
    const placed = placeLabels(list, 0, 45)
    expect(placed.map((at) => !Number.isNaN(at))).toEqual([false, true, true])
  })

  it('are left out if they have no place', () => {
    expect(placeLabels([{ y: Number.NaN, height: 10, priority: 9 }], 0, 100)).toEqual([Number.NaN])
  })
})
