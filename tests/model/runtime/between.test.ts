import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passBetween, startForced } from '../../../src/model/runtime/between.ts'
import { createRun } from '../../../src/model/runtime/create-run.ts'
import { triggerHeap } from '../../../src/model/runtime/planning.ts'
import { CountingRecorder } from '../../../src/model/runtime/recorder.ts'
import type { Run } from '../../../src/model/runtime/run.ts'
import { beginSettings } from '../../../src/model/runtime/settings.ts'
import { MIB } from '../../../src/units.ts'
import { run as runOf, scenarioOf } from '../../support/run.ts'

interface Fields {
  readonly program?: object
  readonly phase?: object
  readonly [key: string]: unknown
}

/** Between two cycles, in the middle of a phase: one CPU allocates 100 MiB and sweeps 300 MiB per second. */
function between({ program, phase, ...settings }: Fields = {}): Run {
  const scenario = scenarioOf({
    model: 'runtime',
    ...settings,
    program: {
      initialLive: '100MiB',
      heapOverhead: 0,
      sweepRate: '300MiB',
      ...program,
      phases: [{ duration: 1000, allocRate: '100MiB', ...phase }],
    },
  })
  const run = createRun(scenario, new CountingRecorder(undefined), Infinity, Infinity)
  run.phase = scenario.program.phases[0]!
  run.until = run.phase.duration
  // Without a cycle before it, no two-minute timer ends a stretch.
  run.hasCycled = false
  beginSettings(run, [])
  return run
}

/** A call of runtime.GC() is waiting; its cycle has run or not. */
function call(run: Run, hasMarked: boolean): Run {
  run.calls.pending = 1
  run.calls.hasMarked = hasMarked
  return run
}

describe('a stretch between two cycles', () => {
  it('reaches the trigger in one step, despite rounding, and the next cycle starts there', () => {
    const sizes = fc.double({ min: 2 ** 20, max: 2 ** 36, noNaN: true })
    fc.assert(
      fc.property(sizes, sizes, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (initialLive, allocRate, part) => {
        const run = between({ program: { initialLive }, phase: { allocRate, duration: 1e6 } })
        const due = triggerHeap(run)
        // A change during the phase.
        run.until = ((due - run.heap) / allocRate) * part
        passBetween(run)
        expect(run.heap).toBeLessThan(due)
        run.until = 1e6
        passBetween(run)
        expect(run.heap).toBeGreaterThanOrEqual(due)
        expect(run.heap / due).toBeCloseTo(1, 12)
        passBetween(run)
        expect([run.isMarking, run.cycle.cause, run.cycle.heapStart]).toEqual([true, 'heap', run.heap])
      }),
    )
  })

  it('starts no cycle while nothing is allocated, although a lower GOGC or limit puts the goal below the heap', () => {
    const cycles = (change: object) => {
      const { count, runtime } = runOf({
        model: 'runtime',
        gogc: 400,
        program: {
          pace: 'clock',
          initialLive: '50MiB',
          phases: [
            { duration: 2, allocRate: '75MiB' },
            { duration: 8, allocRate: 0 },
            { duration: 1, allocRate: '1MiB' },
          ],
        },
        changes: [{ at: 2.5, ...change }],
      }).cycles
      return [...runtime!.startWall].slice(0, count)
    }
    expect(cycles({})).toEqual([])
    // As soon as something is allocated.
    for (const change of [{ gogc: 50 }, { memoryLimit: '100MiB' }])
      expect(cycles(change)).toEqual([expect.closeTo(10, 3)])
  })

  it('reaches the next change exactly, despite rounding', () => {
    const share = fc.double({ min: 0.001, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e4, noNaN: true }),
        share,
        fc.integer({ min: 1, max: 7 }),
        (until, part, procs) => {
          const run = between({ gogc: 'off', procs })
          run.done = until * part
          run.until = until
          passBetween(run)
          expect(run.done).toBe(until)
        },
      ),
    )
  })

  it('sweeps in proportion to what is allocated, in the program’s own time (Go 1.26 mgcsweep.go, deductSweepCredit)', () => {
    const run = between()
    run.sweepLeft = 30 * MIB
    const distance = triggerHeap(run) - run.heap
    run.until = distance / 2 / (100 * MIB)
    passBetween(run)
    expect(run.sweepLeft / MIB).toBeCloseTo(15, 9)
    // Allocating half of the distance, and sweeping 15 MiB.
    expect(run.wall).toBeCloseTo(distance / 2 / (100 * MIB) + 15 / 300, 9)
    run.until = 1000
    passBetween(run)
    expect(run.sweepLeft).toBe(0)
    expect(run.wall).toBeCloseTo(distance / (100 * MIB) + 30 / 300, 9)
    expect(run.mutator).toBeCloseTo(run.wall, 12)
  })

  it('sweeps nothing if no cycle will be due, or if nothing is allocated', () => {
    for (const run of [between({ gogc: 'off' }), between({ phase: { allocRate: 0 } })]) {
      run.sweepLeft = 30 * MIB
      passBetween(run)
      expect(run.sweepLeft).toBe(30 * MIB)
      expect(run.wall).toBe(1000)
    }
  })

  it('sweeps the rest before a cycle starts, on all of the program’s CPUs, without allocating', () => {
    const run = between({ procs: 4 })
    const due = triggerHeap(run)
    run.heap = due
    run.sweepLeft = 30 * MIB
    passBetween(run)
    expect([run.heap, run.done, run.sweepLeft, run.isMarking]).toEqual([due, 0, 0, false])
    expect(run.wall).toBeCloseTo(30 / 300 / 4, 12)
    passBetween(run)
    expect(run.isMarking).toBe(true)
    // Two goroutines use two of the CPUs.
    const few = between({ procs: 4, phase: { goroutines: 2 } })
    few.heap = triggerHeap(few)
    few.sweepLeft = 30 * MIB
    passBetween(few)
    expect(few.wall).toBeCloseTo(30 / 300 / 2, 12)
  })

  it('gives all CPUs to the program, but to a service no more than its work needs', () => {
    const run = between({ program: { pace: 'clock', busyProcs: 0.5 }, phase: { duration: 10 }, gogc: 'off', procs: 2 })
    passBetween(run)
    expect([run.wall, run.mutator, run.gcSeconds]).toEqual([10, 5, 0])
    expect(run.division).toMatchObject({ mutator: 0.5, assist: 0, background: 0, idleMark: 0, unused: 1.5 })
  })

  it('sweeps as much as the quota allows before the container stands still', () => {
    // Four CPUs may run for 25 of 100 ms: a tenth of the sweeping.
    const run = between({ procs: 4, cpuQuota: 1 })
    run.heap = triggerHeap(run)
    run.sweepLeft = 300 * MIB
    passBetween(run)
    expect(run.sweepLeft / MIB).toBeCloseTo(270, 9)
    expect(run.wall).toBeCloseTo(0.1, 9)
  })

  it('starts a cycle every two minutes after the first, unless GOGC is off (Go 1.26 proc.go, forcegcperiod)', () => {
    const idle = { program: { pace: 'clock', pauseCost: 0 }, phase: { allocRate: 0 } }
    const ends = ({ hasCycled = true, lastCycleWall = 30, ...fields }: Fields & Partial<Run>) => {
      const run = between({ ...idle, ...fields })
      run.hasCycled = hasCycled
      run.wall = 50
      run.phaseStartWall = 50
      run.lastCycleWall = lastCycleWall
      run.sweepLeft = MIB
      passBetween(run)
      return [run.wall, run.isMarking, run.cycle.cause, run.sweepLeft]
    }
    expect(ends({})).toEqual([150, true, 'timer', 0])
    expect(ends({ hasCycled: false })).toEqual([1050, false, 'heap', MIB])
    expect(ends({ gogc: 'off' })).toEqual([1050, false, 'heap', MIB])
    // An overdue cycle starts now.
    expect(ends({ lastCycleWall: -80 })).toEqual([50, true, 'timer', 0])
  })

  // Measured with Go 1.26.8: 128 MiB live, and little allocated; after a cycle at 0.452 s, the next two were forced at
  // 120.663 and 240.919 s.
  it('starts its first cycle after two minutes if it starts with a live heap, since only a cycle finds one', () => {
    const idle = (initialLive: string) =>
      runOf({
        model: 'runtime',
        procs: 2,
        program: { pace: 'clock', initialLive, phases: [{ duration: 290, allocRate: '10KiB' }] },
      }).cycles
    const { count, runtime } = idle('128MiB')
    expect([...runtime!.periodic].slice(0, count)).toEqual([1, 1])
    expect(runtime!.startWall[0]).toBeCloseTo(120, 6)
    expect(runtime!.startWall[1]! - runtime!.endWall[0]!).toBeCloseTo(120, 6)
    expect(idle('0').count).toBe(0)
  })
})

