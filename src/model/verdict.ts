import { formatSeconds, formatShare, formatSize } from '../format.ts'
import { formatElapsed, toMomentText } from './clock.ts'
import { type Facts, factsOf } from './judgement/facts.ts'
import { killedBy, throttledPortion, whyNoCycle } from './judgement/rules.ts'
import { endOf } from './steps.ts'
import { ROUNDING, type Tally } from './tally.ts'
import type { Judged, Trace } from './trace.ts'

/** The verdict on a run in one word, for which the page has a colour. */
export type VerdictKind =
  | 'healthy'
  | 'uncollected'
  | 'tight'
  | 'thrashing'
  | 'over-limit'
  | 'over-machine'
  | 'killed'
  | 'stopped'
  | 'not-as-drawn'

export interface Verdict {
  readonly kind: VerdictKind
  /** The word as shown: `killed at 5.32 s`. */
  readonly label: string
  /** The part of the label that says when, at its end: `at 5.32 s`. The page sets it smaller. */
  readonly when?: string
  readonly reason: string
}

/** What a verdict needs besides the run. Every caller has to give it, so that all places on a page say the same. */
export interface Circumstances {
  /** Memory of the machine that an experiment was made on, in bytes: nothing is killed there, but memory is not free. */
  readonly machineMemory?: number | undefined
  readonly shortfall?: Shortfall | undefined
}

/** A drawn phase that no program can have: the live heap drawn for its end, and the possible one. Bytes. */
export interface Shortfall {
  /** Index of the phase, from 0. */
  readonly phase: number
  readonly wanted: number
  readonly possible: number
}

/** A program that stands still for more than this share of its time is thrashing. */
export const THRASHING_TIME_SHARE = 0.1
/** From this share of the CPU on, GC costs more than most would accept. */
export const TIGHT_GC_SHARE = 0.25
/** If cycles run for this share of the time, there is hardly any time between them. */
const TIGHT_RUNNING = 0.75
/** A smaller share of the container left free is less than the headroom that is usually advised (5 to 10 %). */
export const LEAST_HEADROOM = 0.05
/** A CPU quota that stops the program for more than this share of the time matters more than what GC takes. */
export const MUCH_THROTTLED = 0.25
/** A smaller share of late work is usual at the end of a phase. */
export const LEAST_DROPPED = 0.01
/** Work of which a larger share is given up needs more CPU. */
const MUCH_DROPPED = 0.1
/** Memory above the limit by less than this share still counts as within it: a cycle needs so much room at least. */
export const LIMIT_TOLERANCE = 0.01
/** Below this effective GOGC, cycles follow each other so closely that growth ends in a death spiral. */
export const LOW_GOGC = 20
/** Below this effective GOGC, a cycle marks eight times as much as was allocated since the last. */
const TIGHT_GOGC = 12.5

/**
 * Judges a run by the first that applies: not as drawn, killed, stopped, thrashing, machine too small, over the limit,
 * CPU-throttled, tight, never collected, healthy. `thrashing` is also the kind where the GC CPU limit acted and GC
 * itself took less: its label is then “GC CPU limited”.
 */
export function toVerdict(run: Judged, circumstances: Circumstances): Verdict {
  const verdict = judge(run, factsOf(run), circumstances)
  const { shortfall } = circumstances
  // The reason adds the share of undone work: the run completes without it.
  if (!shortfall) return { ...verdict, reason: [verdict.reason, ...toDroppedText(run)].join(' ') }
  return {
    kind: 'not-as-drawn',
    label: 'not as drawn',
    reason: `${toShortfallText(shortfall)} What ran: ${verdict.label}.`,
  }
}

/** The share of its work that a program gave up because it was late, in a sentence; empty if it did all. */
export function toDroppedText(run: Judged): string[] {
  const share = droppedShare(run)
  if (share < LEAST_DROPPED) return []
  const cause = run.result.throttledSeconds > 0 ? 'The CPU quota' : 'Too little CPU'
  return [`${cause} left ${formatShare(share)} of its work undone.`]
}

