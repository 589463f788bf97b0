import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { grownUnseen, longestOf, spreadOut, withUnseen } from '../../../src/calibration/fit/unseen.ts'
import { INSTANT } from '../../../src/calibration/shape/points.ts'
import type { Piece } from '../../../src/calibration/shape/segments.ts'
import type { Phase } from '../../../src/scenario/types.ts'
import { MIB } from '../../../src/units.ts'
import { readLog } from '../../gctrace/support.ts'
import { predictFrom } from '../support.ts'

/** A piece of one second: the MiB that it allocates, and its live heap at both ends in MiB. */
function piece(allocated: number, from: number, to: number): Piece {
  const sizes = { allocatedFrom: 0, allocatedTo: allocated * MIB, reachableFrom: from * MIB, reachableTo: to * MIB }
  return { from: 0, to: 1, first: 0, end: 1, ...sizes }
}

type Allocating = Partial<Phase> & Pick<Phase, 'allocRate' | 'duration'>

const GROWS = piece(20, 0, 20)
const FLAT = piece(12, 20, 20)
const DROPS = piece(0, 20, 4)

/** The program builds up a batch and drops it, three times. */
const batches = (...pieces: readonly Piece[]) => [...pieces, ...pieces, ...pieces]

describe('a live heap that no cycle saw', () => {
  it('keeps growing until it is dropped, at the survival rate seen elsewhere', () => {
    expect(grownUnseen(batches(GROWS, FLAT, DROPS), 1).slice(0, 3)).toEqual([0, 12 * MIB, 0])
    expect(grownUnseen(batches(piece(25, 0, 20), FLAT, DROPS), 1)[1]).toBeCloseTo(0.8 * 12 * MIB, 6)
    expect(grownUnseen(batches(piece(25, 30, 50), piece(12, 50, 50), DROPS), 1)[1]).toBeCloseTo(0.8 * 12 * MIB, 6)
    expect(grownUnseen(batches(GROWS, FLAT, DROPS), 0.5).slice(0, 3)).toEqual([0, 6 * MIB, 0])
  })

  it.each([
    ['nothing is dropped', batches(GROWS, FLAT, piece(5, 20, 20))],
    ['it allocates as it drops', batches(GROWS, FLAT, piece(5, 20, 4))],
    ['it stays as it is without allocating', batches(GROWS, FLAT, piece(0, 20, 20))],
    ['it drops by no more than rounding', batches(GROWS, FLAT, piece(0, 20, 19))],
    ['a third and more of what is allocated dies as it grows', batches(piece(100, 0, 60), FLAT, DROPS)],
    ['it is never seen to grow', batches(FLAT, DROPS)],
    ['half of what is allocated dies as it grows', batches(piece(40, 0, 20), FLAT, DROPS)],
    ['two cycles found it as large as each other', batches(GROWS, { ...FLAT, end: 2 }, DROPS)],
    ['it is dropped once', [GROWS, FLAT, DROPS]],
  ])('does not grow if %s', (_, pieces) => {
    expect(Math.max(...grownUnseen(pieces, 1))).toBe(0)
  })

  it('is gone after the drop', () => {
    const grown = withUnseen<Allocating>({ allocRate: 12 * MIB, duration: 1 }, FLAT, 6 * MIB, 0)
    expect(grown.newSurvivalRate).toBeCloseTo(0.5, 12)
    const dropped = withUnseen<Allocating>({ allocRate: 0, duration: 1, oldDeathRate: 0.8 }, DROPS, 0, 6 * MIB)
    expect((1 - dropped.oldDeathRate!) * 26).toBeCloseTo(4, 12)
    const seen = { allocRate: 12 * MIB, duration: 1, oldDeathRate: 0.8 }
    expect(withUnseen<Allocating>(seen, DROPS, 0, 0)).toEqual(seen)
  })

  it('is searched around the piece that lasts longest, or the first of equally long ones', () => {
    const lasting = (from: number, to: number) => ({ ...FLAT, from, to })
    expect(longestOf([lasting(0, 3), lasting(3, 8), lasting(8, 13), lasting(13, 16)])).toBe(1)
    expect(longestOf([lasting(0, 5), lasting(5, 8), lasting(8, 12)])).toBe(0)
    expect(longestOf([lasting(0, 1), lasting(1, 4), lasting(4, 9)])).toBe(2)
  })

  it('is within the range predicted for a recorded queue, which drops its batches between cycles', () => {
    // Cycles with GOGC=100 found up to 21 MiB live; with GOGC=50 one ended at 35, so that it had found 23.
    const log = readFileSync('tests/fixtures/services/kinds/logs/queue-gogc100-limitoff.log', 'utf8')
    const { low, high } = predictFrom(readLog(log).columns, { gogc: { kind: 'percent', percent: 50 } })!.cycleHeap
    expect(low).toBeLessThan(35 * MIB)
    expect(high).toBeGreaterThan(36 * MIB)
  })
})

describe('bytes that started a cycle which the program held up', () => {
  // A second without allocation, then 100 MiB at once, of which 20 survive.
  const pieces = [piece(0, 60, 60), { ...piece(100, 60, 80), from: 1, to: 1 + INSTANT }]
  const phases = [
    { allocRate: 0, duration: 1, newSurvivalRate: 0 },
    { allocRate: (100 * MIB) / INSTANT, duration: INSTANT, newSurvivalRate: 0.2 },
  ] as const satisfies readonly Partial<Phase>[]
  const spread = (atOnce: number, of: readonly Piece[] = pieces) =>
    spreadOut(phases as unknown as readonly Phase[], of, atOnce).map(({ allocRate, duration, newSurvivalRate }) => ({
      allocated: (allocRate * duration) / MIB,
      kept: (allocRate * duration * newSurvivalRate) / MIB,
    }))

  it('are one large object as calibrated, or in part what was allocated before it', () => {
    expect(spread(1)).toEqual([
      { allocated: 0, kept: 0 },
      { allocated: 100, kept: expect.closeTo(20, 9) },
    ])
    const [before, object] = spread(0.3)
    expect(before).toEqual({ allocated: expect.closeTo(70, 9), kept: 0 })
    expect(object).toEqual({ allocated: expect.closeTo(30, 9), kept: expect.closeTo(20, 9) })
  })

  it('are in one object at least as far as they survive: all bytes stay, whatever the share', () => {
    for (const atOnce of [0, 0.1, 0.2]) {
      const [before, object] = spread(atOnce)
      expect(before!.allocated + object!.allocated).toBeCloseTo(100, 9)
      expect(object!.allocated).toBeCloseTo(20, 9)
      expect(object!.kept).toBeCloseTo(20, 9)
    }
  })

  it('stay in one object if they are few compared with the live heap', () => {
    const few = [pieces[0]!, { ...pieces[1]!, reachableTo: 500 * MIB }]
    expect(spread(0, few)).toEqual(spread(1))
  })
})
