import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import type { RuntimeCycles, Trace } from '../../../src/model/trace.ts'
import { MIB } from '../../../src/units.ts'
import { fullFields } from '../../arbitraries/program.ts'
import { run, scenarioOf } from '../../support/run.ts'

const GIB = 1024 * MIB
/** Sums of hundreds of stretches round. */
const DIGITS = 9

interface Fields {
  readonly program?: object
  readonly phase?: object
  readonly [key: string]: unknown
}

/** 100 MiB live and garbage at 100 MiB/s for ten seconds; marking the live heap takes a CPU 0.1 s. */
function called(changes: readonly object[], { program, phase, ...settings }: Fields = {}): Trace {
  return run({
    model: 'runtime',
    ...settings,
    changes,
    program: {
      initialLive: '100MiB',
      heapOverhead: 0,
      ...program,
      phases: [{ duration: 10, allocRate: '100MiB', scanRate: '1000MiB', ...phase }],
    },
  })
}

function columns(trace: Trace): RuntimeCycles {
  if (!trace.cycles.runtime) throw new Error('a runtime trace has runtime columns')
  return trace.cycles.runtime
}

/** The column's entry for the only forced cycle. */
function ofForced(trace: Trace, name: keyof RuntimeCycles): number {
  expect(trace.cycles.forced).toHaveLength(1)
  return columns(trace)[name][trace.cycles.forced[0] ?? 0] ?? Number.NaN
}

const call = (at: number) => ({ at, forceGC: true })

