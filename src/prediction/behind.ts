import { BACKGROUND_UTILIZATION } from '../model/runtime/pacer/constants.ts'
import { PERIOD } from '../model/runtime/quota.ts'
import type { Allowance, RangeFactors } from './allowance.ts'
import type { Run } from './run.ts'
import { EDGE, quantileOf, type Spread } from './spread.ts'

/*
 * A program that needs nearly all of its CPU quota falls behind. Then no input shows what it does: requests wait, and
 * hold memory; clients send fewer; work is dropped. Of 24 services recorded under quotas of half to twice the CPU that
 * they had used, most that used at least LATE_USE of the quota had 0.7 to 2.5 times the simulated memory.
 */

const LATE_USE = 0.85

const LATE = {
  cycles: { below: 2.1, above: 1.2 },
  peakHeapBytes: { below: 1.4, above: 2 },
  peakMemoryBytes: { below: 1.4, above: 2 },
  peakContainerBytes: { below: 1.4, above: 2 },
  containerKills: { below: 1.5, above: 2 },
  wallSeconds: { below: 1.8, above: 1.2 },
} as const satisfies Allowance

/**
 * Whether the CPU quota may be too small for the program. If nobody measured its CPU time, the likely program decides:
 * some others nearly always need more than the quota.
 */
export function mayFallBehind(runs: readonly Run[], isBusyOpen = false): boolean {
  // A run that the container ends at its start shows nothing of the quota.
  const whole = runs.filter(({ result }) => result.outcome.kind !== 'oom-killed')
  if (whole.length === 0) return false
  const use = isBusyOpen ? whole[0]!.quotaUse : quantileOf(whole, 1 - EDGE, (run) => run.quotaUse)
  return use >= LATE_USE
}

export const BEHIND =
  'under the CPU quota the program may fall behind: requests that wait hold memory, and clients may send fewer requests, so its memory may lie outside these ranges'

export function whileBehind(allowance: Allowance): Allowance {
  const reach = (own: RangeFactors | undefined, { below, above }: RangeFactors): RangeFactors => ({
    ...own,
    below: Math.max(own?.below ?? 1, below),
    above: Math.max(own?.above ?? 1, above),
  })
  const wider = Object.entries(LATE).map(([figure, least]) => [
    figure,
    reach(allowance[figure as keyof typeof LATE], least),
  ])
  return { ...allowance, ...Object.fromEntries(wider) }
}

/**
 * The share of time for which the CPU quota stops the program. In the simulation, a program needs the CPU evenly. A
 * real one needs it in bursts, and is stopped in some periods although it uses, say, half of its quota. Or it needs
 * less CPU, because it does more work at once when it is late; then it is stopped for less time.
 */
export function throttledWithin(runs: readonly Run[]): Spread {
  const share = ({ result }: Run) => result.throttledShare
  const likely = share(runs[0]!)
  return {
    low: Math.min(
      likely,
      quantileOf(runs, EDGE, (run) => Math.max(0, share(run) - LESS)),
    ),
    likely,
    high: Math.max(likely, quantileOf(runs, 1 - EDGE, mostThrottled)),
  }
}

function mostThrottled({ quotaUse, result }: Run): number {
  const use = result.outcome.kind === 'oom-killed' ? 0 : Math.min(1, quotaUse)
  const used = Math.max(0, use - LITTLE_USE) / (1 - LITTLE_USE)
  return 1 - (1 - result.throttledShare) / (1 + BURSTS * used ** 2)
}

/** GC’s share by Go’s clocks, at most: while the quota stops a cycle, they count on for GC’s quarter of the CPUs. */
export function mostCompulsory(run: Run): number {
  const { compulsoryGcFraction, cyclesPerSecond } = run.result
  return Math.min(1, compulsoryGcFraction + BACKGROUND_UTILIZATION * cyclesPerSecond * PERIOD * mostThrottled(run))
}

// The three constants below were measured on 24 services under four quotas each.
/** A program that uses all of its quota runs for 1 / (1 + BURSTS) of the time for which it would run without bursts. */
const BURSTS = 1.3
/** A program that does more work at once when it is late is stopped for up to this share of the time less. */
const LESS = 0.45
/** Up to this share of its quota, bursts do not stop a program. */
const LITTLE_USE = 0.4

/** If a quota stops a program for a smaller share of its time, the program does as much work as without it. */
export const SLOWED = 0.05
