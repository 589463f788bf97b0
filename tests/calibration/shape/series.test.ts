import { describe, expect, it } from 'vitest'
import { isStalled, stalledCycles, toSeries } from '../../../src/calibration/shape/series.ts'
import { MIB } from '../../../src/units.ts'
import { readLog } from '../../gctrace/support.ts'
import { type Figures, type Printed, printed, seriesOf, seriesOfLog } from '../support.ts'

const mib = (column: Float64Array) => [...column].map((bytes) => bytes / MIB)
/** A program of 50 MiB that allocates 50 per second, 10 of them while it marks. */
const steady = (start: number, rest: Partial<Printed> = {}): Printed => ({ start, heap: [90, 100, 60], ...rest })
const steadily = (count: number, from = 1) => Array.from({ length: count }, (_, i) => steady(from + i))
const forced = (start: number): Printed => ({ start, heap: [80, 80, 50], forced: true })

describe('the series of a log', () => {
  it('has sizes in the middle of what whole MiB allow, and times in seconds', () => {
    const cycle = steady(1.5, {
      goal: 101,
      pauses: [1, 2],
      pausesCpu: [3, 5],
      mark: 20,
      assist: 7,
      background: 11,
      idle: 13,
    })
    const series = seriesOfLog([cycle])
    const sizes = [series.heapStart, series.heapEnd, series.live, series.goal].map((column) => column[0]! / MIB)
    expect(sizes).toEqual([90.5, 100.5, 60.5, 101.5])
    const { start, pause, mark, assist, background, idle, pauseCpu } = series
    const times = [start, pause, mark, assist, background, idle, pauseCpu].map((column) => column[0])
    expect(times).toEqual([1.5, 0.003, 0.02, 0.007, 0.011, 0.013, 0.008])
  })

  it('counts the scan phase of Go 1.5 as background marking', () => {
    const { columns } = readLog(printed([steady(1, { background: 11 })]))
    const series = toSeries({ ...columns, scanCpuUs: new Map([[0, 4000]]) })!
    expect(series.background[0]).toBeCloseTo(0.015, 12)
  })

  it('has the reachable heap at a cycle’s start: what it found live, less what was allocated while it marked', () => {
    expect(mib(seriesOfLog([steady(1)]).reachable)).toEqual([50.5])
    // The reachable heap is never negative, and never larger than the heap.
    expect(mib(seriesOfLog([steady(1, { heap: [90, 100, 5] })]).reachable)).toEqual([0])
    expect(mib(seriesOfLog([steady(1, { heap: [90, 90, 95] })]).reachable)).toEqual([90.5])
  })

  it('has the median number of processors of its cycles', () => {
    const cycles = steadily(5).map((cycle, i) => ({ ...cycle, procs: i === 0 || i === 4 ? 2 : 8 }))
    expect(seriesOfLog(cycles).procs).toBe(8)
    expect(seriesOfLog([steady(1, { procs: 1 })]).procs).toBe(1)
  })

  it('has the stacks and globals that lines show, plus half a MiB each', () => {
    const cycles = [steady(1), steady(2, { stacks: 3, globals: 7 }), steady(3, { stacks: 5, globals: 7 })]
    const { stacks, globals, roots } = seriesOfLog(cycles)
    expect([stacks / MIB, globals / MIB, ...mib(roots)]).toEqual([4.5, 7.5, 0, 11, 13])
    // Before Go 1.18, lines showed neither.
    const old = printed(cycles).replace(/, \d MB stacks, \d MB globals/g, '')
    expect(toSeries(readLog(old).columns)).toMatchObject({ stacks: 0, globals: 0 })
  })
})

