import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinPeaks, PathDecimator, scale, toLinearScale, toTenths } from '../../src/charts/path.ts'
import { linesOf } from './support/path.ts'

/** Coordinates are written with one decimal. */
const ROUNDING = 0.05 + 1e-9

const WIDTH = 40
const x = toLinearScale([0, 1], [0, WIDTH])
const y = toLinearScale([0, 1], [100, 0])

const series = fc
  .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 1,
    maxLength: 400,
  })
  .map((points) => points.sort((a, b) => a[0] - b[0]))

function draw(points: readonly (readonly [number, number])[]) {
  const decimator = new PathDecimator(x, y)
  for (const [time, value] of points) decimator.to(time, value)
  return linesOf(decimator.take())
}

function columnsOf(points: readonly (readonly [number, number])[]) {
  const columns = new Map<number, number[]>()
  for (const [time, value] of points) {
    const column = Math.floor(time * WIDTH)
    columns.set(column, [...(columns.get(column) ?? []), 100 - 100 * value])
  }
  return columns
}

describe('a path decimator', () => {
  it('keeps the highest and the lowest point of every column of pixels where they are', () => {
    fc.assert(
      fc.property(series, (points) => {
        const drawn = draw(points)[0]!
        for (const [column, heights] of columnsOf(points)) {
          // A point may be rounded over the column's edge.
          const here = drawn.filter((p) => p.x >= column - ROUNDING && p.x <= column + 1 + ROUNDING).map((p) => p.y)
          for (const extreme of [Math.min(...heights), Math.max(...heights)])
            expect(Math.min(...here.map((at) => Math.abs(at - extreme)))).toBeLessThanOrEqual(ROUNDING)
        }
      }),
    )
  })

  it('keeps the first and the last point', () => {
    fc.assert(
      fc.property(series, (points) => {
        const drawn = draw(points)[0]!
        for (const [original, kept] of [
          [points[0]!, drawn[0]!],
          [points.at(-1)!, drawn.at(-1)!],
        ] as const) {
          expect(Math.abs(original[0] * WIDTH - kept.x)).toBeLessThanOrEqual(ROUNDING)
          expect(Math.abs(100 - 100 * original[1] - kept.y)).toBeLessThanOrEqual(ROUNDING)
        }
      }),
    )
  })

  it('draws no more than four points per column of pixels, however many there are', () => {
    const points = Array.from({ length: 100_000 }, (_, i) => [i / 100_000, (i * 7919) % 1] as const)
    expect(draw(points.map(([t], i) => [t, (i % 97) / 97]))[0]!.length).toBeLessThanOrEqual(4 * WIDTH)
  })

  it('never goes back in time', () => {
    fc.assert(
      fc.property(series, (points) => {
        const drawn = draw(points)[0]!
        for (let i = 1; i < drawn.length; i++) expect(drawn[i]!.x).toBeGreaterThanOrEqual(drawn[i - 1]!.x)
      }),
    )
  })

  it('starts and ends a long line over empty columns at the points beside them', () => {
    // Within one column: low, high, then back down to 0.1, from where a line leads to the far end.
    const drawn = draw([
      [0.01, 0],
      [0.012, 1],
      [0.014, 0.1],
      [0.9, 0.1],
    ])[0]!
    expect(drawn.map((p) => p.y)).toEqual([100, 0, 90, 90])
  })

  it('leaves a gap where a value is not finite', () => {
    const lines = draw([
      [0, 0.5],
      [0.1, 0.5],
      [0.2, Number.POSITIVE_INFINITY],
      [0.3, Number.NaN],
      [0.4, 0.7],
      [0.5, 0.7],
    ])
    expect(lines.map((line) => line.length)).toEqual([2, 2])
  })

  it('keeps the slope of a line whose ends are far off the screen', () => {
    // A window of a millionth of a line that rises from 0 to 1.
    const zoomed = new PathDecimator(toLinearScale([0.5, 0.5 + 1e-6], [0, WIDTH]), y)
    zoomed.to(0, 0)
    zoomed.to(1, 1)
    const points = linesOf(zoomed.take()).flat()
    const inside = points.findIndex(({ x }) => x >= WIDTH)
    const [from, to] = [points[inside - 1]!, points[inside]!]
    expect(from.y + ((WIDTH / 2 - from.x) / (to.x - from.x)) * (to.y - from.y)).toBeCloseTo(50, 0)
    expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).toSorted((a, b) => a - b))
  })

  it('is empty after its path was taken', () => {
    const decimator = new PathDecimator(x, y)
    decimator.to(0, 0)
    decimator.to(1, 1)
    const first = decimator.take()
    expect(decimator.take()).toBe('')
    decimator.to(0, 0)
    decimator.to(1, 1)
    expect(decimator.take()).toBe(first)
  })
})

describe('a linear scale', () => {
  it('takes a domain of no length, or too short for any factor, to the start of its range', () => {
    for (const end of [0, 5e-324]) {
      const at = toLinearScale([0, end], [40, 400])
      expect([scale(at, 0), scale(at, end)]).toEqual([40, 40])
    }
  })
})

describe('a coordinate', () => {
  it('has at most one decimal, the same at every time, on the screen and off it', () => {
    fc.assert(
      fc.property(fc.double({ min: -5000, max: 5000, noNaN: true }), (pixels) => {
        const text = toTenths(pixels)
        expect(text).toMatch(/^-?\d+(\.\d)?$/)
        expect(Math.abs(Number(text) - pixels)).toBeLessThanOrEqual(0.05 + 1e-9)
        expect(toTenths(pixels)).toBe(text)
      }),
    )
  })
})

describe('peaks joined to a band', () => {
  const join = (points: readonly (readonly [number, number])[]) => {
    const drawn: [number, number][] = []
    const peaks = joinPeaks({ to: (time, value) => drawn.push([time, value]) }, 3)
    for (const [time, value] of points) peaks.to(time, value)
    peaks.end()
    return drawn
  }
  /** Cycles that each rise from 1 to 2 and fall at once. */
  const saw = (period: number, count: number) =>
    Array.from({ length: count }, (_, i): [number, number][] => [
      [i * period, 1],
      [(i + 0.5) * period, 1.5],
      [(i + 1) * period, 2],
    ]).flat()

  it('leaves out the lows between peaks less than the given time apart', () => {
    const drawn = join(saw(2, 20))
    expect(drawn.slice(0, 3)).toEqual([
      [0, 1],
      [1, 1.5],
      [2, 2],
    ])
    expect(drawn.slice(2).every(([, value]) => value === 2)).toBe(true)
    expect(drawn.at(-1)).toEqual([40, 2])
  })

  it('keeps every point of cycles that are further apart, and of a line that only falls', () => {
    expect(join(saw(4, 20))).toEqual(saw(4, 20))
    const fall = Array.from({ length: 20 }, (_, i): [number, number] => [i / 4, -i])
    expect(join(fall)).toEqual(fall)
  })

  it('decides for each pair of peaks', () => {
    const dense = saw(1, 10)
    const wide = saw(10, 3).map(([time, value]): [number, number] => [time + 10, value])
    const drawn = join([...dense, ...wide])
    expect(drawn.filter(([time, value]) => time > 1 && time < 10 && value < 2)).toEqual([])
    expect(drawn.slice(-wide.length)).toEqual(wide)
  })
})
