import { BACKGROUND_UTILIZATION } from '../../model/runtime/pacer/constants.ts'
import {
  type Allowance,
  type AnotherRun,
  equally,
  factors,
  NO_REACH,
  type RangeFactors,
} from '../../prediction/allowance.ts'
import { bindingQuota } from '../../prediction/busy.ts'
import { doubtsAbout } from '../../prediction/doubt.ts'
import type { Scenario } from '../../scenario/types.ts'
import { limitBytes, MIB } from '../../units.ts'

/*
 * Factors by which we widen a range beyond the answers of the programs that fit a log: the errors of model and machines
 * on recorded programs. `npm run evidence -- services` prints them, and tests each on programs that it was not made
 * from. Those of GC CPU are for a log without noise (see `noiseFactor`).
 */

/**
 * From a log alone, without and with a memory limit in the settings asked about. Each recorded program counts the same.
 * Memory needs smaller upper factors than the heap, because `widen` keeps its range at least as high as that of the
 * heap. One program of twenty ends below a 90 % range, so `containerKills` has larger factors: with smaller ones, two
 * verdicts on recorded programs would be wrong. Under a limit, the lower factor of the container’s memory is larger than
 * these programs need: of 41 others, 1.01 held 73 % of 82 figures, and 1.1 holds 84 %.
 */
const LOG = {
  free: factors({
    cycles: [1.25, 1.18],
    peakHeapBytes: [1.09, 1.08],
    peakMemoryBytes: [1.09, 1],
    peakContainerBytes: [1.1, 1],
    containerKills: [1.35, 1.05],
    gcSeconds: [1.36, 1.55],
  }),
  limited: factors({
    cycles: [1.57, 1.25],
    peakHeapBytes: [1.02, 1.2],
    peakMemoryBytes: [1.04, 1.1],
    peakContainerBytes: [1.1, 1.1],
    containerKills: [1.1, 1.12],
    gcSeconds: [1.46, 1.34],
  }),
}

/**
 * For a program whose memory outside the heap is known, from eighteen recorded programs, nine of them on a crowded
 * machine too. Without a limit, the lower factor of the peak heap is larger than these need: of 41 other programs, 1.02
 * held 80 % of 115 peaks, and 1.06 holds 88 %. `containerKills` has larger factors, as above: with smaller ones, four
 * verdicts on recorded programs would be wrong.
 */
const MEASURED = {
  free: factors({
    cycles: [1.17, 1.11],
    peakHeapBytes: [1.06, 1.05],
    peakMemoryBytes: [1.06, 1.1],
    peakContainerBytes: [1.03, 1.06],
    containerKills: [1.13, 1.12],
    gcSeconds: [1.11, 1.22],
  }),
  limited: factors({
    cycles: [1.2, 1.26],
    peakHeapBytes: [1.02, 1.19],
    peakMemoryBytes: [1.05, 1.11],
    peakContainerBytes: [1, 1.06],
    containerKills: [1.01, 1.14],
    gcSeconds: [1.23, 1.42],
  }),
}

/**
 * Elapsed time of a program that clients or a clock drive, and of a job, whose time depends on its machine. So does
 * that of a driven program that falls behind because of GC. If a log does not show whether its program catches up, we
 * treat it as driven. Recorded jobs ended up to 1.24 times earlier with less GC.
 */
const DRIVEN = { below: 1.05, above: 1.26 }
const DRIVEN_OR_JOB = { ...DRIVEN, below: 1.25 }
const JOB = { below: 1.75, above: 1.67 }

/**
 * From a log alone; with measured memory; from a log under a memory limit; and of a job that leaves a CPU idle, where
 * chance decides whether idle or fractional workers mark. With measured memory the upper factor is larger than its own
 * programs need: of three other programs, 1.33 held only 71 %.
 */
