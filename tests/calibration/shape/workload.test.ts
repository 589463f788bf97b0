import { describe, expect, it } from 'vitest'
import type { Piece } from '../../../src/calibration/shape/segments.ts'
import {
  busyCpus,
  findSlack,
  isFlat,
  markPace,
  pointerFreeLive,
  scanRate,
  toPhase,
} from '../../../src/calibration/shape/workload.ts'
import { MIB } from '../../../src/units.ts'
import { type Figures, marks, onProcs } from '../support.ts'

describe('pointer-free data', () => {
  // Objects with pointers are marked at 5 GiB per CPU-second: in 20 ms, 102.4 MiB of them.
  it('is the part for which marking at the usual rate had no time', () => {
    expect(pointerFreeLive(onProcs(4, [marks(600, 0.02)])) / MIB).toBeCloseTo(497.6, 9)
  })

  it('counts all mark time of a cycle, and everything that it marks', () => {
    const cycle = marks(590, 0.005, { assist: 0.01, idle: 0.005, roots: 10 })
    expect(pointerFreeLive(onProcs(4, [cycle])) / MIB).toBeCloseTo(497.6, 9)
  })

  it('is 0 if marking is no faster than GC can follow pointers', () => {
    expect(pointerFreeLive(onProcs(4, [marks(600, 0.1)]))).toBe(0)
    expect(pointerFreeLive(onProcs(4, []))).toBe(0)
  })

  it('is the median of the second half of a run, when the heap has been built up', () => {
    const cycles = [1, 1, 0.04, 0.02, 0.03].map((seconds) => marks(600, seconds))
    // The median of 600 − 204.8, 600 − 102.4 and 600 − 153.6.
    expect(pointerFreeLive(onProcs(4, cycles)) / MIB).toBeCloseTo(446.4, 9)
  })

  it('ignores heaps below 8 MiB, and cycles whose lines show no marking', () => {
    expect(pointerFreeLive(onProcs(4, [marks(7.9, 1e-4), marks(7.9, 1e-4)]))).toBe(0)
    expect(pointerFreeLive(onProcs(4, [marks(8, 1e-4), marks(8, 1e-4)])) / MIB).toBeCloseTo(8 - 0.512, 9)
    expect(pointerFreeLive(onProcs(4, [marks(600, 0), marks(600, 0)]))).toBe(0)
  })
})

describe('the CPUs that a program keeps busy during mark phases', () => {
  const busy = (cycle: Partial<Figures>) => busyCpus(onProcs(4, [{ heap: [9, 9, 9], ...cycle }]), { first: 0, end: 1 })

  it('are all CPUs if workers had only their quarter and no processor was idle', () => {
    expect(busy({ background: 0.1 })).toBe(4)
  })

  it('are the CPUs that do not mark, if one was idle', () => {
    expect(busy({ background: 0.1, idle: 0.15, assist: 0.01 })).toBeCloseTo(1.4, 9)
  })

  it('are the CPUs that do not mark, if more than a third marked: workers take only a quarter of busy ones', () => {
    expect(busy({ background: 0.13, idle: 0.005 })).toBe(4)
    expect(busy({ background: 0.2 })).toBeCloseTo(2, 9)
    expect(busy({ background: 0.16, idle: 0.004 })).toBeCloseTo(2.36, 9)
  })

  it('are all CPUs if a processor was idle only for a moment', () => {
    expect(busy({ background: 0.1, idle: 0.005 })).toBe(4)
    expect(busy({ background: 0.1, idle: 0.006 })).toBeCloseTo(2.94, 9)
  })

  it('are all CPUs but one if a cycle of less than a millisecond found an idle one', () => {
    expect(busy({ mark: 0.0005, idle: 0.0018 })).toBe(3)
    expect(busy({ mark: 0.001, idle: 0.0018 })).toBeCloseTo(2.2, 9)
  })

  it('are hardly any if all CPUs mark', () => {
    expect(busy({ idle: 0.4 })).toBe(0.05)
  })

  it('ignore forced cycles, and cycles without mark time', () => {
    expect(busy({ idle: 0.2, forced: true })).toBeUndefined()
    expect(busy({ idle: 0.2, mark: 0 })).toBeUndefined()
  })

  it('are the median of the given cycles', () => {
    const cycles = [0.3, 0.1, 0.2, 0.25, 0.3].map((idle) => ({ heap: [9, 9, 9] as const, idle }))
    expect(busyCpus(onProcs(4, cycles), { first: 1, end: 4 })).toBeCloseTo(2, 9)
  })
})

