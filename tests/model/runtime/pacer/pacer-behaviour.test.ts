import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PacerCycle } from '../../../../src/model/runtime/verify/pacer-driver.ts'
import { KIB, MIB } from '../../../../src/units.ts'
import { drive, growing, type PacerProgram } from '../../../support/pacer-program.ts'

/*
 * What Go's own pacer test asserts of its scenarios (Go 1.26, runtime/mgcpacer_test.go), asserted with Go's tolerances
 * of programs of our own, under the names that Go's cases have. The seed is fixed: these are behaviours of ordinary
 * programs, not laws.
 */
const RUNS = { seed: 26, numRuns: 40 }

const SETTLED = 25
const GROWN = 12

/** Programs that allocate at most a fifteenth as fast as marking scans: background marking alone can keep up. */
const ordinary = fc.record({
  cores: fc.integer({ min: 1, max: 48 }),
  gcPercent: fc.integer({ min: 100, max: 400 }),
  globalsBytes: fc.integer({ min: 4 * KIB, max: 8 * MIB }),
  stackBytes: fc.integer({ min: 1, max: 2048 }).map((n) => n * 2 * KIB),
  scannableFrac: fc.double({ min: 0.5, max: 1, noNaN: true }),
  rate: fc.double({ min: 8, max: 66, noNaN: true }),
  growth: fc.double({ min: 2, max: 2.8, noNaN: true }),
})

function onPrograms(check: (program: PacerProgram, rate: number) => void): void {
  fc.assert(
    fc.property(ordinary, ({ rate, growth, ...program }) => {
      check({ ...program, length: 60, allocRate: () => rate, growthRate: growing(growth) }, rate)
    }),
    RUNS,
  )
}

function expectWithin(value: number, low: number, high: number): void {
  // An `expect` takes as long as simulating the whole cycle.
  if (!(value >= low && value <= high)) throw new Error(`${value} is not from ${low} to ${high}`)
}

function expectGoalMet({ peak, goal }: PacerCycle): void {
  expectWithin(peak / goal, 0.95, 1.05)
}

function expectSettled(cycles: readonly PacerCycle[], from: number, to = cycles.length): void {
  for (let i = from; i < to; i++) {
    const [last, cycle] = [cycles[i - 1], cycles[i]]
    if (last === undefined || cycle === undefined) throw new Error(`no cycle ${i}`)
    expectWithin(cycle.gcUtilization - last.gcUtilization, -0.005, 0.005)
    expectGoalMet(cycle)
  }
}

/** What the limit leaves if only heap is mapped: 3 % less, at least 1 MiB less. */
function limitGoal(limit: number): number {
  return limit - Math.max(MIB, Math.floor(limit / 100) * 3)
}

/** Survivors of the last cycle: the same under any settings, since only growth rates determine them. */
function survivorsOf(program: PacerProgram): number {
  return drive(program).at(-1)?.survivingBytes ?? Number.NaN
}

describe('a program in its steady state', () => {
  it('Steady: spends a quarter of its CPU on marking while it marks, and meets its goal within 5 %', () => {
    onPrograms((program) => {
      const cycles = drive(program)
      expectSettled(cycles, SETTLED)
      for (const { gcUtilization } of cycles.slice(SETTLED)) expectWithin(gcUtilization, 0.245, 0.255)
    })
  })

  it('Steady: has a utilisation between 25 and 100 % in every cycle before that', () => {
    onPrograms((program) => {
      for (const { gcUtilization } of drive(program)) expectWithin(gcUtilization, 0.25, 1)
    })
  })

  it.each([
    ['MediumHeapSlowAlloc', 2],
    ['LargeHeapSlowAlloc', 4],
  ] as const)('%s: starts its cycles near 61/64 of the way, or 4 MiB before the goal', (_, growth) => {
    const slow = { length: 50, allocRate: () => 1, scanRate: 2048, scannableFrac: 0.01, growthRate: growing(growth) }
    for (const { heapMarked, trigger, goal } of drive(slow).slice(GROWN)) {
      const share = (trigger - heapMarked) / (goal - heapMarked)
      if (goal - heapMarked < 80 * MIB) expectWithin(share, 0.925, 0.975)
      else expectWithin(goal - trigger, 4 * MIB - 64 * KIB, 4 * MIB + 64 * KIB)
    }
  })
})

