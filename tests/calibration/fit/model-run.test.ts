import { describe, expect, it } from 'vitest'
import { isPaceOpen, leavesCpuIdle, mayBeJob, toModelRun, toWorkload } from '../../../src/calibration/fit/model-run.ts'
import type { Series } from '../../../src/calibration/shape/series.ts'
import { GIB, MIB, OFF } from '../../../src/units.ts'
import { type Figures, seriesOf, seriesOfLoads } from '../support.ts'
import { ALL_BUSY, COARSE, flat, growing, ONE_BUSY, run, SETTINGS, slackOf, with_ } from './steady-run.ts'

describe('a program that we treat as driven', () => {
  const isOpen = (isSure: boolean, hasSlack: boolean, busy: number) => {
    const slack = { isSure, hasSlack, peakRate: GIB, markSlowdown: 1 }
    return isPaceOpen({ busy, isSaturated: busy === 2, slack })
  }

  it('may be a job if its log does not show whether it catches up, unless it keeps less than one CPU busy', () => {
    expect([2, 1.4, 1, 0.9].map((busy) => isOpen(false, true, busy))).toEqual([true, true, true, false])
  })

  it('may be a job if it does not catch up and leaves part of a CPU idle, but not if it surely catches up', () => {
    expect([2, 1.4, 0.9].map((busy) => isOpen(true, false, busy))).toEqual([false, true, true])
    expect([2, 1.4, 0.9].map((busy) => isOpen(true, true, busy))).toEqual([false, false, false])
  })
})

describe('what a log shows of its program', () => {
  it('is how many CPUs it keeps busy in the second half: all, if less than a fifth of one is idle', () => {
    expect(toWorkload(growing())).toMatchObject({ busy: expect.closeTo(1, 9), isSaturated: false })
    expect(toWorkload(growing(ALL_BUSY))).toMatchObject({ busy: 4, isSaturated: true })
    const short = (idle: number) => toWorkload(growing({ mark: 0.1, background: 0, idle })).isSaturated
    expect(short(0.019)).toBe(true)
    expect(short(0.021)).toBe(false)
  })

  it('is its mark cost in the second half, else in the whole log, else a usual one', () => {
    const cycle = (live: number, rest: Partial<Figures> = {}): Omit<Figures, 'start'> => ({
      heap: [400, 410, live],
      goal: 9999,
      background: 0.1,
      ...rest,
    })
    const rate = (...cycles: Omit<Figures, 'start'>[]) =>
      toWorkload(seriesOf(cycles.map((one, start) => ({ ...one, start })))).scanRate
    expect(rate(cycle(300), cycle(300), cycle(400), cycle(400)) / MIB).toBeCloseTo(4000, 6)
    // The second half of three cycles includes the middle one.
    expect(rate(cycle(200), cycle(300), cycle(400)) / MIB).toBeCloseTo(3500, 6)
    expect(rate(cycle(300), cycle(300, { background: 0 })) / MIB).toBeCloseTo(6000, 6)
    expect(rate(cycle(300, { background: 0 }))).toBe(5 * GIB)
  })

  it('is a mark cost without the cycles that the program held up, unless a piece has no others', () => {
    // A large object starts the cycle beyond its goal, and while it is copied nothing else is allocated.
    const held = (cycles: number, at: readonly number[]) =>
      seriesOf(
        Array.from({ length: cycles }, (_, i): Figures => {
          const isHeld = at.includes(i)
          const rest = { reachable: 50, goal: 100, mark: 0.2 }
          return { ...rest, start: i + 1, heap: [100, isHeld ? 100 : 103, 50], background: isHeld ? 0.8 : 0.1 }
        }),
        4,
        { initialLive: 50 * MIB },
      )
    const costOf = (series: Series) => toWorkload(series).scanRate / MIB
    expect(costOf(held(20, []))).toBeCloseTo(500, 6)
    expect(costOf(held(20, [15]))).toBeCloseTo(500, 6)
    // The last two of three cycles are held up, so the first shows the cost.
    expect(costOf(held(3, [1, 2]))).toBeCloseTo(500, 6)
    const series = held(20, [15])
    const { pieces, scenario } = run(with_(series, { busy: 1.5 }))
    const own = pieces.flatMap(({ first, end }, i) => (first === 15 && end === 16 ? [scenario.program.phases[i]!] : []))
    expect(own.map(({ scanRate }) => scanRate / MIB)).toEqual([expect.closeTo(50 / 0.8, 1)])
    // A piece without a cycle is not driven by the clock.
    for (const [i, { first, end }] of pieces.entries())
      if (first === end) expect(scenario.program.phases[i]!.dropsLate).toBe(false)
    expect(pieces.some(({ first, end }) => first === end)).toBe(true)
  })
})

