import { describe, expect, it } from 'vitest'
import type { RuntimeCycles, Trace } from '../../../src/model/trace.ts'
import { MIB } from '../../../src/units.ts'
import { run } from '../../support/run.ts'

/** A live heap of 40 MiB, and garbage; every CPU of GOMAXPROCS works, for five seconds of CPU time each. */
function steady(
  more: { procs?: number; allocRate?: string; gogc?: number; program?: object; seconds?: number } = {},
): Trace {
  const { procs = 4, allocRate = '100MiB', program = {}, seconds = 5 * procs, ...settings } = more
  return run({
    model: 'runtime',
    procs,
    ...settings,
    program: { initialLive: '40MiB', phases: [{ duration: seconds, allocRate }], ...program },
  })
}

function cyclesOf(trace: Trace): RuntimeCycles {
  const { runtime } = trace.cycles
  if (!runtime) throw new Error('a runtime trace has runtime cycles')
  return runtime
}

/** Mean over the second half of a run's cycles, when its estimates have settled. */
function settled(trace: Trace, value: (cycles: RuntimeCycles, i: number) => number): number {
  const cycles = cyclesOf(trace)
  const from = Math.floor(trace.cycles.count / 2)
  let sum = 0
  for (let i = from; i < trace.cycles.count; i++) sum += value(cycles, i)
  return sum / (trace.cycles.count - from)
}

const at = (column: Float64Array, i: number) => column[i] ?? Number.NaN
const markSeconds = (cycles: RuntimeCycles, i: number) => at(cycles.endWall, i) - at(cycles.startWall, i)

describe('a steady program', () => {
  it('spends 25 % of its CPUs on marking while it marks, as Go’s own pacer tests ask', () => {
    for (const procs of [4, 8, 16]) {
      const trace = steady({ procs })
      const share = settled(trace, (c, i) => (at(c.assist, i) + at(c.background, i)) / (markSeconds(c, i) * procs))
      // Go allows ±5 % of the 25 %; the pauses, in which nothing is marked, reduce it a little.
      expect(share).toBeGreaterThan(0.235)
      expect(share).toBeLessThan(0.2625)
    }
  })

  it('starts its cycles before the goal and ends them within 5 % of it', () => {
    const trace = steady()
    const cycles = cyclesOf(trace)
    expect(trace.cycles.count).toBeGreaterThan(20)
    for (let i = 0; i < trace.cycles.count; i++) {
      expect(at(cycles.heapStart, i)).toBeLessThan(at(trace.cycles.goal, i))
      expect(at(cycles.heapEnd, i)).toBeLessThan(1.05 * at(trace.cycles.goal, i))
    }
    expect(settled(trace, (c, i) => at(c.heapEnd, i) / at(trace.cycles.goal, i))).toBeGreaterThan(0.95)
  })

  it('marks the live heap at the scan rate: a cycle’s CPU time is the heap divided by that rate', () => {
    const trace = steady()
    const cpu = settled(trace, (c, i) => at(c.assist, i) + at(c.background, i) + at(c.idle, i))
    // 40 MiB at the default 1 GiB per CPU-second.
    expect(cpu).toBeCloseTo(40 / 1024, 4)
  })

  it('runs half the cycles with twice the GOGC', () => {
    const one = steady({ gogc: 100 }).cycles.count
    const two = steady({ gogc: 200 }).cycles.count
    // What is allocated during marking counts as live, so it is not exactly half.
    expect(two / one).toBeGreaterThan(0.42)
    expect(two / one).toBeLessThan(0.58)
  })

  it('uses half the CPU to mark a heap of which half has no pointers', () => {
    const cost = (trace: Trace) => settled(trace, (c, i) => at(c.assist, i) + at(c.background, i) + at(c.idle, i))
    const half = steady({ program: { ...PHASED, scannableShare: 0.5 } })
    expect(cost(half) / cost(steady())).toBeCloseTo(0.5, 3)
  })

  it('never marks pointer-free data, but lets it raise the goal', () => {
    const plain = steady({ program: { initialLive: '40MiB', ...PHASES } })
    const cached = steady({ program: { initialLive: '240MiB', pointerFreeLive: '200MiB', ...PHASES } })
    expect(cached.cycles.count).toBeLessThan(plain.cycles.count / 4)
    const cost = (trace: Trace) => settled(trace, (c, i) => at(c.assist, i) + at(c.background, i) + at(c.idle, i))
    expect(cost(cached)).toBeCloseTo(cost(plain), 3)
  })

  it('lets roots raise the goal and be scanned', () => {
    const trace = steady({ program: { initialLive: '40MiB', stacks: '20MiB', globals: '4MiB', ...PHASES } })
    const cpu = settled(trace, (c, i) => at(c.assist, i) + at(c.background, i) + at(c.idle, i))
    expect(cpu).toBeCloseTo(64 / 1024, 3)
    // GOGC=100: live · 2 + stacks + globals, where live is 40 MiB and what was allocated while the last cycle marked.
    const live = settled(trace, (c, i) => at(c.liveFound, i)) / MIB
    const goal = settled(trace, (_, i) => at(trace.cycles.goal, i)) / MIB
    expect(goal).toBeCloseTo(2 * live + 24, -1)
  })
})

