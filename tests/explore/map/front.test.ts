import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cell } from '../../../src/explore/map/cell.ts'
import { containerFor, peakMemoryOf, smallestContainer, toFront } from '../../../src/explore/map/front.ts'

type Point = readonly [memory: number, share: number]

const cellOf = ([memory, share]: Point, kind = 'completed'): Cell =>
  ({
    result: {
      peakMemoryBytes: memory,
      peakContainerBytes: memory,
      compulsoryGcFraction: share,
      outcome: { kind },
    },
  }) as unknown as Cell

const frontOf = (points: readonly Point[]) =>
  toFront(
    points.map((point) => cellOf(point)),
    peakMemoryOf,
  ).map(({ result }) => [result.peakMemoryBytes, result.compulsoryGcFraction])

describe('the Pareto front', () => {
  it('contains each unbeaten pair of figures once, and nothing else', () => {
    const point = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 5 }))
    fc.assert(
      fc.property(fc.array(point, { maxLength: 12 }), (points) => {
        const isBettered = ([memory, share]: Point) =>
          points.some(([m, s]) => m <= memory && s <= share && (m < memory || s < share))
        const best = new Map(points.filter((one) => !isBettered(one)).map((one) => [String(one), one]))
        expect(frontOf(points)).toEqual([...best.values()].sort(([a], [b]) => a - b))
      }),
    )
  })

  it('leaves out runs that did not complete', () => {
    const cells = [cellOf([1, 0], 'oom-killed'), cellOf([2, 0], 'stopped'), cellOf([3, 0.5])]
    expect(toFront(cells, peakMemoryOf)).toEqual([cells[2]])
  })
})

describe('the smallest container', () => {
  it('leaves 5 % of itself above the peak', () => {
    expect(containerFor(cellOf([95, 0]))).toBeCloseTo(100, 9)
    // No container is smaller than the memory limit in it.
    expect(containerFor({ ...cellOf([95, 0]), memoryLimit: 190 })).toBeCloseTo(200, 9)
    expect(containerFor({ ...cellOf([95, 0]), memoryLimit: Infinity })).toBeCloseTo(100, 9)
  })

  it('belongs to the setting with the least memory among those within the asked GC CPU', () => {
    const cells = (
      [
        [10, 0.5],
        [20, 0.25],
        [30, 0.1],
      ] as const
    ).map((point) => cellOf(point))
    expect(smallestContainer(cells, 0.25)).toBe(cells[1])
    expect(smallestContainer(cells, 0.24)).toBe(cells[2])
    expect(smallestContainer(cells, 0.09)).toBeUndefined()
  })
})
