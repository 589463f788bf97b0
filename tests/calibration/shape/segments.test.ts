import { describe, expect, it } from 'vitest'
import { toPieces } from '../../../src/calibration/shape/segments.ts'
import { MIB } from '../../../src/units.ts'
import { type Figures, seriesOf } from '../support.ts'

const COARSE = { allocation: 1, reachable: 0.06 }

/** A cycle at so many seconds that finds so many MiB, of a program that has allocated so many by then. */
type Told = readonly [seconds: number, allocated: number, reachable: number]

function piecesAt(told: readonly Told[], [seconds, allocated]: readonly [number, number], initial = 0) {
  const cycles = told.map(
    ([start, , reachable]): Figures => ({ start, heap: [9000, 9010, reachable], reachable, goal: 99_999 }),
  )
  const series = seriesOf(cycles, 4, {
    allocated: Float64Array.from(told, (one) => one[1] * MIB),
    initialLive: initial * MIB,
    endSeconds: seconds,
    endAllocated: allocated * MIB,
  })
  return toPieces(series, COARSE)
}

/** A cycle every second that finds so many MiB, of a program that has allocated so many by then; and what came after the last. */
function piecesOf(
  told: readonly (readonly [allocated: number, reachable: number])[],
  end: readonly [seconds: number, allocated: number],
  initial = 0,
) {
  return piecesAt(
    told.map(([allocated, reachable], i) => [i + 1, allocated, reachable]),
    end,
    initial,
  )
}
const steadily = (count: number, rate: number, stay: number) =>
  Array.from({ length: count }, (_, i) => [rate * (i + 1), stay * (i + 1)] as const)
const lastOf = (pieces: ReturnType<typeof toPieces>) => pieces.at(-1)!.reachableTo / MIB

describe('a heap after the last cycle', () => {
  it('grows by its share of what was allocated since, however long that took', () => {
    for (const seconds of [8.2, 10]) {
      // 10 of 100 MiB stay.
      expect(lastOf(piecesOf(steadily(8, 100, 10), [seconds, 850]))).toBeCloseTo(85, 0)
      expect(lastOf(piecesOf(steadily(8, 100, 10), [seconds, 800]))).toBeCloseTo(80, 0)
    }
  })

  it('shrinks with time, not with what is allocated', () => {
    const shrinking = steadily(8, 100, -10)
    expect(
      lastOf(
        piecesOf(
          shrinking.map(([sum, off]) => [sum, 200 + off] as const),
          [10, 850],
          200,
        ),
      ),
    ).toBeCloseTo(100, 0)
  })

  it('stays as it is where it did', () => {
    const flat = Array.from({ length: 8 }, (_, i) => [100 * (i + 1), 50] as const)
    expect(lastOf(piecesOf(flat, [10, 1000], 50))).toBeCloseTo(50, 6)
  })

  it('grows as it did in a stretch of three cycles, whatever came before', () => {
    // 4,000 MiB/s that leave 500 as they are, and then 1,000 of which a tenth stays: 500 more come after the last cycle.
    const before = Array.from({ length: 8 }, (_, i): Told => [i + 1, 4000 * (i + 1), 500])
    const last = [9, 10, 11].map((t): Told => [t, 32_000 + 1000 * (t - 8), 500 + 100 * (t - 8)])
    expect(lastOf(piecesAt([...before, ...last], [11.5, 35_500], 500))).toBeCloseTo(850, -1)
  })

  it('grows on from the last of two cycles that show about the same growth by more allocation', () => {
    // 40 of 100 MiB stay, and then 240 of 520 per second.
    const before = Array.from({ length: 12 }, (_, i): Told => [i + 1, 100 * (i + 1), 40 * (i + 1)])
    const last = [13, 14].map((t): Told => [t, 1200 + 520 * (t - 12), 480 + 240 * (t - 12)])
    const kept = lastOf(piecesAt([...before, ...last], [14.5, 2500]))
    expect(kept).toBeGreaterThan(960 + 0.9 * 120)
    expect(kept).toBeLessThan(960 + 1.1 * 120)
  })

  it('does not grow on where the last cycle found far more of it surviving than before', () => {
    // 20 of 100 MiB stay, and then three times as many.
    const before = Array.from({ length: 12 }, (_, i): Told => [i + 1, 100 * (i + 1), 20 * (i + 1)])
    expect(lastOf(piecesAt([...before, [13, 1800, 600]], [13.5, 2100]))).toBeCloseTo(600, -1)
  })

  it('does not shrink on below what the last cycle found', () => {
    const before = Array.from({ length: 8 }, (_, i): Told => [i + 1, 100 * (i + 1), 2000 - 40 * (i + 1)])
    expect(lastOf(piecesAt([...before, [12, 3000, 1424]], [13, 3500], 2000))).toBeCloseTo(1424, -1)
  })

  it('is what the last two cycles found, after a heap that stayed as it was', () => {
    // 100 MiB/s that leave 500 as they are, and then 10,000, of which two cycles find 520: no trend leads there.
    const flat = Array.from({ length: 8 }, (_, i): Told => [i + 1, 100 * (i + 1), 500])
    const last = [9, 10].map((t): Told => [t, 800 + 10_000 * (t - 8), 520])
    expect(lastOf(piecesAt([...flat, ...last], [10.5, 25_800], 500))).toBeCloseTo(520, 3)
  })

  it('stays where the work ends in something else, of which no cycle tells', () => {
    const flat = Array.from({ length: 8 }, (_, i): Told => [i + 1, 100 * (i + 1), 50])
    expect(lastOf(piecesAt(flat, [8.2, 4000], 50))).toBeCloseTo(50, 6)
  })

  it('is a number where nothing is allocated and it seems to grow', () => {
    const pieces = piecesAt(
      Array.from({ length: 8 }, (_, i): Told => [i + 1, 0, 10 * (i + 1)]),
      [9, 0],
    )
    expect(lastOf(pieces)).toBe(0)
  })

  it('stays as the only cycle found it', () => {
    expect(lastOf(piecesOf([[100, 30]], [2, 150]))).toBeCloseTo(30, 0)
  })
})