function toShortfallText({ phase, wanted, possible }: Shortfall): string {
  const levels =
    wanted === possible ? '' : `: ${formatSize(wanted)} live are drawn, ${formatSize(possible)} are possible`
  return `Phase ${phase + 1} cannot run as drawn${levels}.`
}

/** The shortfall of a drawn phase in a few words, for the chart. */
export function toShortfallNote({ phase, wanted, possible }: Shortfall): string {
  const levels = wanted === possible ? '' : `: ${formatSize(possible)} live, not ${formatSize(wanted)}`
  return `phase ${phase + 1} not as drawn${levels}`
}

/**
 * Verdict and ending in a line: `healthy, completed after 31.8 s`, `killed after 5.32 s`, `stopped after 2 s`. The word
 * has the colour of the verdict.
 */
export function toEnding(trace: Trace, circumstances: Circumstances) {
  const { kind, label } = toVerdict(trace, circumstances)
  const { outcome } = trace.result
  // The same words as in the chart.
  const after = `after ${toMomentText(trace, endOf(trace))}`
  if (outcome.kind === 'oom-killed')
    return { kind, word: 'killed', rest: outcome.atSeconds > 0 ? ` ${after}` : ' as it starts' }
  if (outcome.kind === 'stopped') return { kind, word: 'stopped', rest: ` ${after}` }
  return { kind, word: label, rest: `, completed ${after}` }
}

function judge(run: Judged, facts: Facts, circumstances: Circumstances): Verdict {
  const { outcome, peakContainerBytes } = run.result
  if (outcome.kind === 'oom-killed') return toKilled(run, outcome.atSeconds)
  if (outcome.kind === 'stopped') return verdict('stopped', 'stopped', `The run was ${outcome.reason}.`)
  const passed = toPassed(run, facts)
  const { machineMemory = Infinity } = circumstances
  const beyond = exceedsMachine(run, circumstances)
    ? `Memory rose to ${formatSize(peakContainerBytes)} on a machine with ${formatSize(machineMemory)}: it would swap, or be killed, which is not simulated.`
    : ''
  const stopped = throttledShare(run)
  const quota =
    stopped > MUCH_THROTTLED ? `The CPU quota stopped the program for ${throttledPortion(run)} of the time` : ''
  const besides = quota && `${quota}.`
  if (isThrashing(run, facts))
    return toThrashing(run, facts, beyond, quota && `${quota}, which counts as GC where a cycle was marking.`)
  if (beyond !== '') return verdict('over-machine', 'machine too small', beyond, passed, besides)
  if (facts.excess && facts.excess.share > LIMIT_TOLERANCE)
    return verdict('over-limit', 'over the limit', passed, toBackToBack(run, facts), besides)
  const tight = toTight(run, facts)
  if (quota) return verdict('tight', 'CPU-throttled', `${quota}: look at the quota before GC settings.`, tight ?? '')
  if (tight) return verdict('tight', 'tight', tight)
  return isUncollected(run)
    ? verdict('uncollected', 'never collected', 'Nothing starts a GC cycle, so memory only grows.')
    : verdict('healthy', 'healthy', toHealthy(run))
}

export function exceedsMachine({ result }: Judged, { machineMemory = Infinity }: Circumstances): boolean {
  return result.peakContainerBytes > machineMemory
}

function toKilled(run: Judged, atSeconds: number): Verdict {
  const when = atSeconds > 0 ? `at ${formatElapsed(run, run.result.wallSeconds)}` : 'as it starts'
  return { kind: 'killed', label: `killed ${when}`, when, reason: toKill(run, atSeconds) }
}

function toKill(run: Judged, atSeconds: number): string {
  const limit = formatSize(run.segments.at(-1)!.containerLimit)
  switch (killedBy(run, atSeconds)) {
    case 'start':
      return `The program starts with ${formatSize(run.result.peakContainerBytes)}, more than the container’s ${limit}: it was killed at once.`
    case 'change':
      return `After a change, memory exceeded the container’s ${limit}: the program was killed before it finished.`
    case 'growth':
      return `Memory passed the container’s limit: the program was killed before it finished.`
  }
}