export const SHARE = {
  log: { below: 1.54, above: 1.25 },
  measured: { below: 1.35, above: 1.89 },
  limitedLog: { below: 2.4, above: 1.64 },
  idleCpu: { below: 35.8, above: 3.17 },
}

/**
 * From recordings made alone on a machine: three of forty lie outside. Under a memory limit we give no such range,
 * because the program’s memory decides, and a free machine does not narrow that.
 */
const SAME_MACHINE = 1.25

/**
 * Lower factor of GC CPU under another CPU quota than the log’s, for which Go’s clocks count the time that GC was
 * stopped. With it, ranges hold nine of ten logs of 24 services under three quotas.
 */
const STOPPED = 5

/**
 * Without and with a memory limit: nine of ten pairs in `tests/fixtures` lie within (tests/known/another-run.test.ts).
 */
const TWO_RUNS = {
  free: { cycles: 1.13, cycleHeap: 1.17 },
  limited: { cycles: 1.27, cycleHeap: 1.17 },
}

/** What another run under the same settings shows. @param peakHeapBytes the largest heap of the log */
export function toAnotherRun(
  memoryLimit: Scenario['memoryLimit'],
  { cycles, peakHeapBytes }: { readonly cycles: number; readonly peakHeapBytes: number },
  facts: LogFacts,
): AnotherRun {
  const usualDifference = TWO_RUNS[memoryLimit.kind === 'off' ? 'free' : 'limited']
  const { below, above } = atLeast(equally(usualDifference.cycleHeap), burstReach(memoryLimit, facts, BURST_ODDS.range))
  return {
    cycles: [Math.floor(cycles / usualDifference.cycles), Math.ceil(cycles * usualDifference.cycles)],
    cycleHeap: [peakHeapBytes / below, peakHeapBytes * above],
  }
}

/**
 * A log prints only the part of the stacks that cycles scan, in whole MiB: a service with 2,000 goroutines held 33 MiB,
 * and its log showed 0. Only for deciding whether a program surely survives.
 */
export const UNSEEN_STACKS = 40 * MIB
/**
 * The same as a multiple of the most that a cycle scanned: a recorded program held 164 MiB when 21 were scanned. Go
 * halves a stack at each cycle that finds less than a quarter of it in use, so few cycles leave more than
 * `STACKS_BOUNDS`.
 */
const UNSEEN_OF_SCANNED = 10

/**
 * Above the share of its background workers (Go 1.26, mgcpacer.go, gcBackgroundUtilization), goroutines assist. The
 * program may fall behind, and requests and timers that wait then hold memory.
 */
const LATE_FROM = BACKGROUND_UTILIZATION

export interface LogFacts {
  /** Whether the program may end when its work is done. */
  readonly mayBeJob: boolean
  /** Whether it may be a job although we treat it as driven: `isPaceOpen`. */
  readonly isPaceOpen: boolean
  /** Whether it is a job that leaves CPUs idle: `leavesCpuIdle`. */
  readonly leavesCpuIdle: boolean
  /** Whether the log is of a run under a memory limit. */
  readonly isUnderLimit: boolean
  /** How much the mark costs of its cycles differ: `markNoise`. */
  readonly noise: number
  /** By how much the work may have ended earlier or later than assumed, as a share of its time. */
  readonly openEnd: number
  readonly isMeasured?: boolean
  /** The CPU quota under which its log was written; absent without one, or if it allowed all CPUs. */
  readonly quota?: number
  /** How much its largest bursts differ (`burstTail`), and its largest live heap, in bytes. */
  readonly burstTail: number
  readonly mostLive: number
  /** The most stacks that a cycle scanned, in bytes. */
  readonly mostStacks: number
}

/**
 * We assume that the logarithms of the largest bursts of two runs differ by a logistic distribution with scale
 * `burstTail`. Then the ratio exceeds 9 ** burstTail in 1 of 5 pairs, and 19 ** burstTail in 1 of 10. `range` widens
 * ranges: 63 of 66 recorded pairs whose bursts differ lie within it. `kills` decides whether a container surely holds
 * the program.
 */
