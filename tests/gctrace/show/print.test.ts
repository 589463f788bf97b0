import { describe, expect, it } from 'vitest'
import type { ParsedCycle } from '../../../src/gctrace/columns.ts'
import { printGctrace, printTime } from '../../../src/gctrace/show/print.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { MIB } from '../../../src/units.ts'
import { cyclesOf, readLog } from '../support.ts'

describe('times as Go prints them', () => {
  // By hand from the rule of Go 1.26, mgc.go, fmtNSAsMS: whole from 10 ms, else two digits that count, rounded down.
  it.each([
    [0, '0'],
    [999e-9, '0'],
    [1e-6, '0.001'],
    [12e-6, '0.012'],
    [99.9e-6, '0.099'],
    [100e-6, '0.10'],
    [129e-6, '0.12'],
    [1.29e-3, '1.2'],
    [9.99e-3, '9.9'],
    [10e-3, '10'],
    [10.99e-3, '10'],
    [2.1721, '2172'],
  ])('%d s is %s ms', (seconds, text) => {
    expect(printTime(seconds)).toBe(text)
  })
})

function scenario(over: Record<string, unknown> = {}, program: Record<string, unknown> = {}) {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    procs: 4,
    ...over,
    program: {
      globals: 0.2 * MIB,
      stacks: 3.7 * MIB,
      phases: [
        { duration: 1, allocRate: 64 * MIB, newSurvivalRate: 1 },
        { duration: 5, allocRate: 200 * MIB },
      ],
      ...program,
    },
  })
  if (!made.ok) throw new Error(JSON.stringify(made.problems))
  return made.value
}

/** Each line's percentage is what the CPU times of all lines so far amount to, idle marking left out. */
function expectShares(cycles: readonly ParsedCycle[], processorSecondsAt: (end: number) => number): void {
  let spentMs = 0
  for (const { startSeconds, markMs, sweepTermCpuMs, assistMs, backgroundMs, markTermCpuMs, ...cycle } of cycles) {
    spentMs += sweepTermCpuMs + assistMs + backgroundMs + markTermCpuMs
    const percent = spentMs / 10 / processorSecondsAt(startSeconds + markMs / 1000)
    // All times are rounded down to two digits that count: up to a tenth less.
    expect(cycle.gcPercentSoFar).toBeGreaterThan(percent - 1.01)
    expect(cycle.gcPercentSoFar).toBeLessThan(1.1 * percent + 0.2)
  }
}

