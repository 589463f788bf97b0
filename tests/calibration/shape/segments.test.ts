import { describe, expect, it } from 'vitest'
import { toPieces } from '../../../src/calibration/shape/segments.ts'
import { MIB } from '../../../src/units.ts'
import { type Figures, seriesOf } from '../support.ts'

const COARSE = { allocation: 1, reachable: 0.06 }

/** A cycle: its time in seconds, the MiB allocated by then, and the MiB that it finds reachable. */
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

/** The pieces of a log with a cycle every second: the MiB allocated and found reachable by each, and the log’s end. */
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
  it('grows by its survival rate times the later allocation, however long that took', () => {
    for (const seconds of [8.2, 10]) {
      // 10 of 100 MiB survive.
      expect(lastOf(piecesOf(steadily(8, 100, 10), [seconds, 850]))).toBeCloseTo(85, 0)
      expect(lastOf(piecesOf(steadily(8, 100, 10), [seconds, 800]))).toBeCloseTo(80, 0)
    }
  })

  it('shrinks with time, not with allocation', () => {
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

  it('stays flat if it was flat', () => {
    const flat = Array.from({ length: 8 }, (_, i) => [100 * (i + 1), 50] as const)
    expect(lastOf(piecesOf(flat, [10, 1000], 50))).toBeCloseTo(50, 6)
  })

  it('grows as in its stretch of three cycles, whatever came before', () => {
    // 4,000 MiB/s with 500 MiB live, then 1,000 MiB/s of which a tenth survives. 500 MiB follow the last cycle.
    const before = Array.from({ length: 8 }, (_, i): Told => [i + 1, 4000 * (i + 1), 500])
    const last = [9, 10, 11].map((t): Told => [t, 32_000 + 1000 * (t - 8), 500 + 100 * (t - 8)])
    expect(lastOf(piecesAt([...before, ...last], [11.5, 35_500], 500))).toBeCloseTo(850, -1)
  })

  it('grows on after two cycles that show about the same survival rate as the stretch before', () => {
    // First 40 of 100 MiB survive, and then 240 of 520 MiB per second.
    const before = Array.from({ length: 12 }, (_, i): Told => [i + 1, 100 * (i + 1), 40 * (i + 1)])
    const last = [13, 14].map((t): Told => [t, 1200 + 520 * (t - 12), 480 + 240 * (t - 12)])
    const kept = lastOf(piecesAt([...before, ...last], [14.5, 2500]))
    expect(kept).toBeGreaterThan(960 + 0.9 * 120)
    expect(kept).toBeLessThan(960 + 1.1 * 120)
  })

  it('does not grow on if the last cycle found a far higher survival rate than before', () => {
    // First 20 of 100 MiB survive, and then three times that share.
    const before = Array.from({ length: 12 }, (_, i): Told => [i + 1, 100 * (i + 1), 20 * (i + 1)])
    expect(lastOf(piecesAt([...before, [13, 1800, 600]], [13.5, 2100]))).toBeCloseTo(600, -1)
  })

  it('does not shrink below what the last cycle found', () => {
    const before = Array.from({ length: 8 }, (_, i): Told => [i + 1, 100 * (i + 1), 2000 - 40 * (i + 1)])
    expect(lastOf(piecesAt([...before, [12, 3000, 1424]], [13, 3500], 2000))).toBeCloseTo(1424, -1)
  })

  it('is what the last two cycles found, after a flat stretch', () => {
    // 100 MiB/s with 500 MiB live, then 10,000 MiB/s, in which two cycles find 520 MiB: no trend leads there.
    const flat = Array.from({ length: 8 }, (_, i): Told => [i + 1, 100 * (i + 1), 500])
    const last = [9, 10].map((t): Told => [t, 800 + 10_000 * (t - 8), 520])
    expect(lastOf(piecesAt([...flat, ...last], [10.5, 25_800], 500))).toBeCloseTo(520, 3)
  })

  it('stays flat if the work ends in a stretch without cycles', () => {
    const flat = Array.from({ length: 8 }, (_, i): Told => [i + 1, 100 * (i + 1), 50])
    expect(lastOf(piecesAt(flat, [8.2, 4000], 50))).toBeCloseTo(50, 6)
  })

  it('is a number even if it seems to grow without allocation', () => {
    const pieces = piecesAt(
      Array.from({ length: 8 }, (_, i): Told => [i + 1, 0, 10 * (i + 1)]),
      [9, 0],
    )
    expect(lastOf(pieces)).toBe(0)
  })

  it('stays as the only cycle found it, in a log of one cycle', () => {
    expect(lastOf(piecesOf([[100, 30]], [2, 150]))).toBeCloseTo(30, 0)
  })
})

describe('pieces', () => {
  it('follow each other from the beginning to the end without gaps', () => {
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

  it('catch up with a heap that exceeds allocation as fast as allocation allows, and then follow it', () => {
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

  it('catch up with a growing heap where both lines meet', () => {
    // The program allocates 40 MiB/s. Cycles find 90 MiB and 10 MiB/s more: after three seconds, both are 120 MiB.
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

  it('all last some time, even if they catch up with the heap at the last moment', () => {
    const told = Array.from({ length: 12 }, (_, i) => [40 * (i + 1), 520] as const)
    const pieces = piecesOf(told, [13, 520])
    for (const { from, to } of pieces) expect(to).toBeGreaterThan(from)
    expect(lastOf(pieces)).toBeCloseTo(520, 6)
  })

  it('give a cycle that the program held up a piece of its own', () => {
    // The program allocates 50 MiB per second, except in the half second of the held-up cycle.
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
    // The cycle allocates nothing: the object was allocated in the instant before.
    expect(own[0]!.allocatedTo - own[0]!.allocatedFrom).toBeLessThan(MIB)
    const instant = pieces[pieces.indexOf(own[0]!) - 1]!
    expect(instant.to - instant.from).toBeLessThan(1e-4)
    expect((instant.allocatedTo - instant.allocatedFrom) / MIB).toBeCloseTo(150, 0)
  })
})
