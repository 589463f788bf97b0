import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point } from '../../../src/calibration/shape/points.ts'
import { toStretches } from '../../../src/calibration/shape/stretches.ts'
import { Line } from '../../../src/linear-fit.ts'
import { MIB } from '../../../src/units.ts'

/** Points a second apart: MiB allocated and reachable. The gap after each point in `rigid` is known. */
function points(
  told: readonly (readonly [allocated: number, reachable: number])[],
  rigid: readonly number[] = [],
): Point[] {
  return told.map(([allocated, reachable], i) => ({
    time: i,
    allocated: allocated * MIB,
    reachable: reachable * MIB,
    before: i,
    isRigid: rigid.includes(i),
  }))
}
const EXACT = { allocation: 0, reachable: 0 }
const bounds = (of: readonly Point[], tolerance = EXACT, most = 1000) =>
  toStretches(of, tolerance, most).map(({ first, last }) => [first, last])
const told = (count: number, at: (i: number) => readonly [number, number]) =>
  Array.from({ length: count }, (_, i) => at(i))

describe('stretches of a log', () => {
  it('are a single one if all points lie on a line', () => {
    expect(bounds(points(told(9, (i) => [100 * i, 50 + 3 * i])))).toEqual([[0, 8]])
  })

  it('end where the rate of allocation changes', () => {
    expect(bounds(points(told(12, (i) => [100 * i + 300 * Math.max(0, i - 6.5), 50])))).toEqual([
      [0, 6],
      [7, 11],
    ])
  })

  it('end where the live heap jumps, and where it begins to grow', () => {
    expect(bounds(points(told(12, (i) => [100 * i, i < 5 ? 50 : 90])))).toEqual([
      [0, 4],
      [5, 11],
    ])
    const growing = bounds(points(told(14, (i) => [100 * i, 50 + 20 * Math.max(0, i - 6)])))
    expect(growing.length).toBe(2)
    expect([6, 7]).toContain(growing[1]![0])
  })

  it('see no trend in two live heaps that differ', () => {
    const two = bounds(
      points([
        [0, 50],
        [100, 80],
        [200, 80],
        [300, 80],
      ]),
    )
    expect(two[0]).toEqual([0, 0])
  })

  it('are as coarse as tolerated: by shares of a cycle’s allocation and of the live heap, plus rounding', () => {
    const off = (allocated: number, reachable: number) =>
      points(told(41, (i) => [100 * i + (i === 20 ? allocated : 0), 50 + (i === 20 ? reachable : 0)]))
    expect(bounds(off(1, 1.5)).length).toBe(1)
    expect(bounds(off(1.1, 0)).length).toBeGreaterThan(1)
    expect(bounds(off(0, 1.6)).length).toBeGreaterThan(1)
    const coarse = { allocation: 0.1, reachable: 0.1 }
    expect(bounds(off(10.9, 0), coarse).length).toBe(1)
    expect(bounds(off(11.5, 0), coarse).length).toBeGreaterThan(1)
    // The tolerance is a tenth of 57 MiB, plus 1½ MiB of rounding.
    expect(bounds(off(0, 7), coarse).length).toBe(1)
    expect(bounds(off(0, 7.7), coarse).length).toBeGreaterThan(1)
  })

  it('are split where they fit worst, if there is no room for all splits', () => {
    // The heap jumps by 20 MiB, and later by 200 MiB.
    const jumps = points(told(15, (i) => [100 * i, i < 5 ? 50 : i < 10 ? 70 : 270]))
    expect(bounds(jumps)).toEqual([
      [0, 4],
      [5, 9],
      [10, 14],
    ])
    // Two stretches and the gap between them make three pieces.
    expect(bounds(jumps, EXACT, 3)).toEqual([
      [0, 9],
      [10, 14],
    ])
    expect(bounds(jumps, EXACT, 4).length).toBe(2)
    expect(bounds(jumps, EXACT, 5).length).toBe(3)
    expect(bounds(jumps, EXACT, 2).length).toBe(1)
  })

  it('are split in the order of how badly they fit, each where its lines change', () => {
    const jumps = points(told(20, (i) => [100 * i, i < 5 ? 50 : i < 10 ? 100 : i < 15 ? 300 : 320]))
    expect(bounds(jumps)).toEqual([
      [0, 4],
      [5, 9],
      [10, 14],
      [15, 19],
    ])
    // Allocation, known to a MiB, jumps by 40 MiB at 5 s; the heap, known to 1½ MiB, jumps by 40 MiB at 15 s.
    const both = points(
      told(20, (i) => [100 * i + (i < 5 || i > 9 ? 0 : 40), i < 15 ? 50 : 90]),
      [9],
    )
    expect(bounds(both, EXACT, 5)).toEqual([
      [0, 4],
      [5, 9],
      [10, 19],
    ])
  })

  it('lie between rigid gaps, whose single points make no piece', () => {
    const line = told(9, (i) => [100 * i, 50] as const)
    expect(bounds(points(line, [3, 4, 5]))).toEqual([
      [0, 3],
      [4, 4],
      [5, 5],
      [6, 8],
    ])
    // Four stretches with three gaps, less the two single ones: five pieces, and two more for each split.
    const jump = told(9, (i) => [100 * i, i < 8 ? 50 : 90] as const)
    // A single point at the beginning makes a piece like any other.
    expect(bounds(points(jump, [0]), EXACT, 4)).toEqual([
      [0, 0],
      [1, 8],
    ])
    expect(bounds(points(jump, [0]), EXACT, 5).length).toBe(3)
    expect(bounds(points(jump, [3, 4, 5]), EXACT, 6).length).toBe(4)
    expect(bounds(points(jump, [3, 4, 5]), EXACT, 7).length).toBe(5)
  })

  it('leave out unknown live heaps', () => {
    const all = told(9, (i) => [100 * i, i === 8 ? Number.NaN : 50] as const)
    expect(bounds(points(all))).toEqual([[0, 8]])
  })

  it('cover all points once, in order, each with lines through its own points', () => {
    const size = fc.integer({ min: 0, max: 300 })
    fc.assert(
      fc.property(fc.array(fc.tuple(size, size), { minLength: 2, maxLength: 40 }), fc.nat(30), (steps, most) => {
        const all = points(steps.map(([step, live], i) => [300 * i + step, live] as const))
        const stretches = toStretches(all, EXACT, most)
        expect(stretches.length).toBeLessThanOrEqual(Math.max(1, (most + 1) / 2))
        let next = 0
        for (const { first, last, allocated, reachable } of stretches) {
          expect(first).toBe(next)
          const lines = [new Line(), new Line()] as const
          for (let i = first; i <= last; i++) {
            lines[0].add(all[i]!.time, all[i]!.allocated)
            lines[1].add(all[i]!.time, all[i]!.reachable)
          }
          expect([allocated.slope(), reachable.at(3)]).toEqual([lines[0].slope(), lines[1].at(3)])
          next = last + 1
        }
        expect(next).toBe(steps.length)
      }),
    )
  })
})