const BURST_ODDS = { range: 9, kills: 19 }

/** The factors of all programs already cover smaller differences of bursts. */
const LEAST_BURSTS = 1.1
/** We do not mention smaller differences to the user. */
const TELLING_BURSTS = 1.2

/** A memory limit keeps the heap the same for smaller bursts, and for larger ones until these pass the limit. */
function burstReach(limit: Scenario['memoryLimit'], { burstTail, mostLive }: LogFacts, odds: number): RangeFactors {
  const factor = odds ** burstTail
  if (factor < LEAST_BURSTS) return NO_REACH
  if (limit.kind === 'off') return equally(factor)
  return { below: 1, above: Math.max(1, Math.min(factor, (factor * mostLive) / limitBytes(limit))) }
}

export function allowanceOf(scenario: Scenario, facts: LogFacts): Allowance {
  const { memoryLimit } = scenario
  const { free, limited } = facts.isMeasured ? MEASURED : LOG
  const isFree = memoryLimit.kind === 'off'
  const { gcSeconds, peakHeapBytes, peakMemoryBytes, peakContainerBytes, containerKills, ...others } = isFree
    ? free
    : limited
  const burst = burstReach(memoryLimit, facts, BURST_ODDS.range)
  const factor = noiseFactor(facts.noise)
  const isOtherQuota = isUnderOtherQuota(scenario, facts)
  const times = ({ below, above }: RangeFactors) => ({
    below: below * factor * (isOtherQuota ? STOPPED : 1),
    above: above * factor,
  })
  const wideByBursts = `the largest bursts of the live heap differ much in size, so in another run the largest may be ${burst.above.toFixed(1)} times as high: memory ranges allow it (a longer log would narrow them)`
  return {
    ...others,
    peakHeapBytes: atLeast(peakHeapBytes, burst),
    peakMemoryBytes: atLeast(peakMemoryBytes, burst),
    peakContainerBytes: atLeast(peakContainerBytes, burst),
    containerKills: atLeast(containerKills, burstReach(memoryLimit, facts, BURST_ODDS.kills)),
    doubts: doubtsAbout('wide', burst.above > TELLING_BURSTS && wideByBursts),
    gcSeconds: times(gcSeconds),
    ...(isFree && !isOtherQuota && { gcSecondsOnSameMachine: equally(Math.max(SAME_MACHINE, factor)) }),
    compulsoryGcFraction: times(shareReach(facts)),
    wallSeconds: elapsedReach(facts),
    unseen: { bytes: Math.max(UNSEEN_STACKS, UNSEEN_OF_SCANNED * facts.mostStacks) },
    lateSeconds: JOB.above,
    lateFrom: LATE_FROM,
  }
}

export function isUnderOtherQuota(scenario: Scenario, { quota }: LogFacts): boolean {
  return quota !== undefined && bindingQuota(scenario) !== quota
}

function atLeast(one: RangeFactors, least: RangeFactors): RangeFactors {
  return { below: Math.max(one.below, least.below), above: Math.max(one.above, least.above) }
}

function elapsedReach({ mayBeJob, isPaceOpen, openEnd }: LogFacts) {
  const { below, above } = mayBeJob ? JOB : isPaceOpen ? DRIVEN_OR_JOB : DRIVEN
  return { below: below / (1 - openEnd), above: above * (1 + openEnd) }
}

function shareReach({ leavesCpuIdle, isUnderLimit, isMeasured }: LogFacts) {
  if (leavesCpuIdle) return SHARE.idleCpu
  if (isUnderLimit) return SHARE.limitedLog
  return isMeasured ? SHARE.measured : SHARE.log
}

/** Mark costs that vary by chance from cycle to cycle, as on a shared machine, vary as much in another run. */
export function noiseFactor(noise: number): number {
  return Math.exp(Math.min(1, noise))
}