const PHASES = { phases: [{ duration: 20, allocRate: '100MiB' }] }
const PHASED = { initialLive: '40MiB', ...PHASES }

describe('CPUs that the program leaves idle', () => {
  it('mark, so that nobody has to assist and cycles are short', () => {
    const busy = steady({ program: PHASED })
    const idle = steady({ program: { ...PHASED, busyProcs: 1 } })
    expect(settled(idle, (c, i) => at(c.idle, i))).toBeGreaterThan(settled(idle, (c, i) => at(c.background, i)))
    expect(settled(idle, (c, i) => at(c.assist, i))).toBe(0)
    expect(settled(idle, markSeconds)).toBeLessThan(0.5 * settled(busy, markSeconds))
  })

  it('cost the program nothing: it takes as long as without GC', () => {
    const { result } = steady({ program: { ...PHASED, busyProcs: 2, pauseCost: 0 } })
    // Before the first cycle nothing is known of the program's rates, so it starts late: a few milliseconds of assists.
    expect(result.wallSeconds).toBeGreaterThanOrEqual(10)
    expect(result.wallSeconds).toBeLessThan(10.02)
  })

  it('are used by no more goroutines than a phase has', () => {
    const { result } = run({
      model: 'runtime',
      gogc: 'off',
      procs: 4,
      program: { phases: [{ duration: 3, goroutines: 1 }, { duration: 4 }] },
    })
    expect(result.wallSeconds).toBeCloseTo(3 + 1, 9)
  })
})

describe('a program of one goroutine on several CPUs', () => {
  /** 100 MiB live in one goroutine, with hardly any room above it. */
  const tight = (procs: number, memoryLimit: string) =>
    run({
      model: 'runtime',
      procs,
      memoryLimit,
      program: { initialLive: '100MiB', phases: [{ duration: 4, allocRate: '50MiB', goroutines: 1 }] },
    }).result

  it('is marked on idle CPUs: CPU time more than doubles, but elapsed time hardly grows', () => {
    const [free, limited] = [tight(8, 'off'), tight(8, '112MiB')]
    expect(limited.totalSeconds).toBeGreaterThan(2 * free.totalSeconds)
    expect(limited.wallSeconds).toBeLessThan(1.15 * free.wallSeconds)
  })

  it('waits for GC on a single CPU', () => {
    const limited = tight(1, '112MiB')
    expect(limited.wallSeconds).toBeGreaterThan(1.3 * tight(1, 'off').wallSeconds)
    expect(limited.totalSeconds).toBeCloseTo(limited.wallSeconds, 6)
  })
})

describe('a program that starts to allocate ten times as fast', () => {
  const trace = run({
    model: 'runtime',
    procs: 4,
    program: {
      initialLive: '40MiB',
      phases: [
        { duration: 10, allocRate: '50MiB' },
        { duration: 10, allocRate: '1500MiB' },
      ],
    },
  })
  const cycles = cyclesOf(trace)
  const jump = cycles.startWall.findIndex((start) => start > 2.5)
  const share = (i: number) => at(cycles.assist, i) / (markSeconds(cycles, i) * 4)

  it('has to assist in the next cycle, which starts too late for the new rate', () => {
    expect(share(jump - 1)).toBeLessThan(0.02)
    expect(Math.max(share(jump), share(jump + 1))).toBeGreaterThan(0.1)
  })

  it('then starts cycles earlier: the trigger moves away from the goal, and assists fall', () => {
    const before = at(trace.cycles.goal, jump - 1) - at(cycles.trigger, jump - 1)
    const last = trace.cycles.count - 1
    expect(at(trace.cycles.goal, last) - at(cycles.trigger, last)).toBeGreaterThan(2 * before)
    expect(share(last)).toBeLessThan(Math.max(share(jump), share(jump + 1)))
  })
})

describe('GOMAXPROCS=2', () => {
  it('has no dedicated worker: busy processors mark only when their goroutines are preempted, after 10 to 20 ms', () => {
    // 400 MiB take half a second of CPU: long enough for several turns.
    const trace = steady({
      procs: 2,
      program: { initialLive: '400MiB', phases: [{ duration: 20, allocRate: '50MiB' }] },
    })
    const share = settled(trace, (c, i) => at(c.background, i) / (markSeconds(c, i) * 2))
    // Fractional workers stop at 1.2 times their 25 %, and wait for their next turn when they are below that.
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.3)
  })
})

describe('an idle program', () => {
  it('runs a cycle every two minutes after its first cycle, unless GOGC is off', () => {
    const idle = (gogc: number | 'off') =>
      cyclesOf(
        run({
          model: 'runtime',
          gogc,
          memoryLimit: '64MiB',
          program: {
            initialLive: '40MiB',
            phases: [{ duration: 1, allocRate: '100MiB' }, { duration: 1000 }],
          },
        }),
      ).periodic.reduce((sum, flag) => sum + flag, 0)
    expect(idle(100)).toBe(8)
    expect(idle('off')).toBe(0)
  })
})