function isThrashing(run: Judged, facts: Facts): boolean {
  return isHeavy(run, facts) || facts.limitedSeconds > THRASHING_TIME_SHARE * run.result.wallSeconds
}

/** The collector itself took about half of the CPU from the program, over all or for long. */
function isHeavy(run: Judged, facts: Facts): boolean {
  const { thrashingSeconds } = facts.effort
  return shareTaken(run, facts) > 0.5 || thrashingSeconds > THRASHING_TIME_SHARE * run.result.wallSeconds
}

/**
 * GC's share of the CPU that the program could use. Go's share c / o (compulsory GC, all CPUs without idle marking) may
 * be large although nothing was lost.
 *
 *   (c − spare) / (o − spare) = (c / o − s) / (1 − s), where s = spare / o
 */
export function shareTaken({ result }: Judged, { effort: { offered, spare } }: Facts): number {
  const share = offered > 0 ? spare / offered : 0
  return share < 1 - ROUNDING ? Math.max(0, (result.compulsoryGcFraction - share) / (1 - share)) : 0
}

/**
 * Go’s limiter counts a quarter of all CPUs while a cycle runs, and idle ones not at all: it may “turn on even if it’s
 * not needed” (Go 1.26, mgclimit.go, updateLocked).
 */
function toThrashing(run: Judged, facts: Facts, ...besides: string[]): Verdict {
  const { model, result } = run
  const isLimited = facts.limitedSeconds > facts.effort.thrashingSeconds
  const seconds = formatElapsed(
    run,
    Math.min(result.wallSeconds, Math.max(facts.effort.thrashingSeconds, facts.limitedSeconds)),
  )
  const why = toThrashingReason(run, facts)
  // The seconds for which memory was over the limit say little beside these.
  const over = facts.excess ? `Memory passed GOMEMLIMIT by ${formatSize(facts.excess.bytes)}.` : ''
  const limited = `The 50 % GC CPU limit acted for ${seconds}: GC ran ${why}.`
  if (model === 'runtime' && !isHeavy(run, facts)) {
    const took = `GC really took ${formatShare(shareTaken(run, facts))} of ${usableCpu(facts)}. Go’s limiter assumes a quarter of all CPUs during a cycle, adds assists, and ignores idle CPUs. GC CPU, ${formatShare(result.compulsoryGcFraction)}, also counts marking on CPUs that the program did not need.`
    return verdict('thrashing', 'GC CPU limited', limited, over, took, ...besides)
  }
  const heavy = `For ${seconds}, GC took about half or more of ${usableCpu(facts)}, ${why}.`
  return verdict('thrashing', 'thrashing', isLimited ? limited : heavy, over, ...besides)
}

/** The whole of the shares: all of the CPU, if GC used no idle CPUs. */
function usableCpu({ effort }: Facts): string {
  return effort.spare > 0 ? 'the CPU that the program could use' : 'the CPU'
}

function toThrashingReason(run: Judged, facts: Facts): string {
  const { byLimit, cycles } = facts.rules
  if (2 * byLimit > cycles) return 'to hold the memory limit'
  if (isMostlyForced(run, facts)) return 'mostly for calls of runtime.GC()'
  return cycles < 2 ? 'in one cycle' : 'as the heap was soon full again'
}

function toPassed(run: Judged, { excess }: Facts): string {
  if (!excess) return ''
  return `Memory passed GOMEMLIMIT, a soft limit, by ${formatSize(excess.bytes)} for ${formatElapsed(run, excess.seconds)}.`
}

function toBackToBack(run: Judged, facts: Facts): string {
  const { backToBackSeconds: seconds, backToBackSpent: spent, backToBackOffered: offered } = facts.effort
  if (seconds <= THRASHING_TIME_SHARE * run.result.wallSeconds) return ''
  const share = offered > 0 ? Math.max(0, spent / offered) : 0
  return `Cycles ran back to back for ${formatSeconds(seconds)} (${formatShare(share)} of ${usableCpu(facts)}).`
}