describe('whether a program may be a job that ends when its work is done', () => {
  const of = (busy: number, isSaturated = false, hasSlack = true) =>
    mayBeJob(with_(growing(), { busy, isSaturated, slack: slackOf(hasSlack) }))

  it('shows in whole CPUs that it keeps busy', () => {
    expect([1, 1.09, 1.91, 3].map((busy) => of(busy))).toEqual([true, true, true, true])
    expect([0.05, 0.5, 1.11, 1.5, 1.89].map((busy) => of(busy))).toEqual([false, false, false, false, false])
  })

  it('shows in less than whole CPUs where fractional workers take turns with it, as on two CPUs but not on four', () => {
    const [onTwo, onFour] = [2, 4].map((procs) =>
      mayBeJob(with_(growing(ONE_BUSY, procs), { busy: 0.85, isSaturated: false, slack: slackOf(true) })),
    )
    expect([onTwo, onFour]).toEqual([true, false])
  })

  it('shows, if it keeps all CPUs busy, in whether it has slack', () => {
    expect([of(4, true, true), of(4, true, false)]).toEqual([false, true])
  })

  it('also shows whether it leaves CPUs idle', () => {
    const leaves = (busy: number, isSaturated: boolean) =>
      leavesCpuIdle(with_(growing(), { busy, isSaturated, slack: slackOf(false) }))
    expect([leaves(1, false), leaves(0.5, false), leaves(4, true)]).toEqual([true, false, false])
  })
})

describe('the scenario of a service that waits for its clients', () => {
  const { pieces, scenario } = run(with_(flat(), { busy: 1.5 }))
  const { program } = scenario

  it('runs as long as the log, and allocates as much', () => {
    expect(pieces.length).toBe(1)
    expect(program.phases[0]).toMatchObject({ duration: 10, newSurvivalRate: 0, oldDeathRate: 0, goroutines: 0 })
    expect(program.phases[0]!.allocRate / MIB).toBeCloseTo(100, 1)
  })

  it('keeps as many CPUs busy as in the log, is driven by the clock, and starts with the log’s first heap', () => {
    expect(program).toMatchObject({ busyProcs: 1.5, peakAllocRate: 0, pace: 'clock' })
    expect(program.initialLive / MIB).toBeCloseTo(50, 2)
    expect(program.phases[0]).toMatchObject({ dropsLate: true, markSlowdown: 1 })
    expect(scenario).toMatchObject({ procs: 4, gogc: SETTINGS.gogc, memoryLimit: OFF, model: 'runtime' })
  })

  it('marks as fast as in the log', () => {
    // 50 MiB in 0.3 CPU-seconds, and a little faster for being warm: nothing of it is, after twice as much allocation.
    expect(program.phases[0]!.scanRate / MIB).toBeCloseTo(50 / 0.3, 1)
  })
})

describe('the scenario of a program', () => {
  it('has the pauses, stacks and globals of the log, or small ones if the log shows none', () => {
    const series = { ...growing({ ...ONE_BUSY, pause: 0.002 }), stacks: 20 * MIB, globals: 3 * MIB }
    const { program } = run(toWorkload(series)).scenario
    expect(program.pauseCost).toBeCloseTo(0.002, 9)
    expect(program.stacks / MIB).toBeCloseTo(20, 2)
    // A program allocates three bytes of stacks per two that cycles scan.
    expect(program.stackMemory / MIB).toBeCloseTo(30, 2)
    expect(program.globals / MIB).toBeCloseTo(3, 2)
    const none = run(toWorkload(growing())).scenario.program
    expect(none.stacks).toBeGreaterThan(0)
    expect(none.stacks).toBeLessThan(MIB)
    expect(none.globals).toBeGreaterThan(0)
    expect(none.globals).toBeLessThan(MIB)
    expect(none.stackMemory).toBe(0)
  })

  it('has the given settings, within the range that a scenario allows', () => {
    const settings = { gogc: OFF, memoryLimit: { kind: 'bytes', bytes: 512 * MIB } } as const
    expect(toModelRun(toWorkload(growing()), settings, COARSE).scenario).toMatchObject(settings)
    const huge = { gogc: { kind: 'percent', percent: 1e9 }, memoryLimit: { kind: 'bytes', bytes: 1e18 } } as const
    const { gogc, memoryLimit } = toModelRun(toWorkload(growing()), huge, COARSE).scenario
    expect(gogc.kind === 'percent' && gogc.percent < 1e9).toBe(true)
    expect(memoryLimit.kind === 'bytes' && memoryLimit.bytes < 1e18).toBe(true)
  })
})

