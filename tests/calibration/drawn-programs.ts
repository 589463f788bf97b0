import fc from 'fast-check'
import type { Program, Scenario } from '../../src/scenario/types.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { GIB, KIB, MIB } from '../../src/units.ts'

/*
 * A program that builds up its heap and then serves at one rate. What bounds the class, and why:
 *
 * At least 16 MiB live, so 32 MiB at the peak. gctrace prints whole MiB, and rounds each line of a steady program the
 * same way, so more cycles show no more. Two runs whose highest heaps print the same may be a MiB apart, and that is
 *
 *   1 MiB / h ≤ 2 %      from      h = 50 MiB on.
 *
 * For smaller heaps, the tests allow a MiB.
 *
 * At least 25 cycles. The cycles while the heap builds up are few and differ from each other. One more or less of them
 * is one more or less in the end, so the tests always allow two cycles, and 2 % if that is more.
 *
 * GOGC of at least 50. At 25, a heap takes over thirty cycles to build up, as many as the program then serves with.
 * With 16 MiB live, a cycle then allocates 4 MiB, so a MiB more or less is a quarter.
 */
const share = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const common = {
  build: share(0.3, 1.2),
  cycles: fc.integer({ min: 25, max: 110 }),
  liveMiB: fc.oneof(fc.integer({ min: 16, max: 64 }), fc.integer({ min: 16, max: 600 })),
  scanGiB: share(1.5, 6),
}
/** Programs as calibration assumes them where a log does not show it. */
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
 * Any other program: it works for a tenth of its CPUs’ time or demands more than they can do, it spins or idles when it
 * has nothing to do, and marking may slow it down, on a machine with other costs of sweeping and other caches.
 *
 * Its highest heap depends partly on chance. On one to three CPUs, a fractional worker takes turns with the program: it
 * gets a busy processor when a goroutine’s turn is over, 10 to 20 ms later, and the longest wait of a hundred mark
 * phases makes the peak. On one CPU, some programs change their rhythm of cycles after dozens of cycles, and others
 * never do. Among the programs that the log cannot tell apart, calibration has to find one that does the same.
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
  /** How many times longer the program’s work takes while marking, if it spins. */
  readonly slowdown: number
}

export interface Drawn {
  readonly liveMiB: number
  readonly build: number
  readonly scanGiB: number
  readonly gogc: number
  readonly procs: number
  /** Allocation per second, as a multiple of the live heap. */
  readonly turnover: number
  /** Share of the CPUs’ time for the program’s own work. */
  readonly busyShare: number
  readonly arrayShare: number
  readonly machine: Machine | undefined
  /** How many cycles the run has, about, besides those at the beginning. */
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
  // The slowdown that calibration assumes if a program’s slack hides it.
  if (!machine) return busyShare === 1 ? 1.5 : 1
  return machine.isSpinning ? machine.slowdown : 1
}