/*
 * A program keeps two CPUs busy, and a worker takes half a CPU while cycles mark: without slack, the program keeps 3/4
 * of its pace. Between cycles it allocates 100 MiB in 0.9 s, so a MiB takes 18 ms of CPU, less the time to sweep 105
 * MiB per 100 MiB, at 10.5 GiB/s.
 */
const PER_MIB = 0.018 - 105 / 100 / (10.5 * 1024)
const paused = (marked: number, rest: Partial<Figures> = {}) => ({
  heap: [105 - marked, 105, 5 - marked] as const,
  background: 0.05,
  ...rest,
})
const slackOf = (cycle: Omit<Figures, 'start'>, procs = 2, busy = 2) =>
  findSlack(onProcs(procs, [cycle, cycle, cycle]), busy)

describe('slack', () => {
  // 10 MiB in a mark phase of 0.1 s are 89 % of the rate in between.
  it('is certain if a program allocates more while marking than its remaining CPUs allow', () => {
    const slack = slackOf(paused(10))
    expect(slack).toMatchObject({ hasSlack: true, isSure: true, markSlowdown: 1 })
    expect(slack.peakRate / MIB).toBeCloseTo(1 / PER_MIB, 9)
  })

  it('is assumed if the write barrier may explain the loss', () => {
    // 71 % of the rate in between, where the CPUs allow 75 %.
    expect(slackOf(paused(8))).toMatchObject({ hasSlack: true, isSure: false, markSlowdown: 1 })
  })

  it('is ruled out if a program falls more than a fifth behind what its remaining CPUs allow', () => {
    const slack = slackOf(paused(5))
    expect(slack).toMatchObject({ hasSlack: false, isSure: true })
    // The program keeps 45 % of its pace with 75 % of its CPUs.
    expect(slack.markSlowdown).toBeCloseTo(0.75 / ((50 * PER_MIB) / 2), 9)
  })

  it('limits the mark slowdown to a factor of five', () => {
    expect(slackOf(paused(4.1)).markSlowdown).toBeCloseTo(0.75 / ((41 * PER_MIB) / 2), 9)
    expect(slackOf(paused(4.1, { mark: 0.4, background: 0.2 }))).toMatchObject({ hasSlack: false, markSlowdown: 5 })
  })

  it('is assumed if marking takes hardly any CPU from the program, or little is allocated meanwhile', () => {
    expect(slackOf(paused(5, { background: 0.009 }))).toMatchObject({ hasSlack: true, isSure: false })
    expect(slackOf(paused(4))).toMatchObject({ hasSlack: true, isSure: false })
  })

  it('counts assists as taken from the program, and workers as far as idle processors do not cover them', () => {
    expect(slackOf(paused(5, { assist: 0.041, background: 0.009 })).markSlowdown).toBeCloseTo(
      slackOf(paused(5)).markSlowdown,
      9,
    )
    // One of three CPUs is idle and does 0.1 of the 0.15 CPU-seconds.
    expect(slackOf(paused(5, { background: 0.15 }), 3).markSlowdown).toBeCloseTo(slackOf(paused(5)).markSlowdown, 9)
    expect(slackOf(paused(5, { background: 0.05 }), 3)).toMatchObject({ hasSlack: true, isSure: false })
  })

  it('is read from the last two thirds of a run, without forced and back-to-back cycles', () => {
    const telling = paused(10)
    const lost = paused(10, { background: 0.2 })
    const all = [lost, telling, { ...lost, forced: true }, paused(10, { mark: 1 }), telling, telling]
    expect(findSlack(onProcs(2, all.slice(1)), 2).isSure).toBe(true)
    expect(findSlack(onProcs(2, all), 2)).toEqual(findSlack(onProcs(2, [telling, telling, telling]), 2))
  })

  it('does not show in back-to-back cycles: a program that loses most of its CPUs gets the usual slowdown', () => {
    // 1.5 of two CPUs mark, and with the half that is left it allocates 50 MiB in 0.1 s, at 1.5 times the usual cost.
    const cycle = { heap: [100, 150, 100] as const, background: 0.15, mark: 0.1 }
    const slack = slackOf(cycle)
    expect(slack).toMatchObject({ hasSlack: false, isSure: false })
    expect(slack.markSlowdown).toBeCloseTo(1.5, 9)
    expect(slack.peakRate / MIB).toBeCloseTo(1500, 6)
    expect(slackOf({ ...cycle, background: 0.09 })).toMatchObject({ hasSlack: true, isSure: false, markSlowdown: 1 })
  })

  it('does not show if sweeping takes nearly all time between cycles', () => {
    // 8,064 MiB to sweep in 0.75 CPU-seconds, of 0.9 that one CPU has.
    const cycle = { heap: [8014, 8064, 7914] as const, background: 0.08 }
    expect(slackOf(cycle, 1, 1)).toMatchObject({ hasSlack: false, isSure: false })
    expect(slackOf({ ...cycle, heap: [4014, 4064, 3914] }, 1, 1).isSure).toBe(true)
  })

  it('is ruled out, with an unknown pace, if a program has no CPU left during mark phases', () => {
    const cycle = { heap: [100, 150, 100] as const, background: 0.2, mark: 0.1 }
    expect(slackOf(cycle)).toEqual({ hasSlack: false, isSure: false, peakRate: 0, markSlowdown: 1 })
  })

  it('is assumed for a program that never marks', () => {
    expect(slackOf(paused(5, { mark: 0, background: 0 }))).toEqual({
      hasSlack: true,
      isSure: false,
      peakRate: 0,
      markSlowdown: 1,
    })
  })
})