describe('a job of one goroutine', () => {
  /*
   * The program allocates 95 MiB in the 0.9 s between two cycles. In each of the eight mark phases with a next cycle it
   * allocates 5 + 1/32 MiB in 0.1 s, instead of 10.6. It sweeps 1,305 MiB: the nine heaps of 105 to 185 MiB.
   */
  const progress = (8 * 5 + 0.25) / 0.8 / (95 / 0.9)
  const seconds = 10 - 0.8 * (1 - progress) - 1305 / (10.5 * 1024)
  const [phase] = run(toWorkload(growing())).scenario.program.phases

  it('needs less time by what marking and sweeping took from it', () => {
    expect(phase!.duration).toBeCloseTo(seconds, 3)
    expect(phase!.allocRate / MIB).toBeCloseTo(1000 / seconds, 1)
    expect(phase).toMatchObject({ goroutines: 1, dropsLate: false, newSurvivalRate: 0.1 })
  })

  it('has a mark slowdown for what neither assists nor workers explain', () => {
    expect(phase!.markSlowdown).toBeCloseTo(1 / progress, 3)
  })

  it('keeps a tenth of its time, however much marking took', () => {
    const stopped = run(toWorkload(growing({ ...ONE_BUSY, pause: 0.89 }))).scenario.program.phases[0]
    expect(stopped!.duration).toBeGreaterThanOrEqual(1)
    const swept = run(toWorkload({ ...growing(), heapEnd: new Float64Array(9).fill(20_000 * MIB) }))
    expect(swept.scenario.program.phases[0]!.duration).toBeCloseTo(1, 3)
  })

  it('forces its cycles at moments of its own time', () => {
    const series = growing()
    series.forced[4] = 1
    const { changes } = run(toWorkload(series)).scenario
    expect(changes).toEqual([{ at: expect.closeTo(seconds / 2, 3), forceGC: true }])
  })

  it('forces its last cycle before it ends', () => {
    const late = (series: Series, start: number) => {
      const forced = Uint8Array.from({ length: 9 }, (_, i) => (i === 8 ? 1 : 0))
      const { changes, program } = run({
        ...toWorkload(series),
        series: { ...series, forced, start: series.start.with(8, start) },
        busy: 1.5,
      }).scenario
      return { at: changes[0]!.at, end: program.phases.reduce((sum, { duration }) => sum + duration, 0) }
    }
    // Durations are rounded to four digits.
    const { at, end } = late({ ...flat(), endSeconds: 10.0004 }, 10.0003)
    expect(at).toBeLessThanOrEqual(end)
    expect(late(flat(), 10).at).toBe(10)
    expect(late(flat(), 9.12345678).at).toBe(9.12346)
  })

  it('has as many goroutines as whole CPUs that its cycles keep busy, but no more than the whole run does', () => {
    const goroutines = (busy: number, series = growing()) =>
      run(with_(series, { busy })).scenario.program.phases[0]?.goroutines
    expect([0.91, 1, 1.09].map((busy) => goroutines(busy))).toEqual([1, 1, 1])
    expect([0.89, 1.11, 1.5].map((busy) => goroutines(busy))).toEqual([0, 0, 0])
    const two = growing({ background: 0.1, idle: 0.1 })
    expect([1, 2, 3].map((busy) => goroutines(busy, two))).toEqual([1, 2, 2])
  })

  it('may show less than one busy CPU on two processors, where a fractional worker takes turns with it', () => {
    // A quarter of two CPUs is half a worker, which takes a quarter of each CPU (Go 1.26, mgcpacer.go).
    const goroutines = (busy: number, procs: number) =>
      run(with_(growing({ background: 0.05, idle: 0.05 }, procs), { busy })).scenario.program.phases[0]?.goroutines
    expect([goroutines(0.75, 2), goroutines(0.75, 4)]).toEqual([1, 0])
    expect(goroutines(0.69, 2)).toBe(0)
    // With three processors, workers take a quarter of each CPU that the program uses.
    expect([goroutines(1.5, 3), goroutines(1.45, 3)]).toEqual([2, 0])
  })

  it('is not a job if its heap stays flat: it waits for its clients', () => {
    expect(run(toWorkload(flat())).scenario.program.phases[0]).toMatchObject({ goroutines: 0, duration: 10 })
  })
})