describe('a simulated run as gctrace', () => {
  it('prints one line per cycle in Go’s form, which reads back as the simulated cycle', () => {
    const of = scenario()
    const trace = simulate(of)
    const text = printGctrace(trace, of)
    const log = readLog(text)
    expect(log.problems).toEqual([])
    expect(log.columns.count).toBe(trace.cycles.count)
    const parts = trace.cycles.runtime!
    cyclesOf(log.columns).forEach((cycle, i) => {
      expect(cycle.number).toBe(i + 1)
      // Whole MiB, rounded down.
      expect(cycle.heapStartMiB).toBe(Math.floor(parts.heapStart[i]! / MIB))
      expect(cycle.heapEndMiB).toBe(Math.floor(parts.heapEnd[i]! / MIB))
      expect(cycle.heapLiveMiB).toBe(Math.floor(parts.liveFound[i]! / MIB))
      expect(cycle.goalMiB).toBe(Math.floor(parts.goalEnd[i]! / MIB))
      // Without a limit nothing moves it within a cycle.
      expect(parts.goalEnd[i]).toBe(trace.cycles.goal[i])
      expect(cycle).toMatchObject({ stacksMiB: 3, globalsMiB: 0, procs: 4, forced: false })
      // Two digits that count, rounded down: at most a tenth less, and never more.
      const assistMs = parts.assist[i]! * 1e3
      expect(cycle.assistMs).toBeLessThanOrEqual(assistMs + 1e-6)
      expect(cycle.assistMs).toBeGreaterThan(0.9 * assistMs - 0.0011)
    })
  })

  it('prints the goal as marking ended, for which a memory limit leaves less than it did as marking started', () => {
    // Each byte of heap needs a third of one beside it, and 10 MiB are not heap. Go 1.26, mgcpacer.go: endCycle computes
    // the goal that is printed; memoryLimitHeapGoal takes off the limit what is not heap, what is beyond it, and 3 %.
    const program = { initialLive: 50 * MIB, otherMemory: 10 * MIB, heapOverhead: 1 / 3, stacks: 0, globals: 0 }
    const of = scenario(
      { gogc: 'off', memoryLimit: 300 * MIB },
      { ...program, phases: [{ duration: 1, allocRate: 2000 * MIB, scanRate: 128 * MIB }] },
    )
    const trace = simulate(of)
    const goalAt = (heap: number) => {
      const beside = 10 + heap / 3 / MIB
      return 0.97 * (300 - beside - Math.max(0, beside + heap / MIB - 300))
    }
    const { heapStart, heapEnd } = trace.cycles.runtime!
    const [first] = cyclesOf(readLog(printGctrace(trace, of)).columns)
    expect(trace.cycles.goal[0]! / MIB).toBeCloseTo(goalAt(heapStart[0]!), 2)
    expect(first?.goalMiB).toBe(Math.floor(goalAt(heapEnd[0]!)))
    expect(first?.goalMiB).toBeLessThan(Math.floor(goalAt(heapStart[0]!)))
  })

  it('divides by the time of all processors that there were, where GOMAXPROCS changes', () => {
    // Go 1.26, mstats.go: sched.totaltime + (now − procresizetime) · gomaxprocs. By the clock, the change is at 2 s.
    const of = scenario(
      { procs: 64, changes: [{ at: 2, procs: 2 }] },
      { initialLive: 50 * MIB, pace: 'clock', phases: [{ duration: 6, allocRate: 1000 * MIB, scanRate: 1024 * MIB }] },
    )
    const cycles = cyclesOf(readLog(printGctrace(simulate(of), of)).columns)
    expect(cycles.filter(({ procs }) => procs === 64).length).toBeGreaterThan(10)
    expect(cycles.at(-1)?.procs).toBe(2)
    expectShares(cycles, (end) => 64 * Math.min(end, 2) + 2 * Math.max(0, end - 2))
  })

  it('counts the time for which a CPU quota held the program still, as Go’s clocks do', () => {
    // Half a CPU for two processors, kept busy: of each 100 ms they stand still for 75, whether they mark or not.
    const of = scenario(
      { procs: 2, cpuQuota: 0.5 },
      { initialLive: 100 * MIB, phases: [{ duration: 20, allocRate: 300 * MIB, scanRate: 1024 * MIB }] },
    )
    const trace = simulate(of)
    const cycles = cyclesOf(readLog(printGctrace(trace, of)).columns)
    expect(trace.result.throttledSeconds).toBeGreaterThan(0.6 * trace.result.wallSeconds)
    // No processor is ever idle, so both of Go's shares are one number: gc_cpu_fraction and /cpu/classes/gc.
    expect(trace.cycles.runtime!.idle.every((seconds) => seconds === 0)).toBe(true)
    expect(trace.result.compulsoryGcFraction).toBeGreaterThan(0.1)
    expect(Math.abs(cycles.at(-1)!.gcPercentSoFar - 100 * trace.result.compulsoryGcFraction)).toBeLessThan(1.1)
    // The CPU times are differences of the same clocks (mgcmark.go, gcAssistAlloc; mgc.go, gcBgMarkWorker).
    expectShares(cycles, (end) => 2 * end)
  })

  it('announces cycles of the two-minute timer as Go does', () => {
    const idle = scenario(
      {},
      { initialLive: 20 * MIB, phases: [{ duration: 5, allocRate: 40 * MIB }, { duration: 300 }] },
    )
    const text = printGctrace(simulate({ ...idle, program: { ...idle.program, pace: 'clock' } }), idle)
    const log = readLog(text)
    expect(log.neighbours).toMatchObject([{ kind: 'gc-forced', count: 2 }])
  })

  it('marks the cycles that a call of runtime.GC() forced, as Go does', () => {
    const of = scenario({
      gogc: 'off',
      changes: [
        { at: 2, forceGC: true },
        { at: 3, gogc: 100 },
      ],
    })
    const text = printGctrace(simulate(of), of)
    expect(text.split('\n')[0]).toMatch(/, 4 P \(forced\)$/)
    const cycles = cyclesOf(readLog(text).columns)
    expect(cycles.length).toBeGreaterThan(2)
    expect(cycles.map(({ forced }) => forced)).toEqual(cycles.map((_, i) => i === 0))
    expect(cycles[0]?.goalMiB).toBeGreaterThan(2 ** 40)
  })

  it('prints Go’s number for a missing goal', () => {
    const off = scenario({ gogc: 'off' }, { initialLive: 8 * MIB, phases: [{ duration: 1, allocRate: MIB }] })
    expect(simulate(off).cycles.count).toBe(0)
    // Recorded: three programs of 1 to 1000 MiB, with Go 1.26.8, print 8532210231536 to 8532210231538. Where memory that
    // is not heap is 256 MiB more, the number is 0.97 · 256 lower.
    for (const [otherMemory, printed] of [
      [4 * MIB, 8532210231537],
      [260 * MIB, 8532210231289],
    ]) {
      const of = scenario(
        { gogc: 'off', changes: [{ at: 0.5, forceGC: true }] },
        { initialLive: 8 * MIB, stacks: 0, globals: 0, otherMemory, phases: [{ duration: 1, allocRate: MIB }] },
      )
      const text = printGctrace(simulate(of), of)
      expect(text).toContain(` ${printed} MB goal,`)
      expect(cyclesOf(readLog(text).columns)[0]?.goalMiB).toBe(printed)
    }
  })

  it('is empty for the stop-the-world model', () => {
    const guide = scenario({ model: 'guide' })
    expect(printGctrace(simulate(guide), guide)).toBe('')
  })
})