describe('a program that changes its allocation rate', () => {
  it.each([
    ['StepAlloc', 3],
    ['HeavyStepAlloc', 11],
  ] as const)('%s: %d-fold at once, settles again within 25 cycles', (_, factor) => {
    const stepping = { length: 100, allocRate: (i: number) => (i < 50 ? 33 : 33 * factor), growthRate: growing(2) }
    const cycles = drive(stepping)
    expectSettled(cycles, SETTLED, 50)
    expectSettled(cycles, 75)
  })

  it('OscAlloc: meets its goal at less than 30 % of the CPU although the rate oscillates by a fifth', () => {
    onPrograms((program, rate) => {
      const swinging = (i: number) => rate * (1 + 0.2 * Math.sin((i / 8) * 2 * Math.PI))
      for (const cycle of drive({ ...program, allocRate: swinging }).slice(GROWN + 1)) {
        expectGoalMet(cycle)
        expectWithin(cycle.gcUtilization, 0.25, 0.3)
      }
    })
  })

  it.each([
    ['JitterAlloc', { rate: 132, mostUtilization: 0.275, mostOfGoal: 1.025 }],
    ['HeavyJitterAlloc', { rate: 330, mostUtilization: 1, mostOfGoal: 1.05 }],
  ] as const)('%s: jittery by a tenth, keeps to its goal, with little change of utilisation', (_, jittery) => {
    const noise = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 50, maxLength: 50 })
    fc.assert(
      fc.property(noise, noise, (ofRate, ofGrowth) => {
        const allocRate = (i: number) => jittery.rate * (1 + 0.1 * (ofRate[i] ?? 0))
        const growthRate = (i: number) => growing(2)(i) + 0.01 * (ofGrowth[i] ?? 0)
        const cycles = drive({ length: 50, allocRate, growthRate })
        for (const [i, { goal, peak, gcUtilization }] of [...cycles.entries()].slice(GROWN + 1)) {
          expectWithin(peak / goal, 0.95, jittery.mostOfGoal)
          expectWithin(gcUtilization, 0.25, jittery.mostUtilization)
          for (const other of [i - 1, GROWN - 1])
            expectWithin(gcUtilization - (cycles[other]?.gcUtilization ?? 0), -0.05, 0.05)
        }
      }),
      RUNS,
    )
  })

  it('HighGOGC: never exceeds the hard goal although the live heap grows fifteenfold at once', () => {
    const growth = (i: number) => growing(2)(i) + (i === 25 ? 14 : 0)
    const cycles = drive({ length: 50, gcPercent: 1500, allocRate: () => 165, growthRate: growth })
    const surprised = cycles[25]
    if (surprised === undefined) throw new Error('no cycle 25')
    expect(surprised.peak / surprised.goal).toBeGreaterThan(1.05)
    expect(surprised.peak / surprised.goal).toBeLessThanOrEqual(16)
    for (const cycle of cycles.slice(GROWN)) if (cycle !== surprised) expectWithin(cycle.peak / cycle.goal, 0.9, 1.05)
  })
})

describe('a memory limit', () => {
  it('SteadyMemoryLimit: changes nothing if it leaves room', () => {
    onPrograms((program) => {
      const free = drive(program)
      const most = Math.max(...free.map(({ goal }) => goal))
      expect(drive({ ...program, memoryLimit: most * 2 })).toEqual(free)
    })
  })

  it('MaintainMemoryLimit, with and without GOGC: sets the goal and is kept, at a quarter of the CPU', () => {
    onPrograms((program, rate) => {
      // Room for half the live heap again, and for allocation during marking.
      const memoryLimit = Math.round(survivorsOf(program) * 1.6 + 16 * MIB)
      fc.pre(rate < 40 && survivorsOf(program) > 64 * MIB)
      for (const gcPercent of [100, Infinity]) {
        const cycles = drive({ ...program, gcPercent, memoryLimit })
        for (const { goal, peak } of cycles.slice(GROWN + 1)) {
          expect(goal).toBe(limitGoal(memoryLimit))
          expect(peak).toBeLessThanOrEqual(goal * 1.05)
        }
        expectSettled(cycles, SETTLED)
        for (const { gcUtilization } of cycles.slice(SETTLED)) expectWithin(gcUtilization, 0.245, 0.255)
      }
    })
  })

  it('ExceedMemoryLimit, with and without GOGC: below the live heap, marking takes all of the CPU', () => {
    onPrograms((program) => {
      const memoryLimit = Math.round(survivorsOf(program) * 0.6)
      for (const gcPercent of [100, Infinity]) {
        for (const { goal, heapMarked, gcUtilization } of drive({ ...program, gcPercent, memoryLimit }).slice(
          SETTLED,
        )) {
          expect(goal).toBe(heapMarked)
          expectWithin(gcUtilization, 0.995, 1)
        }
      }
    })
  })

  it('SteadyMemoryLimitNoGCPercent: without GOGC lets the heap grow up to the limit, whatever is live', () => {
    const cycles = drive({ length: 50, gcPercent: Infinity, memoryLimit: 512 * MIB, growthRate: growing(2) })
    for (const { goal } of cycles) expect(goal).toBe(limitGoal(512 * MIB))
    expectSettled(cycles, SETTLED)
  })
})