describe('a call of runtime.GC()', () => {
  it('sweeps on a CPU of its own until everything is swept; other goroutines continue', () => {
    const run = call(between({ procs: 4, gogc: 'off', phase: { goroutines: 8 } }), true)
    run.sweepLeft = 30 * MIB
    passBetween(run)
    expect(run.sweepLeft).toBe(0)
    expect(run.wall).toBeCloseTo(30 / 300, 12)
    // Three of four CPUs for a tenth of a second.
    expect(run.done).toBeCloseTo(0.3, 12)
    expect(run.mutator).toBeCloseTo(0.4, 12)
  })

  it('has swept half of the garbage after half the time, and all of it at the end, despite rounding', () => {
    const run = call(between({ procs: 4, gogc: 'off', phase: { goroutines: 8 } }), true)
    run.sweepLeft = 30 * MIB
    run.until = 0.15
    passBetween(run)
    expect(run.sweepLeft / MIB).toBeCloseTo(15, 9)
    fc.assert(
      fc.property(fc.double({ min: 1, max: 2 ** 30, noNaN: true }), (bytes) => {
        run.until = 1000
        run.sweepLeft = bytes
        passBetween(run)
        expect(run.sweepLeft).toBe(0)
      }),
    )
  })

  it('sweeps the last cycle’s garbage before its own cycle starts, in its own goroutine too', () => {
    const run = call(between({ procs: 4, phase: { goroutines: 1 }, program: { pauseCost: 0 } }), false)
    run.tempo.cpus = 0
    run.sweepLeft = 30 * MIB
    startForced(run)
    expect([run.sweepLeft, run.isMarking, run.cycle.cause]).toEqual([0, true, 'call'])
    expect(run.wall).toBeCloseTo(30 / 300, 12)
  })

  it('does not start its cycle while the quota delays sweeping', () => {
    const run = call(between({ procs: 4, cpuQuota: 1 }), false)
    run.sweepLeft = 300 * MIB
    startForced(run)
    expect(run.isMarking).toBe(false)
    expect(run.sweepLeft).toBeGreaterThan(200 * MIB)
  })
})
