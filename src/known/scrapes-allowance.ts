import type { Allowance } from '../prediction/allowance.ts'
import type { Scenario } from '../scenario/types.ts'
import { limitBytes } from '../units.ts'
import { find, type Known } from './known.ts'

/*
 * Factors by which we widen a range beyond the programs that fit scrapes without a log, so that nine of ten figures of 24
 * recorded services lie inside, each service counted the same: three scrapes of some seconds hardly show how the live heap
 * changes. `npm run evidence -- scrapes` prints them, and tests each on services that it was not made from.
 * They are larger where GC’s CPU time is measured, since the programs then differ less. Verdicts reach as far as ranges or
 * further, by round numbers: `containerKills`. None of the recorded ones is wrong with them. Under a limit, memory is as
 * unsure whether or not GC’s CPU time is measured: the larger factors of the two count for both.
 */
interface Factors {
  readonly free: Allowance
  readonly limited: Allowance
}

/** What client_golang exposes by default: what marking costs is only assumed. */
const ASSUMED_COST: Factors = {
  free: {
    cycles: { below: 1.07, above: 1.26 },
    peakHeapBytes: { below: 1.02, above: 1.06 },
    peakMemoryBytes: { below: 1.02, above: 1.05 },
    peakContainerBytes: { below: 1.02, above: 1.05 },
    containerKills: { below: 1.1, above: 1.2 },
    gcSeconds: { below: 1.16, above: 1.02 },
  },
  limited: {
    cycles: { below: 1.02, above: 1.19 },
    peakHeapBytes: { below: 1.02, above: 1.06 },
    peakMemoryBytes: { below: 1.02, above: 1.25 },
    peakContainerBytes: { below: 1.02, above: 1.24 },
    containerKills: { below: 1.1, above: 1.3 },
    gcSeconds: { below: 1.02, above: 1.02 },
  },
}

/** With `/cpu/classes`, as `collectors.MetricsAll` exposes them. */
const MEASURED_COST: Factors = {
  free: {
    cycles: { below: 1.07, above: 1.42 },
    peakHeapBytes: { below: 1.11, above: 1.05 },
    peakMemoryBytes: { below: 1.02, above: 1.05 },
    peakContainerBytes: { below: 1.02, above: 1.05 },
    containerKills: { below: 1.1, above: 1.2 },
    gcSeconds: { below: 2.21, above: 1.77 },
  },
  limited: {
    cycles: { below: 1.38, above: 1.38 },
    peakHeapBytes: { below: 1.03, above: 1.21 },
    peakMemoryBytes: { below: 1.02, above: 1.25 },
    peakContainerBytes: { below: 1.02, above: 1.24 },
    containerKills: { below: 1.1, above: 1.33 },
    gcSeconds: { below: 2.5, above: 1.44 },
  },
}

/**
 * Scrapes hardly tell how near a program comes to a memory limit: a gateway for which GC’s share of the CPU was predicted
 * to be 0.09 at most spent half of its CPU on GC, and requests that waited took three times its limit.
 */
const LATE_FROM = 0.07

/** The allowance for answers from scrapes without a log. @param missed as `missedMemory` gives it */
export function scrapesAllowance(known: Known, under: Scenario, recorded: Scenario, missed: number): Allowance {
  const isMeasured = find(known, 'scanRate')?.sureness === 'measured'
  const { free, limited } = isMeasured ? MEASURED_COST : ASSUMED_COST
  const allowance = under.memoryLimit.kind === 'off' ? free : limited
  return { ...withMissed(allowance, under, recorded, missed), lateFrom: LATE_FROM, unsure: known.unsure }
}

/**
 * The allowance for more memory than the model has.
 * @param missed how many times as much memory the process was seen to have: 1 if no more
 */
export function withMissed(allowance: Allowance, under: Scenario, recorded: Scenario, missed: number): Allowance {
  const factor = moreUnder(under, recorded, missed)
  const keys = ['peakMemoryBytes', 'peakContainerBytes', 'containerKills'] as const
  const wider = keys.map((key) => {
    const reach = allowance[key] ?? 1
    const { below, above } = typeof reach === 'number' ? { below: reach, above: reach } : reach
    return [key, { below, above: above * factor }]
  })
  return { ...allowance, ...Object.fromEntries(wider) }
}

/**
 * Without a memory limit, memory may be as many times more again, since no scrape is of the fullest moment. With one, Go
 * gives free memory back: only under the limit of the log we saw that it did not.
 */
function moreUnder({ memoryLimit }: Scenario, recorded: Scenario, missed: number): number {
  if (memoryLimit.kind === 'off') return missed ** 2
  return limitBytes(memoryLimit) === limitBytes(recorded.memoryLimit) ? missed : 1
}