describe('the distance of points from their line', () => {
  it('is the sum of squared errors', () => {
    const line = new Line()
    // Least squares of 0, 3, 0: level at 1.
    for (const [t, value] of [0, 3, 0].entries()) line.add(t, value)
    expect(line.at(7)).toBeCloseTo(1, 12)
    expect(line.missed()).toBeCloseTo(6, 12)
    // Of 0, 1, 5: 2.5 a second through 2; off by ½, 1, ½.
    const slope = new Line()
    for (const [t, value] of [0, 1, 5].entries()) slope.add(t, value)
    expect(slope.slope()).toBeCloseTo(2.5, 12)
    expect(slope.missed()).toBeCloseTo(1.5, 12)
    expect(slope.missed(3)).toBeCloseTo(1.5, 12)
    expect(slope.missed(4)).toBeCloseTo(14, 12)
  })

  it('is 0 for points on the line', () => {
    const line = new Line()
    for (const t of [1e5, 1e5 + 1, 1e5 + 7]) line.add(t, 3 * t)
    expect(line.missed()).toBeCloseTo(0, 6)
  })

  it('comes from a level line if all points have the same time', () => {
    const line = new Line()
    for (const value of [1, 5]) line.add(3, value)
    expect([line.slope(), line.at(9), line.missed()]).toEqual([0, 3, 8])
  })
})
