import { describe, expect, it } from 'vitest'
import { bytesPerCycle, INSTANT, type Point, toPoints } from '../../../src/calibration/shape/points.ts'
import { AT_ONCE_SECONDS } from '../../../src/model/runtime/between.ts'
import { MIB } from '../../../src/units.ts'
import { type Figures, seriesOf } from '../support.ts'

/** One cycle per second: it ends at 110 MiB, of which 10 were allocated while marking, and finds 60 live. */
const paced = (start: number): Figures => ({ start, heap: [100, 110, 60], reachable: 50, goal: 120 })
/** A cycle started beyond its goal of 90 MiB and held up for 0.5 s, in which nothing was allocated. */
const heldUp = (start: number, mark = 0.5): Figures => ({
  start,
  heap: [100, 100, 50],
  goal: 90,
  mark,
  background: mark,
})
const columnOf = <K extends keyof Point>(points: readonly Point[], key: K) => points.map((point) => point[key])
const mib = (points: readonly Point[], key: 'allocated' | 'reachable') => points.map((point) => point[key] / MIB)
const rest = { endSeconds: 4.5, endAllocated: 300 * MIB }

describe('points of a log', () => {
  it('are the beginning, each cycle’s start, and the end, whose heap is unknown', () => {
    const points = toPoints(seriesOf([paced(1), paced(2), paced(3)], 4, { ...rest, initialLive: 7 * MIB }))
    expect(columnOf(points, 'time')).toEqual([0, 1, 2, 3, 4.5])
    expect(mib(points, 'allocated')).toEqual([0, 100, 150, 200, 300])
    expect(mib(points, 'reachable')).toEqual([7, 50, 50, 50, Number.NaN])
    expect(columnOf(points, 'before')).toEqual([0, 0, 1, 2, 3])
    expect(columnOf(points, 'isRigid')).toEqual(Array(5).fill(false))
    // The program allocates 300 MiB in three cycles and the beginning of a fourth.
    expect(bytesPerCycle(points) / MIB).toBe(75)
  })

  it('never go back in time or in allocated bytes', () => {
    const points = toPoints(seriesOf([paced(2), paced(1)], 4, { endSeconds: 1.5, endAllocated: 10 * MIB }))
    expect(columnOf(points, 'time')).toEqual([0, 2, 2, 2])
    expect(mib(points, 'allocated')).toEqual([0, 100, 150, 150])
  })

  it('have at least a MiB of allocation per cycle', () => {
    const small: Figures = { start: 1, heap: [1, 1, 1], goal: 4 }
    expect(bytesPerCycle(toPoints(seriesOf([small], 4, { endAllocated: MIB })))).toBe(MIB)
  })

  it('have the object that held up a cycle allocated at once, and nothing more until the cycle ended', () => {
    const series = seriesOf([paced(1), heldUp(2), paced(3)], 4, rest)
    const points = toPoints(series)
    expect(columnOf(points, 'time')).toEqual([0, 1, 2 - INSTANT, 2, 2.5, 3, 4.5])
    // 110 MiB were allocated by the end of the cycle before, and 40 MiB at once.
    expect(mib(points, 'allocated')).toEqual([0, 100, 110, 150, 150, 200, 300])
    expect(mib(points, 'reachable')).toEqual([0, 50, 50, 50, 50, 50, Number.NaN])
    expect(columnOf(points, 'before')).toEqual([0, 0, 1, 1, 2, 2, 3])
    // Rigid are the gap up to the instant, the instant, and the cycle.
    expect(columnOf(points, 'isRigid')).toEqual([false, true, true, true, false, false, false])
  })

  it('are an instant apart for such an object, so that the model allocates it before a cycle can start', () => {
    expect(INSTANT).toBeGreaterThan(0)
    expect(INSTANT).toBeLessThan(AT_ONCE_SECONDS)
  })

  it('have the bytes allocated during a held-up cycle at its end', () => {
    const slow = { ...heldUp(2), heap: [100, 101.5, 50] as const }
    expect(toPoints(seriesOf([paced(1), slow, paced(3)], 4, rest))[4]!.allocated / MIB).toBe(151.5)
  })

  it('begin with an instant if the first cycle was held up', () => {
    const points = toPoints(seriesOf([heldUp(1), paced(2)], 4, rest))
    expect(columnOf(points, 'time').slice(0, 4)).toEqual([0, 1 - INSTANT, 1, 1.5])
    expect(mib(points, 'allocated').slice(0, 4)).toEqual([0, 0, 100, 100])
    expect(columnOf(points, 'isRigid').slice(0, 4)).toEqual([true, true, true, false])
  })

  describe('of a process whose first cycle starts far beyond its first goal', () => {
    const percent = (percent: number) => ({ kind: 'percent', percent }) as const
    const first: Figures = { start: 0.2, heap: [100, 100.5, 99], goal: 100, mark: 0.001 }
    const timesOf = (one: Figures, gogc = 100, more = {}) =>
      columnOf(toPoints(seriesOf([one, paced(1)], 4, { ...rest, ...more }), percent(gogc)), 'time').slice(0, -1)
    const atOnce = [0, 0.2 - INSTANT, 0.2, 0.201, 1]
    const evenly = [0, 0.2, 1]

    it('begin with an instant, in which its heap is allocated', () => {
      const points = toPoints(seriesOf([first, paced(1)], 4, rest), percent(100))
      expect(columnOf(points, 'time').slice(0, 4)).toEqual(atOnce.slice(0, 4))
      expect(mib(points, 'allocated').slice(0, 4)).toEqual([0, 0, 100, 100.5])
      expect(mib(points, 'reachable').slice(0, 4)).toEqual([0, 0, 99, 99])
      expect(columnOf(points, 'isRigid').slice(0, 4)).toEqual([true, true, true, false])
    })

    it('do so also if its clock shows no time before the cycle', () => {
      expect(timesOf({ ...first, start: 0 })).toEqual([0, 0, INSTANT, INSTANT + 0.001, 1])
    })

    it('do so if its goal is printed as a MiB more: Go moves the goal to just above the heap', () => {
      expect(timesOf({ ...first, goal: 101 })).toEqual(atOnce)
      expect(timesOf({ ...first, goal: 104 })).toEqual(evenly)
    })

    it('do not if the first goal explains that heap, or nearly', () => {
      expect(timesOf({ ...first, goal: 100, heap: [100, 100, 99] }, 2500)).toEqual(evenly)
      const small = (heap: number): Figures => ({ ...first, heap: [heap, heap, heap], goal: heap })
      expect(timesOf(small(8))).toEqual(evenly)
      expect(timesOf(small(8.5))).toEqual(atOnce)
      expect(timesOf(small(16.5), 200)).toEqual(atOnce)
      expect(timesOf(small(15), 200)).toEqual(evenly)
    })

    it('do not if the first cycle was forced, or if the log begins later than the process', () => {
      expect(timesOf({ ...first, forced: true })).toEqual(evenly)
      expect(timesOf(first, 100, { initialLive: 50 * MIB })).toEqual(evenly)
    })
  })

  it('include the 200 cycles that were held up longest, earlier ones first if equally long', () => {
    const rigidAt = (marks: readonly number[]) => {
      const time = columnOf(toPoints(seriesOf(marks.map((mark, i) => heldUp(1 + i, mark)))), 'time')
      // There is a point one instant before each cycle that was held up.
      return time.filter((seconds, i) => i > 0 && Math.abs(time[i - 1]! - (seconds - INSTANT)) < 1e-9)
    }
    expect(rigidAt(Array(200).fill(0.5)).length).toBe(200)
    const longest = Array.from({ length: 203 }, (_, i) => (i === 1 ? 0.3 : i > 200 ? 0.6 : 0.5))
    const starts = rigidAt(longest)
    expect(starts.length).toBe(200)
    expect(starts).not.toContain(2)
    expect(starts).toEqual(expect.arrayContaining([1, 199, 202, 203]))
    expect(starts).not.toContain(201)
  })
})