describe('the beginning of a log', () => {
  it.each([
    [1, 4.9],
    [3, 4.9],
    [1, 8],
  ])('is the start of the process, without a heap, if the log starts at cycle %d after %d s', (number, start) => {
    const series = seriesOfLog([steady(start), steady(start + 1)], number)
    expect(series.initialLive).toBe(0)
    expect([...series.start]).toEqual([start, start + 1])
    expect(mib(series.allocated)).toEqual([90.5, 130.5])
  })

  it('is later if the process had waited for work before its first cycle: it allocated far more slowly until then', () => {
    // 90 MiB in 60 s, then 30 MiB in a second.
    expect([...seriesOfLog([steady(60), steady(61)], 1).start]).toEqual([0, 1])
    expect([...seriesOfLog([steady(60, { heap: [4, 4, 1], goal: 4 }), steady(61)], 1).start]).toEqual([0, 1])
  })

  it.each([
    [4, 4.9],
    [2, 5],
  ])('is later, with a heap, if the log starts at cycle %d after %d s', (number, start) => {
    const series = seriesOfLog([steady(start), steady(start + 1, { heap: [90, 100, 70] })], number)
    expect(series.initialLive).toBe(50.5 * MIB)
    expect(series.endSeconds).toBeCloseTo(1.01 + 0.99 / 2, 9)
    expect(series.endAllocated / MIB).toBe(40 + 10 + 15)
    expect(series.start[0]).toBe(0)
    expect(series.start[1]).toBeCloseTo(1, 9)
    expect(mib(series.allocated)).toEqual([0, 40])
  })
})

describe('the end of a log', () => {
  it('is half a gap after the last cycle if nothing shows it, with half of the gap’s allocation', () => {
    // Each cycle marks for 10 ms, plus 2 ms of pauses. 30 MiB come between two cycles, 10 more in the last one.
    const pauses = [1, 1] as const
    const { endSeconds, endAllocated, openSeconds } = seriesOfLog([steady(1, { pauses }), steady(2, { pauses })])
    expect(endSeconds).toBeCloseTo(2.012 + 0.988 / 2, 9)
    // It ended as its last cycle did at the earliest, and no later than the next cycle would have come.
    expect(openSeconds).toBeCloseTo(0.988 / 2, 9)
    expect(endAllocated / MIB).toBe(90.5 + 40 + 10 + 15)
  })

  it('is the end of its only cycle', () => {
    const { endSeconds, endAllocated } = seriesOfLog([steady(1, { pauses: [1, 1] })])
    expect(endSeconds).toBeCloseTo(1.012, 9)
    expect(endAllocated / MIB).toBe(100.5)
  })

  it('is the end of its last cycle if the lines contradict each other', () => {
    const { endSeconds, endAllocated } = seriesOfLog([steady(1, { mark: 3000 }), steady(2, { heap: [40, 40, 40] })])
    expect(endSeconds).toBeCloseTo(2.01, 9)
    // The sum of allocated bytes never falls.
    expect(endAllocated / MIB).toBe(90.5 + 10 - 20)
  })

  it('is where forced cycles begin, if only forced ones follow', () => {
    const series = seriesOfLog([...steadily(2), forced(2.5), forced(2.6)])
    expect(series.count).toBe(2)
    expect(series.endSeconds).toBe(2.5)
    expect(series.openSeconds).toBe(0)
    expect(series.endAllocated / MIB).toBe(90.5 + 40 + 10 + 20)
  })

  it('is the end of the log if more than four forced cycles follow: the program forces them as it works', () => {
    const loop = (count: number) => Array.from({ length: count }, (_, i) => forced(2.5 + 0.1 * i))
    expect(seriesOfLog([...steadily(2), ...loop(4)])).toMatchObject({ count: 2, afterWork: 4 })
    const { count, endSeconds, forcedLeftOut, afterWork } = seriesOfLog([...steadily(2), ...loop(5)])
    expect({ count, forcedLeftOut, afterWork }).toEqual({ count: 7, forcedLeftOut: 0, afterWork: 0 })
    expect(endSeconds).toBeGreaterThan(2.9)
    // Too many for a scenario are left out, but not the time in which they ran.
    const many = seriesOfLog([...steadily(2), ...loop(60)])
    expect({ count: many.count, forcedLeftOut: many.forcedLeftOut }).toEqual({ count: 2, forcedLeftOut: 60 })
    expect(many.endSeconds).toBeGreaterThan(8)
  })

  it('is before a cycle that found almost no heap, if the log ends with a forced cycle', () => {
    const emptied = steady(3, { heap: [90, 98, 17] })
    const series = seriesOfLog([steady(1, { heap: [4, 4, 4] }), steady(2), emptied, forced(3.5)])
    expect(series.count).toBe(2)
    expect(series.endSeconds).toBe(3)
    // A fifth of the 50 MiB before is too much for an end. Without a forced cycle, nothing shows that the work ended.
    expect(seriesOfLog([...steadily(2), { ...emptied, heap: [90, 98, 18] }, forced(3.5)]).count).toBe(3)
    expect(seriesOfLog([...steadily(2), emptied]).count).toBe(3)
  })

  it('is after the second cycle at the earliest, unless the second is forced', () => {
    expect(seriesOfLog([steady(1), steady(2, { heap: [90, 90, 1] }), forced(3)]).count).toBe(2)
    expect(seriesOfLog([steady(1), forced(2)]).count).toBe(1)
  })
})