describe('pieces', () => {
  it('lead from one to the next, from the beginning to the end', () => {
    const told = Array.from(
      { length: 24 },
      (_, i) => [i < 10 ? 100 * i : 1000 + 400 * (i - 10), i < 16 ? 60 : 140] as const,
    )
    const pieces = piecesOf(told, [25, 6600], 60)
    expect(pieces.length).toBeGreaterThan(2)
    expect([pieces[0]!.from, pieces.at(-1)!.to]).toEqual([0, 25])
    expect(pieces.at(-1)!.end).toBe(24)
    for (const [i, piece] of pieces.entries()) {
      const next = pieces[i + 1]
      expect(piece.to).toBeGreaterThan(piece.from)
      expect(piece.reachableTo - piece.reachableFrom).toBeLessThanOrEqual(piece.allocatedTo - piece.allocatedFrom + 1)
      if (!next) continue
      expect([next.from, next.reachableFrom, next.first]).toEqual([piece.to, piece.reachableTo, piece.end])
    }
  })

  it('catch up with a heap that is beyond what was allocated, as fast as that allows, and then follow it', () => {
    // 100 MiB are there from the first cycle on, though only 40 per second are allocated: after 2.5 s they can be.
    const told = Array.from({ length: 12 }, (_, i) => [40 * (i + 1), 100] as const)
    const pieces = piecesOf(told, [13, 520])
    const last = pieces.at(-1)!
    expect(last.from).toBeCloseTo(2.5, 6)
    expect(last.reachableFrom / MIB).toBeCloseTo(100, 6)
    for (const { allocatedTo, reachableTo } of pieces.slice(0, -1)) expect(reachableTo).toBeCloseTo(allocatedTo, -1)
    expect(last.end).toBe(12)
    expect(lastOf(pieces)).toBeCloseTo(100, 6)
  })

  it('catch up with a heap that grows itself, where both meet', () => {
    // 40 per second are allocated, and 90 are there, of which 10 per second more stay: after three seconds both are 120.
    const told = Array.from({ length: 12 }, (_, i) => [40 * (i + 1), 90 + 10 * (i + 1)] as const)
    const last = piecesOf(told, [13, 520]).at(-1)!
    expect(last.from).toBeCloseTo(3, 6)
    expect(last.reachableFrom / MIB).toBeCloseTo(120, 6)
  })

  it('catch up with a heap that three cycles show', () => {
    const last = piecesOf(
      [1, 2, 3].map((t) => [40 * t, 100] as const),
      [4, 160],
    ).at(-1)!
    expect(last.from).toBeCloseTo(2.5, 6)
    expect(last.reachableFrom / MIB).toBeCloseTo(100, 6)
  })

  it('take time, each of them, where a heap is caught up with in the last moment', () => {
    const told = Array.from({ length: 12 }, (_, i) => [40 * (i + 1), 520] as const)
    const pieces = piecesOf(told, [13, 520])
    for (const { from, to } of pieces) expect(to).toBeGreaterThan(from)
    expect(lastOf(pieces)).toBeCloseTo(520, 6)
  })

  it('have a cycle that the program held up in one of its own', () => {
    // 50 MiB per second, but for the half second in which nothing comes.
    const steady = (start: number): Figures => {
      const heap = start === 1 ? 50 : start === 6 ? 75 : 90
      return { start, heap: [heap, heap + 10, 50], goal: 120, reachable: 50 }
    }
    const cycles = Array.from(
      { length: 9 },
      (_, i): Figures =>
        i === 4
          ? { start: 5, heap: [200, 200, 50], reachable: 50, goal: 90, mark: 0.5, background: 0.5 }
          : steady(i + 1),
    )
    const pieces = toPieces(seriesOf(cycles, 4, { endSeconds: 10, endAllocated: 585 * MIB }), COARSE)
    const own = pieces.filter(({ first, end }) => end > first && first <= 4 && end > 4)
    expect(own.length).toBe(1)
    expect(own[0]).toMatchObject({ first: 4, end: 5 })
    expect(own[0]!.from).toBeCloseTo(5, 3)
    expect(own[0]!.to).toBeCloseTo(5.5, 6)
    // Nothing is allocated in it, and all of it came in the instant before.
    expect(own[0]!.allocatedTo - own[0]!.allocatedFrom).toBeLessThan(MIB)
    const instant = pieces[pieces.indexOf(own[0]!) - 1]!
    expect(instant.to - instant.from).toBeLessThan(1e-4)
    expect((instant.allocatedTo - instant.allocatedFrom) / MIB).toBeCloseTo(150, 0)
  })
})