describe('runtime.GC() in the runtime model', () => {
  it('starts a whole cycle at once, whatever the trigger says, and does not count in `cycles`', () => {
    const trace = called([call(0.3)])
    expect(trace.cycles.forced).toEqual([0])
    expect(trace.result.cycles).toBe(trace.cycles.count - 1)
    expect(ofForced(trace, 'startWall')).toBeCloseTo(0.3, DIGITS)
    expect(ofForced(trace, 'heapStart') / MIB).toBeCloseTo(130, 6)
    expect(ofForced(trace, 'trigger') / MIB).toBeGreaterThan(170)
    expect(ofForced(trace, 'liveFound') / MIB).toBeCloseTo(100, 6)
  })

  it('returns once everything is swept, despite rounding', () => {
    // The garbage of such a call once fell to 4e−315 bytes, which no step could sweep, so the run was given up.
    const trace = run({
      model: 'runtime',
      procs: 4,
      changes: [6.29523, 11.7824, 11.9294, 15.3676, 16.3846, 25.5729, 30.2701, 31.3612, 31.8312].map(call),
      program: {
        otherMemory: 3_880_000,
        pauseCost: 0.0001,
        pace: 'clock',
        peakAllocRate: 2_362_000_000,
        stacks: 9216,
        globals: 159_700,
        heapOverhead: 0.06,
        sweepRate: 11_270_000_000,
        warmMarking: 0.25,
        phases: [
          {
            duration: 0.293,
            allocRate: 1_297_000_000,
            scanRate: 3_142_000_000,
            newSurvivalRate: 0.7035,
            goroutines: 1,
          },
          {
            duration: 0.06488,
            allocRate: 1_328_000_000,
            scanRate: 3_264_000_000,
            newSurvivalRate: 0.6864,
            markSlowdown: 1.5,
          },
          {
            duration: 35.34,
            allocRate: 669_700_000,
            scanRate: 3_264_000_000,
            newSurvivalRate: 0.000001838,
            dropsLate: true,
            markSlowdown: 1.5,
          },
        ],
      },
    })
    expect(trace.result.outcome.kind).toBe('completed')
    expect(trace.cycles.forced).toHaveLength(9)
  })

  it('with one CPU, the program waits until it returns, and the idle CPU marks', () => {
    const trace = called([call(0.3)])
    expect(ofForced(trace, 'heapEnd')).toBe(ofForced(trace, 'heapStart'))
    expect(ofForced(trace, 'idle')).toBeCloseTo(0.1, DIGITS)
    // Marking, and the pauses.
    expect(ofForced(trace, 'endWall') - ofForced(trace, 'startWall')).toBeCloseTo(0.1 + 0.0001, DIGITS)
    // So cons/mark has nothing to measure.
    expect(columns(trace).consMark[1]).toBe(0)
  })

  it('with four CPUs, the other goroutines continue: one CPU marks, one waits, two work', () => {
    const trace = called([call(0.3)], { procs: 4, phase: { goroutines: 3 } })
    const seconds = ofForced(trace, 'endWall') - ofForced(trace, 'startWall') - 0.0001
    const grown = ofForced(trace, 'heapEnd') - ofForced(trace, 'heapStart')
    expect(ofForced(trace, 'assist')).toBe(0)
    expect(grown / MIB).toBeCloseTo(2 * 100 * seconds, 6)
    // The CPU of the waiting goroutine marks too: 0.1 CPU-seconds on two CPUs.
    expect(seconds).toBeCloseTo(0.05, DIGITS)
  })

  it('updates the pacer like any cycle: Go 1.26 ignores userForced in endCycle', () => {
    const trace = called([call(0.3)], { procs: 4 })
    expect(trace.cycles.forced).toEqual([0])
    const { consMark, heapStart, heapEnd, startWall, endWall } = columns(trace)
    // cons/mark = allocated · (25 % + idle share) / (scanned · 75 %); nobody is idle here: three work, one marks.
    const allocated = (heapEnd[0] ?? 0) - (heapStart[0] ?? 0)
    expect((endWall[0] ?? 0) - (startWall[0] ?? 0) - 0.0001).toBeCloseTo(0.1, DIGITS)
    // Some spans count in full before they are filled.
    expect((consMark[1] ?? 0) / ((allocated * 0.25) / (100 * MIB * 0.75))).toBeCloseTo(1, 2)
  })

  it('lets a running cycle end first, and starts right after it', () => {
    const settings = { procs: 4, program: { busyProcs: 1 } }
    const { startWall, endWall } = columns(called([], settings))
    const middle = ((startWall[0] ?? 0) + (endWall[0] ?? 0)) / 2
    const trace = called([call(middle)], settings)
    expect(trace.cycles.forced).toEqual([1])
    expect(columns(trace).startWall[1]).toBe(columns(trace).endWall[0])
    expect(columns(trace).heapStart[1]).toBe(columns(trace).liveFound[0])
  })

  it('twice at one instant runs two cycles, one after the other', () => {
    const trace = called([call(0.3), call(0.3)])
    expect(trace.cycles.forced).toEqual([0, 1])
    expect(columns(trace).startWall[1]).toBe(columns(trace).endWall[0])
  })

  it('at 0 with an empty heap costs the pauses and the roots, and leaves the minimum heap as the goal', () => {
    const trace = called([call(0)], { program: { initialLive: 0, stacks: 2 * MIB } })
    expect(trace.cycles.forced).toEqual([0])
    expect(ofForced(trace, 'startWall')).toBe(0)
    expect(ofForced(trace, 'liveFound')).toBe(0)
    expect(ofForced(trace, 'endWall')).toBeCloseTo(0.0001 + 2 / 1000, DIGITS)
    expect(columns(trace).heapStart[1]).toBeLessThanOrEqual(4 * MIB)
  })

  it('at the end keeps the program from ending until it returns', () => {
    const before = called([]).result
    const trace = called([call(10)])
    expect(trace.cycles.forced).toEqual([trace.cycles.count - 1])
    expect(trace.result.mutatorSeconds).toBeCloseTo(10, DIGITS)
    expect(trace.result.wallSeconds - before.wallSeconds).toBeCloseTo(0.1 + 0.0001, 6)
  })

  it('is the only cycle with GOGC off and no limit: without trigger, goal or assists', () => {
    const trace = called([call(5)], { gogc: 'off', procs: 4 })
    expect(trace.cycles.count).toBe(1)
    expect(trace.cycles.goal[0]).toBe(Infinity)
    expect(ofForced(trace, 'trigger')).toBe(Infinity)
    expect(ofForced(trace, 'assist')).toBe(0)
  })

  it('stops a program of one goroutine, however many CPUs there are', () => {
    const trace = called([call(0.3)], { procs: 8, phase: { goroutines: 1 } })
    expect(ofForced(trace, 'heapEnd')).toBe(ofForced(trace, 'heapStart'))
  })

  it('does not slow down a hundred goroutines on four CPUs', () => {
    const trace = called([call(0.3)], { procs: 4, phase: { goroutines: 100 } })
    expect(ofForced(trace, 'idle')).toBe(0)
    const grown = ofForced(trace, 'heapEnd') - ofForced(trace, 'heapStart')
    expect(grown / MIB).toBeCloseTo(3 * 100 * 0.1, 6)
  })

  it('delays a service with one CPU, which catches up afterwards', () => {
    const clock = { program: { pace: 'clock', busyProcs: 0.5 }, phase: { allocRate: '20MiB' } }
    const free = called([], clock).result
    const trace = called([call(5)], clock)
    expect(ofForced(trace, 'heapEnd')).toBe(ofForced(trace, 'heapStart'))
    expect(trace.result.mutatorSeconds).toBeCloseTo(free.mutatorSeconds, 6)
    expect(trace.result.wallSeconds).toBeCloseTo(10, 6)
  })

  it('runs while the limiter is limiting, without assists', () => {
    const thrash = { memoryLimit: '60MiB', procs: 2, program: { fixedCost: 0 }, phase: { allocRate: '1GiB' } }
    const { points } = called([], thrash)
    const limiting = points.runtime?.limiting.indexOf(1) ?? -1
    expect(limiting).toBeGreaterThan(0)
    const share = (points.time[limiting] ?? 0) / (points.time[points.count - 1] ?? 1)
    const trace = called([call(10 * share + 0.2)], thrash)
    expect(ofForced(trace, 'limiting')).toBe(1)
    expect(ofForced(trace, 'liveFound')).toBeGreaterThan(0)
  })

  it('returns when its garbage is swept by the calling goroutine, in the program’s time', () => {
    const sweeping = { program: { sweepRate: GIB } }
    const trace = called([call(0.3)], { ...sweeping, gogc: 'off' })
    // 130 MiB were in use when marking ended.
    expect(trace.result.mutatorSeconds).toBeCloseTo(10 + 130 / 1024, 6)
    const next = called([call(0.3), call(0.3)], { ...sweeping, gogc: 'off' })
    const { startWall, endWall } = columns(next)
    expect((startWall[1] ?? 0) - (endWall[0] ?? 0)).toBeCloseTo(130 / 1024, 6)
  })

  it('resets the two-minute timer', () => {
    const idle = { program: { pace: 'clock' }, phase: { duration: 300, allocRate: 0 } }
    const { startWall, periodic } = columns(called([call(50)], idle))
    expect(Array.from(periodic)).toEqual([0, 1, 1])
    expect(startWall[1]).toBeCloseTo(170, 0)
  })

  it('alone does not plan again: the goal stays as it was', () => {
    const { segments } = called([call(0.3)])
    expect(segments[1]).toMatchObject({ goal: segments[0]?.goal, trigger: segments[0]?.trigger })
  })

  it('is not made by a program that was killed before', () => {
    const trace = called([{ at: 0.3, containerLimit: '50MiB' }, call(0.3)])
    expect(trace.result.outcome.kind).toBe('oom-killed')
    expect(trace.cycles.count).toBe(0)
  })

  it('each is one forced cycle, none before its change, in every completed run', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(fullFields, (fields) => {
        const scenario = scenarioOf({ model: 'runtime', ...fields })
        const trace = simulate(scenario, { maxCycles: 500 })
        fc.pre(trace.result.outcome.kind === 'completed')
        const atZero = scenario.changes.filter(({ at }) => at === 0).length
        const times = scenario.changes.flatMap(({ forceGC, freeOSMemory }, i) =>
          [forceGC, freeOSMemory]
            .filter(Boolean)
            .map(() => trace.segments[Math.max(0, i - atZero + 1)]?.time ?? Number.NaN),
        )
        expect(trace.cycles.forced).toHaveLength(times.length)
        trace.cycles.forced.forEach((cycle, i) => {
          const start = trace.points.time[trace.cycles.startPoint[cycle] ?? 0] ?? Number.NaN
          expect(start).toBeGreaterThanOrEqual(times[i] ?? 0)
        })
      }),
      { numRuns: 150 },
    )
  })
})