/** A service that keeps 1.5 of four CPUs busy, from its rate and its live heap in MiB at each second. */
function service(
  count: number,
  rate: (second: number) => number,
  keeps: (seconds: number) => number,
  cost = (_: number) => 0.02,
) {
  const found = (i: number) => keeps(i + 1) + 5
  let sum = 0
  const allocated: number[] = []
  const cycles = Array.from({ length: count }, (_, i): Figures => {
    sum += rate(i)
    allocated.push(sum * MIB)
    const start = i === 0 ? sum : found(i - 1) + rate(i) - 5
    const reachable = found(i) - 5
    return { start: i + 1, heap: [start, start + 5, found(i)], reachable, goal: 9999, background: cost(i), idle: 0.23 }
  })
  const end = { allocated: Float64Array.from(allocated), endAllocated: (sum + rate(count)) * MIB }
  return seriesOf(cycles, 4, end)
}

describe('a program of several phases', () => {
  const twofold = () =>
    service(
      20,
      (second) => (second < 10 ? 100 : 300),
      (seconds) => Math.min(100, 10 * seconds),
    )

  it('forces its cycles at the log’s moments, across phases', () => {
    const series = twofold()
    for (const i of [0, 6, 14]) series.forced[i] = 1
    const waiting = run(with_(series, { busy: 1.5 }))
    expect(waiting.pieces.length).toBeGreaterThan(1)
    expect(waiting.scenario.changes.map(({ at }) => at)).toEqual([1, 7, 15].map((at) => expect.closeTo(at, 2)))
    // As a job of two goroutines, it ends its first phase sooner.
    const { pieces, scenario } = run(with_(series, { busy: 2 }))
    const taken = pieces.map(({ from, to }, i) => to - from - scenario.program.phases[i]!.duration)
    const sooner = taken.slice(0, -1).reduce((sum, seconds) => sum + seconds, 0)
    expect(sooner).toBeGreaterThan(0.1)
    expect(scenario.changes[2]!.at).toBeCloseTo(15 - sooner, 2)
  })

  it('has phases that last as long as in the log', () => {
    const { pieces, scenario } = run(with_(twofold(), { busy: 1.5 }))
    for (const [i, { from, to }] of pieces.entries())
      expect(scenario.program.phases[i]!.duration).toBeCloseTo(to - from, 2)
  })

  it('shares one scan rate among many phases if their mark costs differ by less than 15 %', () => {
    // Sixty loads of five seconds. One has twice the mark cost, and the others 5 % more or less.
    const load = (second: number) => Math.floor(second / 5)
    const cost = (second: number) => (load(second) === 10 ? 0.27 : load(second) % 2 === 0 ? 0.0075 : -0.0075)
    const series = service(
      300,
      (second) => 100 + 400 * ((load(second) * 0.618) % 1),
      () => 100,
      (i) => 0.02 + cost(i),
    )
    const workload = with_(series, { busy: 1.5 })
    const { phases } = toModelRun(workload, SETTINGS, { ...COARSE, allocation: 0.1 }).scenario.program
    expect(phases.length).toBeGreaterThan(48)
    const others = phases.filter(({ scanRate }) => scanRate !== phases.at(-1)!.scanRate)
    expect(phases.at(-1)!.scanRate / workload.scanRate).toBeCloseTo(1, 3)
    expect(others.length).toBeGreaterThan(0)
    expect(others.length).toBeLessThan(4)
    for (const { allocRate } of phases) expect(Number(allocRate.toPrecision(3))).toBe(allocRate)
    const few = run(with_(twofold(), { busy: 1.5 })).scenario.program.phases
    expect(new Set(few.map(({ scanRate }) => scanRate)).size).toBe(2)
  })

  it('gives each rate in four digits, or in three if there are more than 48 phases', () => {
    const digits = (loads: number) => {
      const series = seriesOfLoads(Array.from({ length: loads }, (_, i) => (i % 2 === 0 ? 30 : 60)))
      const { phases } = run(toWorkload(series)).scenario.program
      return [
        phases.length,
        Math.max(...phases.map(({ allocRate }) => String(Number(allocRate.toPrecision(9))).replace(/0+$/, '').length)),
      ]
    }
    expect([digits(46), digits(47)]).toEqual([
      [48, 4],
      [49, 3],
    ])
  })
})