describe('the pace of a program during the mark phases of a piece', () => {
  // One CPU of two is busy; of 0.15 CPU-seconds that the workers had, they took 0.05 from it: half of its time.
  const cycle = (marked: number, rest: Partial<Figures> = {}): Omit<Figures, 'start'> => ({
    heap: [100 + marked, 100 + 2 * marked, 10 + marked],
    goal: 200,
    background: 0.15,
    pause: 0.01,
    ...rest,
  })
  const paceOf = (cycles: readonly Omit<Figures, 'start'>[], end = cycles.length) =>
    markPace(onProcs(2, cycles), { first: 0, end }, 1)

  it('compares allocation while marking, plus a quarter of a MiB for rounding, with the rate in between', () => {
    // 90 MiB in 0.89 s; in twice 0.1 s 4.75 + ¼ MiB instead of 20.2.
    const rate = 90 / 0.89
    const progress = 5 / 0.2 / rate
    const pace = paceOf([cycle(2.375), cycle(2.375), cycle(2.375)])!
    expect(pace.rate / MIB).toBeCloseTo(rate, 9)
    expect(pace.slowdown).toBeCloseTo(0.5 / progress, 9)
    // Three heaps of 104.75 MiB are swept, 10.5 GiB per second.
    expect(pace.lostSeconds).toBeCloseTo(0.02 + 0.2 * (1 - progress) + (3 * 104.75) / 10_752, 9)
  })

  it('has no slowdown, and loses time only to sweeping, if it allocates as much as in between', () => {
    const pace = paceOf([cycle(20), cycle(20)])!
    expect(pace).toMatchObject({ slowdown: 1 })
    expect(pace.lostSeconds).toBeCloseTo(0.01 + (2 * 140) / 10_752, 12)
  })

  it('has a slowdown of at most fifty, however little is allocated', () => {
    const slow = { mark: 0.9, background: 0.9, pause: 0 }
    expect(paceOf([cycle(0, slow), cycle(0, slow)])!.slowdown).toBe(50)
    // If workers take all of its CPU, we assume that a fiftieth is left. It allocates a thousandth of 900 MiB/s.
    const all = { ...slow, background: 2 }
    expect(paceOf([cycle(0.56, all), cycle(0.56, all)])!.slowdown).toBeCloseTo(20, 6)
  })

  it('ignores cycles that the program held up', () => {
    // A large object starts it beyond its goal, and nothing is allocated for half a second: 50 MiB are missing.
    const stalled = { ...cycle(2, { heap: [102, 102, 12] }), mark: 0.5, goal: 90, background: 0.5 }
    expect(paceOf([cycle(2), stalled, cycle(2)])?.slowdown).toBeCloseTo(paceOf([cycle(2), cycle(2)])!.slowdown, 9)
  })

  it.each([
    ['it has no cycle with one after it', [cycle(2)]],
    ['its cycles do not mark', [cycle(2, { mark: 0 }), cycle(2)]],
    ['nothing lies between its cycles', [cycle(2, { mark: 1, pause: 0 }), cycle(2)]],
    ['hardly anything is allocated in between', [cycle(0, { heap: [50, 50, 49.5] }), cycle(0, { heap: [50, 50, 49] })]],
  ])('is unknown if %s', (_, cycles) => {
    expect(paceOf(cycles)).toBeUndefined()
  })

  it('needs at least a MiB of allocation in between', () => {
    expect(paceOf([cycle(0, { heap: [50, 50, 49] }), cycle(0, { heap: [50, 50, 49] })])).toBeDefined()
  })
})