describe('a log longer than a scenario, 1,000,000 s', () => {
  /** A cycle every 100,000 s: the last one at 2,000,000 s. */
  const steps = Array.from({ length: 20 }, (_, i) => ({ ...steady(1), start: 100_000 * (i + 1) }))

  it('is read like one that begins later: the first cycles are left out', () => {
    const series = seriesOfLog(steps)
    // The work goes on for half of a gap after the last cycle, so ten cycles remain.
    expect(series).toMatchObject({ count: 10, tooEarly: 10, forcedLeftOut: 0 })
    expect(series.start[0]).toBe(0)
    expect(series.endSeconds).toBeGreaterThan(900_000)
    expect(series.endSeconds).toBeLessThanOrEqual(1_000_000)
    expect(series.initialLive).toBeGreaterThan(0)
    expect(mib(series.allocated.slice(0, 2))).toEqual([0, 40])
    expect(seriesOfLog(steps.slice(0, 9)).tooEarly).toBe(0)
  })

  it('keeps its forced cycles, if not too many of the others are', () => {
    const isForced = (i: number) => i < 30 || i === 33
    const many = Array.from({ length: 40 }, (_, i) => ({ ...steady(1), start: 100_000 * (i + 1), forced: isForced(i) }))
    expect(seriesOfLog(many)).toMatchObject({ count: 10, tooEarly: 30, forcedLeftOut: 0 })
  })
})

describe('forced cycles of a log', () => {
  /** A forced cycle after each cycle that the pacer started, and one of the pacer’s at the end. */
  const withForced = (count: number) => [
    ...Array.from({ length: count }, (_, i) => [steady(1 + i), forced(1.5 + i)]).flat(),
    steady(1 + count),
  ]

  it('are in the series if a link has room for them', () => {
    const series = seriesOfLog(withForced(24))
    expect(series).toMatchObject({ count: 49, forcedLeftOut: 0 })
    expect([...series.forced.slice(0, 4)]).toEqual([0, 1, 0, 1])
  })

  it('are left out if there are more, but their allocation still counts', () => {
    const series = seriesOfLog(withForced(25))
    expect(series).toMatchObject({ count: 26, forcedLeftOut: 25 })
    expect(series.forced.some((value) => value === 1)).toBe(false)
    // From one paced cycle to the next: 10 MiB while marking, 20 up to the forced cycle, and 40 after it.
    expect(mib(series.allocated.slice(0, 3))).toEqual([90.5, 160.5, 230.5])
    expect(series.endSeconds).toBeCloseTo(26.01 + 0.49 / 2, 9)
    expect(series.endAllocated / MIB).toBe(90.5 + 25 * 70 + 10 + 20)
  })

  it('are in the series even if only one cycle is not forced', () => {
    expect(seriesOfLog([forced(1), steady(2)]).count).toBe(2)
  })

  it('are left out up to the end of the work, when the heap was gone', () => {
    const series = seriesOfLog([...withForced(25), steady(28, { heap: [90, 90, 1] }), forced(29)])
    expect(series).toMatchObject({ count: 26, endSeconds: 28 })
  })

  it('make no series without other cycles', () => {
    expect(toSeries(readLog(printed([forced(1), forced(2)])).columns)).toBeUndefined()
  })

  it('do not move the beginning of a log that begins later', () => {
    const series = seriesOfLog(
      [forced(10), steady(11), steady(12), ...withForced(25).map((c) => ({ ...c, start: c.start + 20 }))],
      9,
    )
    expect(mib(series.allocated.slice(0, 2))).toEqual([0, 40])
    expect(series.start[0]).toBe(0)
    // 40 MiB per cycle of the pacer, 30 more per forced one in between, and half of the next 40 at the end.
    expect(series.endAllocated / MIB).toBe(2 * 40 + 25 * 70 + 10 + 20)
  })
})

