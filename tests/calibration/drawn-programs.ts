import fc from 'fast-check'
import type { Program, Scenario } from '../../src/scenario/types.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { GIB, KIB, MIB } from '../../src/units.ts'

/*
 * A program that builds up its heap and then serves at one rate. What bounds the class, and why:
 *
 * Heaps of 16 MiB live and more, so 32 MiB at the peak. Sizes are whole MiB, and each line of a steady program is rounded
 * the same way: more cycles tell no more. Two runs whose highest heaps print the same may be a MiB apart, and that is
 *
 *   1 MiB / h ≤ 2 %      from      h = 50 MiB on.
 *
 * Up to there a MiB is allowed.
 *
 * 25 cycles and more. The cycles while the heap builds up are few and unlike each other, and one more or less of them is
 * one at the end; so two are always allowed, and 2 % where that is more.
 *
 * GOGC from 50 up. At 25 a heap takes thirty cycles and more to build up, as many as it then serves with, and where 16 MiB
 * are live and a cycle allocates 4, a MiB more or less is a quarter.
 */
const share = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const common = {
  build: share(0.3, 1.2),
  cycles: fc.integer({ min: 25, max: 110 }),
  liveMiB: fc.oneof(fc.integer({ min: 16, max: 64 }), fc.integer({ min: 16, max: 600 })),
  scanGiB: share(1.5, 6),
}
/** What calibration takes a program to be like where its log does not tell. */
const asTaken = {
  ...common,
  gogc: fc.constantFrom(50, 100, 200),
  machine: fc.constant(undefined),
  procs: fc.constantFrom(4, 8),
}
export const saturated = {
  ...asTaken,
  turnover: share(0.6, 3),
  busyShare: fc.constant(1),
  arrayShare: fc.constantFrom(0, 0.03, 0.06),
}
export const anySaturated = fc.record(saturated)
export const anyService = fc.record({
  ...asTaken,
  turnover: share(0.6, 2.5),
  busyShare: share(0.25, 0.6),
  arrayShare: fc.constant(0),
})
/*
 * Any other: one that works for a tenth of its CPUs’ time or is asked for more than they can do, that spins when it has
 * nothing to do or idles, and is slowed down by marking or not, on a machine that sweeps and caches in another way.
 *
 * Chance has a part in its highest heap. On one to three CPUs a worker marks by turns with the program: it gets a busy
 * processor when a goroutine’s turn is over, 10 to 20 ms later, and one of a hundred mark phases waits longest. On one,
 * some programs go over from one rhythm of cycles to another after dozens of them, or not at all. Of the programs that
 * the log cannot tell apart calibration has to find one that does the same.
 */
const anyMachine = fc.record({
  globalsKiB: share(100, 400),
  stacksKiB: share(8, 200),
  sweepGiB: fc.oneof(fc.constant(0), share(5, 15)),
  warmMarking: share(0, 0.3),
  isSpinning: fc.boolean(),
  slowdown: share(1, 2.5),
})
export const anyOn = (...procs: number[]) =>
  fc.record({
    ...common,
    gogc: fc.constantFrom(50, 100, 200, 400),
    turnover: share(0.6, 2.5),
    arrayShare: fc.constantFrom(0, 0.03, 0.06),
    busyShare: fc.oneof(share(0.1, 1.1), share(0.25, 0.98)),
    procs: fc.constantFrom(...procs),
    machine: anyMachine,
  })

interface Machine {
  readonly globalsKiB: number
  readonly stacksKiB: number
  readonly sweepGiB: number
  readonly warmMarking: number
  readonly isSpinning: boolean
  /** How many times longer the program’s work takes while marking, where it spins. */
  readonly slowdown: number
}

export interface Drawn {
  readonly liveMiB: number
  readonly build: number
  readonly scanGiB: number
  readonly gogc: number
  readonly procs: number
  /** Live heaps allocated per second. */
  readonly turnover: number
  /** Of the CPUs’ time, for the program’s own work. */
  readonly busyShare: number
  readonly arrayShare: number
  readonly machine: Machine | undefined
  /** About so many, besides those of the beginning. */
  readonly cycles: number
}

export function toScenario(drawn: Drawn): Scenario {
  const { liveMiB, build, turnover, scanGiB, procs, gogc, arrayShare } = drawn
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    gogc,
    procs,
    program: {
      otherMemory: 4 * MIB,
      pace: 'clock',
      pointerArrayShare: arrayShare,
      ...toWork(drawn),
      phases: [
        {
          duration: build,
          allocRate: (liveMiB * MIB) / 0.7 / build,
          newSurvivalRate: 0.7,
          scanRate: scanGiB * GIB,
          goroutines: 1,
        },
        {
          duration: (drawn.cycles * (gogc / 100)) / turnover,
          allocRate: turnover * liveMiB * MIB,
          scanRate: scanGiB * GIB,
          markSlowdown: toSlowdown(drawn),
        },
      ],
    },
  })
  if (!made.ok) throw new Error(JSON.stringify(made.problems))
  return made.value
}

/** How much of the CPUs’ time the program’s work takes, and what else the machine adds. */
function toWork({ liveMiB, turnover, procs, busyShare, machine }: Drawn): Partial<Program> {
  if (!machine) return busyShare === 1 ? { peakAllocRate: 2.2 * GIB } : { busyProcs: procs * busyShare }
  const { globalsKiB, stacksKiB, sweepGiB, warmMarking, isSpinning } = machine
  const idling = Math.min(0.98, Math.max(0.25, busyShare))
  return {
    globals: globalsKiB * KIB,
    stacks: stacksKiB * KIB,
    sweepRate: sweepGiB * GIB,
    warmMarking,
    ...(isSpinning ? { peakAllocRate: (turnover * liveMiB * MIB) / busyShare / procs } : { busyProcs: procs * idling }),
  }
}

function toSlowdown({ busyShare, machine }: Drawn): number {
  // What calibration assumes where a program’s slack hides it.
  if (!machine) return busyShare === 1 ? 1.5 : 1
  return machine.isSpinning ? machine.slowdown : 1
}