describe('bytes marked per CPU-second', () => {
  it('cover all cycles of a piece, with roots and without pointer-free data', () => {
    const cycles = [marks(1, 1), marks(100, 0.1, { roots: 5 }), marks(300, 0.2, { roots: 15 }), marks(1, 1)]
    expect(scanRate(onProcs(4, cycles), { first: 1, end: 3 }, 50 * MIB, true)! / MIB).toBeCloseTo((55 + 265) / 0.3, 6)
  })

  it('are corrected for a small heap that was marked just before', () => {
    // 64 MiB live, a quarter of the caches’ 256; 32 allocated since, half as much as is live: ¼ · ½ · ¾ faster.
    const cycles = [0, 1].map(() => ({ heap: [96, 96, 64] as const, background: 0.02 }))
    expect(scanRate(onProcs(4, cycles), { first: 1, end: 2 }, 0, true)! / MIB).toBeCloseTo(
      64 / (1 + 0.25 * 0.5 * 0.75) / 0.02,
      6,
    )
    expect(scanRate(onProcs(4, cycles), { first: 0, end: 1 }, 0, true)! / MIB).toBeCloseTo(64 / 0.02, 6)
  })

  it('include cycles that the program held up only if asked for', () => {
    const cycle = { heap: [200, 200, 100] as const, background: 0.2, mark: 0.5, goal: 190 }
    const cycles = [{ ...cycle, goal: 300, background: 0.1 }, cycle, { ...cycle, goal: 300 }]
    expect(scanRate(onProcs(4, cycles), { first: 0, end: 2 }, 0, false)! / MIB).toBeCloseTo(1000, 6)
    expect(scanRate(onProcs(4, cycles), { first: 0, end: 2 }, 0, true)! / MIB).toBeCloseTo(200 / 0.3, 6)
  })

  it('are unknown for a piece without cycles, and for pointer-free data alone', () => {
    expect(scanRate(onProcs(4, [marks(100, 0.1)]), { first: 0, end: 0 }, 0, true)).toBeUndefined()
    expect(scanRate(onProcs(4, [marks(100, 0)]), { first: 0, end: 1 }, 0, true)).toBeUndefined()
    expect(scanRate(onProcs(4, [marks(100, 0.1)]), { first: 0, end: 1 }, 200 * MIB, true)).toBeUndefined()
  })
})

describe('a piece as a phase', () => {
  const piece = (allocated: number, from: number, to: number): Piece => ({
    from: 0,
    to: 5,
    first: 0,
    end: 1,
    allocatedFrom: 7 * MIB,
    allocatedTo: (7 + allocated) * MIB,
    reachableFrom: from * MIB,
    reachableTo: to * MIB,
  })

  it('allocates as much as the piece in its own duration, and keeps what the heap gains', () => {
    const phase = toPhase(piece(200, 10, 60), 4, { goroutines: 3 })
    expect(phase).toEqual({
      duration: 4,
      allocRate: 50 * MIB,
      newSurvivalRate: 0.25,
      oldDeathRate: 0,
      goroutines: 3,
    })
  })

  it('loses a share of its heap if the heap shrinks', () => {
    expect(toPhase(piece(200, 60, 15), 5, {})).toMatchObject({ newSurvivalRate: 0, oldDeathRate: 0.75 })
  })

  it('keeps nothing new and loses nothing if its heap stays the same', () => {
    expect(toPhase(piece(0, 0, 0), 5, {})).toMatchObject({ allocRate: 0, newSurvivalRate: 0, oldDeathRate: 0 })
    // Sizes are in whole MiB, so a heap may seem to grow although nothing is allocated.
    expect(toPhase(piece(0, 10, 11), 5, {})).toMatchObject({ allocRate: 0, newSurvivalRate: 0 })
    expect(toPhase(piece(10, 20, 20), 5, {})).toMatchObject({ newSurvivalRate: 0, oldDeathRate: 0 })
  })

  it('counts as flat if its heap stays the same within a twentieth plus a MiB', () => {
    expect(isFlat(piece(200, 100, 105.9))).toBe(true)
    expect(isFlat(piece(200, 100, 106.4))).toBe(false)
    expect(isFlat(piece(200, 106, 100))).toBe(true)
    expect(isFlat(piece(200, 107, 100))).toBe(false)
  })

  it('does not count as flat without a heap', () => {
    expect(isFlat(piece(200, 0.9, 1))).toBe(false)
    expect(isFlat(piece(200, 1.1, 1))).toBe(true)
  })
})