describe('a mark phase that the program held up', () => {
  // The program allocates 40 MiB in the 100 ms before and after the cycle, 400 MiB per second, and nothing in between.
  const cycle = (start: number, rest: Partial<Figures> = {}): Figures => ({
    start,
    heap: [100, 101, 60],
    goal: 100,
    mark: 0.1,
    background: 0.1,
    ...rest,
  })
  const isHeldUp = (rest: Partial<Figures>, others: Partial<Figures> = {}) =>
    isStalled(seriesOf([cycle(0, others), cycle(0.2, rest), cycle(0.4, others)]), 1)

  it('started beyond its goal, and nothing was allocated meanwhile', () => {
    expect(isHeldUp({})).toBe(true)
    expect(isHeldUp({ goal: 101 })).toBe(false)
    expect(isHeldUp({ heap: [100, 101.9, 60] })).toBe(true)
    expect(isHeldUp({ heap: [100, 102, 60] })).toBe(false)
  })

  it('has hardly any assists', () => {
    expect(isHeldUp({ assist: 0.007, background: 0.1, idle: 0.1 })).toBe(true)
    expect(isHeldUp({ assist: 0.013, background: 0.1, idle: 0.1 })).toBe(false)
    expect(isHeldUp({ assist: 0.007, background: 0.05, idle: 0.05 })).toBe(false)
  })

  it('takes so long that more than 8 MiB of allocation are missing', () => {
    // At this rate the program would allocate 8.5 MiB in 35 ms, and 7.3 MiB in 31 ms.
    expect(isHeldUp({ mark: 0.035 })).toBe(true)
    expect(isHeldUp({ mark: 0.031 })).toBe(false)
    // At 4,000 MiB per second, far more than 8 MiB are missing in 5 ms, but so short a pause may be chance.
    const fast = { heap: [1000, 1000, 600], goal: 1000 } as const
    expect(isHeldUp({ ...fast, mark: 0.005 }, fast)).toBe(false)
    expect(isHeldUp({ ...fast, mark: 0.006 }, fast)).toBe(true)
  })

  it('is measured against the lower rate of allocation before and after it', () => {
    const first = cycle(0, { heap: [100, 101, 99] })
    expect(isStalled(seriesOf([first, cycle(0.2), cycle(0.4)]), 1)).toBe(false)
    expect(isStalled(seriesOf([cycle(0), cycle(0.2, { heap: [100, 101, 99] }), cycle(0.4)]), 1)).toBe(false)
  })

  it('is measured against one side at the beginning and at the end of a log', () => {
    expect(stalledCycles(seriesOf([cycle(0), cycle(0.2, { goal: 200 }), cycle(0.4)]))).toEqual([0, 2])
    expect(stalledCycles(seriesOf([cycle(0)]))).toEqual([])
  })
})
