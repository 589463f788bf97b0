import { type Allowance, factors } from '../prediction/allowance.ts'
import type { Scenario } from '../scenario/types.ts'
import { find, type Known } from './known.ts'
import { SHARE } from './log/log-allowance.ts'
import { type Underestimate, withUnderestimate } from './underestimate.ts'

/*
 * Factors by which we widen a range beyond the programs that fit scrapes or a dump without a log. With them, nine of
 * ten figures of 24 recorded services lie inside; each service counts the same. `npm run evidence -- scrapes` prints
 * the factors, and tests each on services from which it was not derived. Where GC’s CPU time is measured, the programs
 * differ less, so the factors are larger. `containerKills` is a round number, with which no verdict on these services
 * is wrong. Under a limit, memory is as uncertain with measured GC CPU time as without it, so both use the larger
 * factor.
 */
interface Factors {
  readonly free: Allowance
  readonly limited: Allowance
}

/** As client_golang exposes them by default: without what marking costs. */
const ASSUMED_COST: Factors = {
  free: factors({
    cycles: [1.07, 1.26],
    peakHeapBytes: [1.02, 1.06],
    peakMemoryBytes: [1.02, 1.05],
    peakContainerBytes: [1.02, 1.05],
    containerKills: [1.1, 1.2],
    gcSeconds: [1.16, 1.02],
  }),
  limited: factors({
    cycles: [1.02, 1.19],
    peakHeapBytes: [1.02, 1.06],
    peakMemoryBytes: [1.02, 1.25],
    peakContainerBytes: [1.02, 1.24],
    containerKills: [1.1, 1.3],
    gcSeconds: [1.02, 1.02],
  }),
}

/**
 * As `collectors.MetricsAll` exposes `/cpu/classes`. The factors of GC CPU are larger than these services need: of
 * eighteen programs that others wrote later, they cover 79 % on shared CPUs, and 95 % on CPUs of their own.
 */
const MEASURED_COST: Factors = {
  free: factors({
    cycles: [1.24, 1.25],
    peakHeapBytes: [1.12, 1.05],
    peakMemoryBytes: [1.02, 1.05],
    peakContainerBytes: [1.02, 1.05],
    containerKills: [1.1, 1.2],
    gcSeconds: [2.21, 1.77],
  }),
  limited: factors({
    cycles: [1.25, 1.43],
    peakHeapBytes: [1.03, 1.27],
    peakMemoryBytes: [1.02, 1.25],
    peakContainerBytes: [1.02, 1.24],
    containerKills: [1.1, 1.33],
    gcSeconds: [2.5, 1.44],
  }),
}

/**
 * The live heap at one moment; the cost of marking by GCCPUFraction. The upper factor of GC CPU is larger than these
 * services need: theirs covered only 73 % of the eighteen programs on a busy machine.
 */
const ONE_MOMENT: Factors = {
  free: factors({
    cycles: [1.31, 1.12],
    peakHeapBytes: [1.02, 1.05],
    peakMemoryBytes: [1.02, 1.05],
    peakContainerBytes: [1.02, 1.05],
    containerKills: [1.1, 1.2],
    gcSeconds: [1.68, 1.3],
  }),
  limited: factors({
    cycles: [1.26, 1.02],
    peakHeapBytes: [1.02, 1.11],
    peakMemoryBytes: [1.02, 1.25],
    peakContainerBytes: [1.02, 1.24],
    containerKills: [1.1, 1.3],
    gcSeconds: [1.33, 1.3],
  }),
}

/**
 * Lower than for logs, because scrapes hardly show how near a program comes to a memory limit: for a gateway, the range
 * of GC’s share ended at 0.09, but it was half.
 */
const LATE_FROM = 0.07

export function scrapesAllowance(known: Known, under: Scenario, recorded: Scenario, beyond: Underestimate): Allowance {
  const isMeasured = find(known, 'scanRate')?.sureness === 'measured'
  const { free, limited } = isMeasured ? MEASURED_COST : known.isOneMoment ? ONE_MOMENT : ASSUMED_COST
  const allowance = under.memoryLimit.kind === 'off' ? free : limited
  return {
    ...withUnderestimate(allowance, under, recorded, beyond),
    // Recordings without a log do not show this share under other settings, so we use the factors of recordings with
    // one.
    compulsoryGcFraction: SHARE.measured,
    lateFrom: LATE_FROM,
  }
}
