import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countRest, pass, share, stop } from '../../../src/model/runtime/advance.ts'
import { startWorld, stopWorld } from '../../../src/model/runtime/cpu-limit.ts'
import { createRun } from '../../../src/model/runtime/create-run.ts'
import { secondsToThrottle } from '../../../src/model/runtime/quota.ts'
import { CountingRecorder } from '../../../src/model/runtime/recorder.ts'
import { beginSettings } from '../../../src/model/runtime/settings.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { procsForQuota } from '../../../src/scenario/procs-for-quota.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { findBroken } from '../../support/invariants.ts'
import { run, scenarioOf } from '../../support/run.ts'

/** A run whose first seconds are a pause. */
function stopped(fields: object, seconds: number) {
  const run = createRun(
    scenarioOf({ model: 'runtime', program: PROGRAM, ...fields }),
    new CountingRecorder(undefined),
    9,
    9,
  )
  beginSettings(run, [])
  run.until = 8
  stop(run, seconds)
  return run
}

const PROGRAM = { initialLive: '4MiB', phases: [{ duration: 8, allocRate: 0 }] }

describe('a CPU quota', () => {
  it('lets four busy CPUs run for a quarter of each 100 ms under a quota of one', () => {
    const program = { ...PROGRAM, phases: [{ duration: 8.05, allocRate: 0 }] }
    const { result } = run({ model: 'runtime', procs: 4, cpuQuota: 1, program })
    expect(result.mutatorSeconds).toBeCloseTo(8.05, 9)
    // 25 ms of every 100 ms; after that, 50 CPU-ms of work are left.
    expect(result.wallSeconds).toBeCloseTo(8 + 0.05 / 4, 6)
    expect(result.throttledSeconds).toBeCloseTo(80 * 0.075, 6)
  })

  it('is lost if a period does not use it up', () => {
    // Two CPUs for 2 s of elapsed time, then nothing to do for as long, under a quota of two.
    const { result } = run({
      model: 'runtime',
      procs: 4,
      cpuQuota: 2,
      program: { pace: 'clock', busyProcs: 2, phases: [{ duration: 10, allocRate: 0 }] },
    })
    expect(result.throttledSeconds).toBe(0)
    expect(result.wallSeconds).toBeCloseTo(10, 9)
  })

  it('has periods of 100 ms from its start, however long it was not needed', () => {
    const program = {
      phases: [
        { duration: 1.05, goroutines: 1, allocRate: 0 },
        { duration: 4, allocRate: 0 },
      ],
    }
    const { result } = run({ model: 'runtime', procs: 4, cpuQuota: 2, program })
    // One CPU for 1.05 s leaves 150 ms of that period to four: 37.5 ms. Then 50 ms in each period, and 12.5 in the last.
    expect(result.throttledSeconds).toBeCloseTo(0.0125 + 19 * 0.05, 9)
    expect(result.wallSeconds).toBeCloseTo(1.1 + 1.9 + 0.0125, 9)
  })

  it('stops a program in the next period if what is left of this one’s budget lasts until it ends', () => {
    const program = {
      phases: [
        { duration: 1.09, goroutines: 1, allocRate: 0 },
        { duration: 4, allocRate: 0 },
      ],
    }
    const { result } = run({ model: 'runtime', procs: 4, cpuQuota: 2, program })
    // 110 CPU-ms are left for the last 10 ms, in which four CPUs use 40. Then 200 in each of 19 periods, and the last 160.
    expect(result.throttledSeconds).toBeCloseTo(19 * 0.05, 9)
    expect(result.wallSeconds).toBeCloseTo(1.1 + 1.9 + 0.04, 9)
  })

  it('is used up by idle marking too: a service that fits its quota without GC is throttled while cycles mark', () => {
    const program = {
      pace: 'clock',
      busyProcs: 1,
      initialLive: '200MiB',
      phases: [{ duration: 30, allocRate: '100MiB', scanRate: '300MiB' }],
    }
    const limited = run({ model: 'runtime', procs: 8, cpuQuota: 2, program })
    const free = run({ model: 'runtime', procs: 8, program })
    expect(limited.result.throttledSeconds).toBeGreaterThan(0.5)
    expect(free.result.throttledSeconds).toBe(0)
    const markSeconds = ({ startWall, endWall }: NonNullable<typeof free.cycles.runtime>) => endWall[0]! - startWall[0]!
    expect(markSeconds(limited.cycles.runtime!)).toBeGreaterThan(2 * markSeconds(free.cycles.runtime!))
  })

  it('stops the container, but Go counts that time as if work continued: Go reads clocks', () => {
    const scenario = scenarioOf({ model: 'runtime', procs: 4, cpuQuota: 2, program: PROGRAM })
    const run = createRun(scenario, new CountingRecorder(undefined), Infinity, Infinity)
    beginSettings(run, [])
    // One CPU assists, one marks in the background, half of one idly, 1.5 are the program's: 200 CPU-ms last for 50 ms.
    share(run, 1.5, 1.5, 1, 1, 0.5)
    run.division.fractional = 0.2
    run.until = 8
    run.isMarking = true
    stopWorld(run, true)
    startWorld(run)
    pass(run, 0.05)
    expect([run.wall, run.throttledSeconds, run.periodEnd]).toEqual(
      [0.1, 0.05, 0.2].map((at) => expect.closeTo(at, 12)),
    )
    expect(run.budget).toBeCloseTo(0.2, 12)
    // CPU time stands still while the container does.
    expect([run.cpu, run.cycle.assist, run.cycle.background, run.cycle.idle]).toEqual(
      [0.2, 0.05, 0.05, 0.025].map((seconds) => expect.closeTo(seconds, 12)),
    )
    expect(run.compulsory).toBeCloseTo(0.1 * 2, 12)
    expect(run.offered).toBeCloseTo(0.1 * 3.5, 12)
    expect(run.idleMarked).toBeCloseTo(0.1 * 0.5, 12)
    const { elapsed, frozenAssist, frozenBackground, frozenIdle, fractionalSeconds } = run.mark
    expect([elapsed, frozenAssist, frozenBackground, frozenIdle, fractionalSeconds]).toEqual(
      [0.05, 0.05, 0.05, 0.025, 0.01].map((seconds) => expect.closeTo(seconds, 12)),
    )
    // Go 1.26 mgclimit.go: assists and a quarter of all CPUs fill the bucket, the rest of what is not idle drains it.
    const gc = 0.1 * (1 + 0.25 * 4)
    expect(run.limiter.fill / 1e9).toBeCloseTo(gc - (0.1 * (4 - 0.5) - gc), 9)
  })

  // Go 1.26 runtime/metrics: /cpu/classes/gc/pause counts GOMAXPROCS times the pause, “even if only one thread is running”.
  it('is used by one thread in a pause, although Go counts the time of all processors', () => {
    const run = stopped({ procs: 64, cpuQuota: 2 }, 0.01)
    expect(run.budget).toBeCloseTo(0.2 - 0.01, 12)
    expect([run.gcSeconds, run.compulsory, run.offered]).toEqual([0.64, 0.64, 0.64])
  })

  // Linux, kernel/sched/fair.c: distribute_cfs_runtime gives a queue first what it has used too much.
  it.each([
    ['in the next period', 0.08, 0.1, 0.05 - 0.03],
    // 0.26 CPU-seconds are the quota of five periods, and a fifth of the sixth.
    ['in all the periods that it takes', 0.26, 0.5, 0.05 - 0.01],
  ])('is paid back %s if a pause uses more than is left', (_, pause, goesOn, left) => {
    const run = stopped({ procs: 4, cpuQuota: 0.5 }, pause)
    share(run, 1, 1, 0, 0, 0)
    pass(run, secondsToThrottle(run))
    expect([run.wall, run.throttledSeconds]).toEqual([goesOn, goesOn - pause].map((at) => expect.closeTo(at, 12)))
    expect(run.budget).toBeCloseTo(left, 12)
  })

  it('is full in a period after one that did not use it up, whatever was paid back before', () => {
    const run = stopped({ procs: 4, cpuQuota: 0.5 }, 0.08)
    share(run, 0, 0, 0, 0, 0)
    pass(run, 0.25)
    expect(run.budget).toBeCloseTo(0.05, 12)
    expect(run.throttledSeconds).toBe(0)
  })

  // Go's own marking on idle CPUs costs a program nothing, unless it uses up the quota that the program then lacks.
  it.each([
    ['since the last cycle ended, long ago', { endWall: 4, throttledUntil: 4.5 }, 0],
    ['in the last period, but before the last cycle ended', { endWall: 4.97, throttledUntil: 4.93 }, 0],
    ['before both', { endWall: 4.97, throttledUntil: 4.89 }, 0.25],
    ['never', { endWall: 0, throttledUntil: -0.5 }, 0.25],
  ])('counts marking on idle CPUs as free only if it has not stopped the container lately: %s', (_, was, spare) => {
    const scenario = scenarioOf({ model: 'runtime', procs: 4, cpuQuota: 2, program: PROGRAM })
    const run = createRun(scenario, new CountingRecorder(undefined), Infinity, Infinity)
    beginSettings(run, [])
    Object.assign(run, { wall: 5, isMarking: true, throttledUntil: was.throttledUntil })
    run.counted.endWall = was.endWall
    Object.assign(run.cycle, { startWall: 4.98, background: 0.25, idle: 0.5 })
    countRest(run)
    expect(run.tally.effort.spare).toBe(spare)
  })

  it('never allows a run more CPU time than the quota', () => {
    fc.assert(
      fc.property(
        plausibleScenario({ model: 'runtime', maxChanges: 0 }),
        fc.constantFrom(0.5, 1, 2.5),
        (drawn, cpus) => {
          // Go counts a pause for all processors.
          const scenario = {
            ...drawn,
            cpuQuota: { kind: 'cpus', cpus } as const,
            program: { ...drawn.program, pauseCost: 0 },
          }
          const trace = simulate(scenario, { maxCycles: 500, maxSteps: 100_000 })
          const { totalSeconds, wallSeconds, throttledSeconds } = trace.result
          expect(totalSeconds).toBeLessThanOrEqual(cpus * (wallSeconds + 0.1) * (1 + 1e-9))
          expect(throttledSeconds).toBeLessThanOrEqual(wallSeconds)
          expect(findBroken(trace)).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('may change while the program runs', () => {
    const { result } = run({
      model: 'runtime',
      procs: 4,
      program: PROGRAM,
      changes: [
        { at: 2, cpuQuota: 1 },
        { at: 4, cpuQuota: 'off' },
      ],
    })
    // 2 + 4 of the 8 CPU-seconds run at four CPUs, 2 at one.
    expect(result.wallSeconds).toBeCloseTo(0.5 + 1 + 2, 6)
  })

  it('sets GOMAXPROCS as Go 1.25 does if the scenario does not', () => {
    const procs = (fields: object) => scenarioOf({ model: 'runtime', program: PROGRAM, ...fields }).procs
    expect(procs({ cpuQuota: 0.5 })).toBe(2)
    expect(procs({ cpuQuota: 2 })).toBe(2)
    expect(procs({ cpuQuota: 2.1 })).toBe(3)
    expect(procs({ cpuQuota: 2.1, procs: 8 })).toBe(8)
    expect(procs({})).toBe(1)
    expect(procsForQuota(6, 4)).toBe(4)
    expect(procsForQuota(0.5, 1)).toBe(1)
  })
})