function toTight(run: Judged, facts: Facts): string | undefined {
  const { rules, effort, excess, room } = facts
  if (excess) return 'Memory passed GOMEMLIMIT by less than 1 %.'
  if (shareTaken(run, facts) > TIGHT_GC_SHARE) {
    const remedy = isMostlyForced(run, facts)
      ? 'Most cycles are calls of runtime.GC().'
      : 'A larger heap would reduce this.'
    return `More than a quarter of ${usableCpu(facts)} goes to the collector. ${remedy}`
  }
  if (run.result.throttledSeconds === 0 && droppedShare(run) > MUCH_DROPPED)
    return 'The program falls behind its requests.'
  if (rules.lowestGogc < TIGHT_GOGC)
    return `${2 * rules.byLimit > rules.cycles ? 'The' : 'At times, the'} memory limit leaves hardly any room above the live heap.`
  if (room && room.share < LEAST_HEADROOM) return 'Less than 5 % of the container is left at the peak.'
  // A run of no length at all has no share (NaN), which is not above any.
  const running = Math.min(1, effort.runningSeconds / run.result.wallSeconds)
  return running > TIGHT_RUNNING ? `A GC cycle is running for ${formatShare(running)} of the time.` : undefined
}

/** Share of the elapsed time for which a CPU quota stopped the program; 0 for a run of no length. */
export function throttledShare({ result: { throttledSeconds, wallSeconds } }: Pick<Judged, 'result'>): number {
  return wallSeconds > 0 ? throttledSeconds / wallSeconds : 0
}

/** Share of the elapsed time in which GC took about half of the CPU, or in which the GC CPU limit acted if that is more. */
export function thrashingShare({ result, tally }: Pick<Judged, 'result'> & { readonly tally: Tally | undefined }) {
  if (!tally || !(result.wallSeconds > 0)) return 0
  return Math.min(1, Math.max(tally.effort.thrashingSeconds, tally.limitedSeconds) / result.wallSeconds)
}

/** Share of its work that the program gave up because it was late: a service loses it, a job goes on for longer. */
export function droppedShare({ tally }: { readonly tally?: Tally | undefined }): number {
  return tally && tally.demanded > 0 ? tally.dropped / tally.demanded : 0
}

function isMostlyForced({ result }: Judged, { rules }: Facts): boolean {
  return (rules.cycles - result.cycles) * 2 > rules.cycles
}

function isUncollected(run: Judged): boolean {
  const { segments, result } = run
  return whyNoCycle(run) === 'nothing starts one' && result.peakHeapBytes > (segments[0]?.peak.live ?? 0)
}

function toHealthy({ segments, result }: Judged): string {
  const isLimited = segments.some(({ memoryLimit, containerLimit }) => Math.min(memoryLimit, containerLimit) < Infinity)
  const memory = isLimited ? 'memory stays within its limits' : 'this run has no limit'
  const [own, all] = [result.compulsoryGcFraction, result.gcCpuFraction].map(formatShare)
  const idle = own === all ? '' : `; of the CPU time used, marking on idle CPUs included, GC takes ${all}`
  return `GC CPU is ${own}${idle}, and ${memory}.`
}

/**
 * The lowest effective GOGC of the cycles whose goal the memory limit set: what GOGC would be if it set that goal, in
 * percent of live heap, stacks and globals. null if the limit set none, or nothing was live yet.
 */
export function toEffectiveGogc(run: Judged): number | null {
  const { lowestGogc } = factsOf(run).rules
  return Number.isFinite(lowestGogc) ? lowestGogc : null
}

function verdict(kind: VerdictKind, label: string, ...reasons: string[]): Verdict {
  return { kind, label, reason: reasons.filter((reason) => reason !== '').join(' ') }
}
