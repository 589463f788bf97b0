import { formatBriefSize, formatSeconds, formatShare } from '../format.ts'
import {
  LEAST_DROPPED,
  LEAST_HEADROOM,
  LIMIT_TOLERANCE,
  MUCH_THROTTLED,
  THRASHING_TIME_SHARE,
  throttledShare,
  type Verdict,
  type VerdictKind,
} from '../model/verdict.ts'
import { limitBytes, MIB } from '../units.ts'
import type { Outcomes, Prediction } from './predict.ts'
import type { Spread } from './spread.ts'

/** Whether the container would kill the program, as far as the input shows. */
export interface Outlook {
  readonly kind: 'survives' | 'could-be-killed' | 'would-be-killed'
  /** `could be killed (3 of 10)`; without a share where no simulated program is killed. */
  readonly label: string
  /** Copied from the prediction. */
  readonly need?: Spread | undefined
  /** Whether all simulated programs live, where one could be killed all the same. */
  readonly isNoneKilled?: true
}

/** From this share of killed programs on, we are sure. It is high because we simulate only few programs. */
const SURE = 0.995

/**
 * What happens to a program in its container; undefined if the container has no limit. We prefer “could be killed” to a
 * wrong certainty. We say it also in these cases:
 *
 * - all simulated programs are killed, but by one cycle that may come earlier (`mayFit`)
 * - all stay below the limit, but the range of their memory reaches it
 * - the program may fall behind near its memory limit
 * - it may continue after the run and outgrow its container
 * - the input shows too little to be sure (`unsure`)
 * - a run was stopped before its end
 * - nothing shows memory outside Go, and the container leaves little for it (`isRoomForOutsideLittle`)
 * - all are killed, but the simulation cannot reproduce the input (`isUnreliable`)
 * - all are killed, but the process had no more memory than the container holds (`livedBytes`)
 */
export function toOutlook(prediction: Prediction): Outlook | undefined {
  const { scenario, outcomes, mayFill, mayFit, livedBytes, lateShare, outgrown, unsure, isUnreliable, need } =
    prediction
  if (scenario.containerLimit.kind === 'off') return undefined
  const killed = outcomes['oom-killed']
  const isOtherwise = mayFit || isUnreliable || livedBytes !== undefined
  if (killed >= SURE && !isOtherwise) return { kind: 'would-be-killed', label: 'would be killed', need }
  const isUnsure = unsure !== undefined || isUnreliable === true
  const isOpen =
    mayFill ||
    lateShare > 0 ||
    outgrown > 0 ||
    isUnsure ||
    stoppedShare(outcomes) > 0 ||
    isRoomForOutsideLittle(prediction)
  if (killed <= 0 && !isOpen) return { kind: 'survives', label: 'survives' }
  // Its reasons say why it could be, although no simulated program is.
  if (killed <= 0) return { kind: 'could-be-killed', label: 'could be killed', need, isNoneKilled: true }
  const tenths = Math.min(9, Math.round(10 * killed))
  const share = tenths === 0 ? 'fewer than 1 of 10' : `${tenths} of 10`
  return { kind: 'could-be-killed', label: `could be killed (${share})`, need }
}

/**
 * Memory outside Go that no input shows (cgo, mmap) may be this many bytes, or this share of Go’s memory if that is more.
 * Both are guesses: a service with a heap of 7 MiB had mapped 128 MiB, and an embedded database may map far more.
 */
const MOST_OUTSIDE = { bytes: 128 * MIB, share: 0.5 } as const

function isRoomForOutsideLittle({ unseenRoom = Infinity, spread }: Prediction): boolean {
  return unseenRoom < Math.max(MOST_OUTSIDE.bytes, MOST_OUTSIDE.share * spread.peakContainerBytes.high)
}

/** The share of the programs, by weight, whose runs were stopped because they take too long to simulate. */
export function stoppedShare({ completed, 'oom-killed': killed }: Outcomes): number {
  const share = 1 - completed - killed
  return share > ROUNDING_ERROR ? share : 0
}

/** The error of a sum of some hundred weights. */
const ROUNDING_ERROR = 1e-9

/** A warning for stopped runs: what the ranges do not include. */
function warnOfStopped({ outcomes }: Prediction): string | undefined {
  const share = stoppedShare(outcomes)
  if (share === 0) return undefined
  return `${atLeastOne(share)} of 100 programs that fit take too long to simulate: their runs were stopped, so the ranges may end too low`
}

function atLeastOne(share: number): number {
  return Math.max(1, Math.round(100 * share))
}

/** Warnings about facts that the figures of a prediction do not include. */
export function toWarnings(prediction: Prediction): string[] {
  const stopped = warnOfStopped(prediction)
  return [
    ...(stopped === undefined ? [] : [stopped]),
    ...whyUnsure(prediction),
    ...warnOfMemoryHigh(prediction),
    ...warnOfQuota(prediction),
    ...warnOfCost(prediction),
    ...warnOfCpus(prediction),
  ]
}

/** Why we are not sure how much memory the program needs: it may exceed the ranges, or the ranges are wide. */
export function whyUnsure(prediction: Prediction): string[] {
  return [warnOfUnseen, warnOfGrowth, whyOpen, warnOfBursts, conditionOf].flatMap((toReasons) => toReasons(prediction))
}

/** Why the ranges of memory are wide, if bursts of the live heap differ much. */
function warnOfBursts({ bursts }: Prediction): string[] {
  if (bursts === undefined) return []
  return [
    `the largest bursts of the live heap lie far apart, so in another run the largest may be ${bursts.toFixed(1)} times as high: the ranges of memory count that (a longer log would narrow them)`,
  ]
}

/** A warning that we assume a program uses no more CPUs than it had, if it kept all of these busy. */
function warnOfCpus({ fewerCpus }: Prediction): string[] {
  if (fewerCpus === undefined) return []
  return [
    `the program kept all ${fewerCpus} CPUs busy that it had, and nothing shows whether it would use more: it is simulated with ${fewerCpus} for its own work`,
  ]
}

/**
 * A warning for input that does not show what marking costs, or only GC’s share of all CPUs: what a range of GC CPU
 * includes, and what not.
 */
export function warnOfCost({
  isCostOpen,
  isProcsOpen,
  scenario,
}: Pick<Prediction, 'isCostOpen' | 'isProcsOpen' | 'scenario'>): string[] {
  if (isProcsOpen)
    return [
      `only GC’s share of all CPUs is known, and GOMAXPROCS is taken to be ${scenario.procs}: the range of GC’s CPU-seconds holds programs with other values too`,
    ]
  if (!isCostOpen) return []
  return [
    'nothing measured shows what marking costs, so the range of GC CPU holds all programs like this one; on a crowded machine, where GC waits for CPUs, Go counts that wait too, and GC CPU is higher still (a gctrace log or collectors.MetricsAll tells)',
  ]
}

/** A warning that a log may hide enough memory to fill the container, if nothing else would fill it. */
function warnOfUnseen({ unseenFill, outcomes }: Prediction): string[] {
  if (unseenFill === 0 || outcomes['oom-killed'] > 0) return []
  return [
    `a log does not show the stacks of goroutines that wait, ${formatBriefSize(unseenFill)} with thousands of them: as much more does not fit into this container (/metrics or a MemStats dump tells)`,
  ]
}

/** The condition under which a program survives whose memory outside Go is not known. */
function conditionOf(prediction: Prediction): string[] {
  const { unseenRoom } = prediction
  if (unseenRoom === undefined || toOutlook(prediction)?.kind !== 'survives') return []
  return [toRoom(unseenRoom)]
}

function toRoom(bytes: number): string {
  return `nothing shows memory outside Go (cgo, mmap): this container leaves ${formatBriefSize(bytes)} for it (process_resident_memory_bytes or the container’s working set tells)`
}

/** Why the program may need more memory than its ranges say. */
export function whyOpen(prediction: Prediction): string[] {
  const { unsure, lateShare, mayFill, unseenFill, unseenRoom, mayFit, livedBytes, outcomes, outgrown } = prediction
  const isOutsideOpen = !mayFill && outcomes['oom-killed'] <= 0 && isRoomForOutsideLittle(prediction)
  return [
    ...(isOutsideOpen && unseenRoom !== undefined ? [toRoom(unseenRoom)] : []),
    ...(mayFill && unseenFill === 0 && outcomes['oom-killed'] <= 0 ? [NEARLY_FULL] : []),
    ...(unsure === undefined ? [] : [unsure]),
    ...(mayFit && outcomes['oom-killed'] >= SURE ? [BY_CHANCE] : []),
    ...(livedBytes !== undefined && outcomes['oom-killed'] >= SURE ? [toLived(livedBytes)] : []),
    ...(outgrown > 0 && !mayFill ? [toOutgrown(prediction)] : []),
    ...(lateShare > 0
      ? [
          `near its memory limit GC takes up to ${formatShare(lateShare)} of the CPU: if the program falls behind, requests that wait hold memory beyond these ranges`,
        ]
      : []),
  ]
}

const NEARLY_FULL = 'the model may be off by more memory than this container leaves'
const BY_CHANCE =
  'one GC cycle alone makes the heap too large for this container: if it comes earlier, the program may fit'

function toLived(bytes: number): string {
  return `when last seen under these settings, the process had ${formatBriefSize(bytes)}, which this container holds`
}

function toOutgrown({ outgrown, isGrowing, trace }: Prediction): string {
  const run = `this is a run of ${formatSeconds(trace.result.wallSeconds)}`
  if (outgrown === Infinity) return `${run}: if the program goes on, nothing starts a GC cycle, and memory only grows`
  const most = formatBriefSize(outgrown)
  return isGrowing
    ? `${run}, and ${STILL_GREW}: if the program goes on for as long again, its memory may grow to ${most}`
    : `${run}: if the program goes on, these settings let its memory grow to ${most}`
}

const STILL_GREW = 'the live heap still grew as the input ended'

/** A warning that the heap grows for as long as the program runs, unless `whyOpen` says so. */
export function warnOfGrowth({ isGrowing, outgrown, mayFill, trace }: Prediction): string[] {
  if (!isGrowing || (outgrown > 0 && !mayFill)) return []
  return [
    `${STILL_GREW}: the ranges are of a run of ${formatSeconds(trace.result.wallSeconds)}, and a longer one may need more`,
  ]
}

/** A warning that the kernel may slow the program down before its container is full. */
export function warnOfMemoryHigh({ memoryHigh }: Prediction): string[] {
  if (memoryHigh === undefined) return []
  return [
    `above ${formatBriefSize(memoryHigh)} (MemoryHigh=) the kernel takes memory back and holds the program up, without killing it; that is not simulated`,
  ]
}

/** Whether the likely program uses more memory than MemoryHigh of its unit, so that the kernel slows it down. */
export function passesMemoryHigh({ spread, memoryHigh = Infinity }: Prediction): boolean {
  return spread.peakContainerBytes.likely > memoryHigh
}

const WORST_FIRST: readonly Outlook['kind'][] = ['would-be-killed', 'could-be-killed', 'survives']

/** The worse of two outlooks. If they are equal, it is the second; undefined if there is none. */
export function worseOf(one: Outlook | undefined, other: Outlook | undefined): Outlook | undefined {
  if (!one || !other) return one ?? other
  return WORST_FIRST.indexOf(one.kind) < WORST_FIRST.indexOf(other.kind) ? one : other
}

/**
 * For how long a CPU quota could stop the program, in words; undefined unless it throttles some programs that fit the
 * input, and not others.
 */
export function toThrottling({ throttledShare: { low, high }, isBusyOpen }: Throttling): string | undefined {
  if (low > MUCH_THROTTLED || high <= MUCH_THROTTLED) return undefined
  const told = isBusyOpen ? '; measured CPU time (process_cpu_seconds_total) would tell' : ''
  return `${percents(low, high)} of the time${told}`
}

/** `5 to 60 %`, of two shares. */
function percents(low: number, high: number): string {
  return `${Math.round(100 * low)} to ${Math.round(100 * high)} %`
}

export type Throttling = Pick<Prediction, 'throttledShare' | 'isBusyOpen'>

/** A warning for a run under a CPU quota: the quota may stop it for long, and the program may drop work. */
function warnOfQuota(prediction: Prediction): string[] {
  const { throttledShare, droppedShare: dropped } = prediction
  if (throttledShare.high === 0) return []
  const { low, high } = throttledShare
  const open = toThrottling(prediction)
  return [
    ...(open ? [`the CPU quota could stop the program for ${open}`] : []),
    ...(low > MUCH_THROTTLED ? [`the CPU quota stops the program for ${percents(low, high)} of the time`] : []),
    ...(dropped.high >= LEAST_DROPPED
      ? [
          `under the CPU quota the program leaves ${percents(dropped.low, dropped.high)} of its work undone (likely ${formatShare(dropped.likely)})`,
        ]
      : []),
  ]
}

/**
 * The verdict, made less certain if a CPU quota may stop the program for a longer or shorter time than the likely run.
 */
function withThrottling(verdict: Verdict, prediction: Prediction): Verdict {
  const throttling = toThrottling(prediction)
  const { kind, label } = verdict
  const isThrottled = throttledShare(prediction.trace) > MUCH_THROTTLED
  const isOpen = kind === 'healthy' || kind === 'tight' || (kind === 'thrashing' && isThrottled)
  if (throttling === undefined || !isOpen) return verdict
  const could = kind === 'thrashing' ? `could be ${label}` : 'could be CPU-throttled'
  const text = `The CPU quota could stop the program for ${throttling}. ${ofLikely(verdict)}`
  return { kind: kind === 'healthy' ? 'tight' : kind, label: could, reason: text }
}

/** A reason that holds for the likely program, and perhaps not for the other programs. */
function ofLikely({ label, reason }: Verdict): string {
  return `The likely program: ${label}. In its run: ${reason}`
}

/** The verdict on a likely program that thrashes, if some other programs that fit the input hardly thrash. */
function withThrashing(verdict: Verdict, { thrashingShare: { low, high } }: Prediction): Verdict {
  const { kind, label } = verdict
  if (kind !== 'thrashing' || low > THRASHING_TIME_SHARE) return verdict
  const text = `GC could slow the program down for ${percents(low, high)} of the time. ${ofLikely(verdict)}`
  return { kind, label: `could be ${label}`, reason: text }
}

/**
 * The verdict on the likely program, with a warning if the ranges say more:
 *
 * - If the high end of its memory nearly fills the container, a healthy program becomes “could be tight”. If that end
 *   only passes GOMEMLIMIT, a soft limit, the reason says so.
 * - If the verdict depends on how long a CPU quota stops the program, it becomes “could be”. So does thrashing.
 * - If runs were stopped before their end, or the program may need more memory than the ranges say, the reason says so.
 *
 * `withOutlook` says whether the program could be killed.
 * @param isMeasured whether the verdict rests on measured GC CPU
 */
export function withRange(likely: Verdict, prediction: Prediction, isMeasured = false): Verdict {
  const verdict = withRanges(likely, prediction, isMeasured)
  const stopped = likely.kind === 'stopped' ? undefined : warnOfStopped(prediction)
  const { scenario, unsure } = prediction
  const more =
    scenario.containerLimit.kind === 'off' ? (unsure ?? []) : [...whyOpen(prediction), ...conditionOf(prediction)]
  const beware = [stopped ?? [], more, warnOfMemoryHigh(prediction)].flat()
  return beware.length === 0 ? verdict : { ...verdict, reason: `${verdict.reason} Beware: ${beware.join('; ')}.` }
}

function withRanges(likely: Verdict, prediction: Prediction, isMeasured: boolean): Verdict {
  const verdict = withThrottling(likely, prediction)
  const outlook = toOutlook(prediction)
  if (outlook && outlook.kind !== 'survives') return verdict
  if (verdict.kind === 'healthy' && prediction.memoryHigh !== undefined) {
    const isSure = prediction.spread.peakContainerBytes.low > prediction.memoryHigh
    return { ...verdict, kind: 'tight', label: isSure ? 'would be held up' : 'could be held up' }
  }
  if (verdict.kind !== 'healthy') return isMeasured || verdict !== likely ? verdict : withThrashing(verdict, prediction)
  const { scenario, spread } = prediction
  const isNearlyFull = spread.peakContainerBytes.high > (1 - LEAST_HEADROOM) * limitBytes(scenario.containerLimit)
  const isOver = spread.peakMemoryBytes.high > (1 + LIMIT_TOLERANCE) * limitBytes(scenario.memoryLimit)
  if (!isNearlyFull && !isOver) return verdict
  const most = isNearlyFull ? 'less than 5 % of the container’s memory is left' : 'memory passes GOMEMLIMIT for a while'
  const reason = `${verdict.reason} That is the likely program: at the high end of the range, ${most}.`
  return isNearlyFull ? { kind: 'tight', label: 'could be tight', reason } : { ...verdict, reason }
}

/** The verdict on a program known within bounds: first whether it may be killed, then how the likely program ran. */
export function withOutlook(verdict: Verdict, outlook: Outlook | undefined): Verdict {
  if (!outlook || outlook.kind === 'survives') return verdict
  const which =
    outlook.kind === 'would-be-killed'
      ? 'Every simulated program is killed'
      : outlook.isNoneKilled
        ? 'No simulated program is killed, but that is not sure'
        : 'That share of the simulated programs is killed'
  const needed = outlook.need ? ` ${showNeed(outlook.need)}` : ''
  // The measured memory may exceed the simulated memory of the likely program, so we say that its verdict is simulated.
  const isOther = outlook.kind === 'would-be-killed' && verdict.kind !== 'killed'
  const likely = isOther ? 'The likely one, as simulated,' : 'The likely one'
  const is = verdict.label.startsWith('could ') ? '' : 'is '
  const reason = `${which}. ${likely} ${is}${verdict.label}. ${verdict.reason}${needed}`
  return { kind: kindOf(verdict, outlook), label: outlook.label, reason }
}

function showNeed({ low, high }: Spread): string {
  const [least, most] = [low, high].map(formatBriefSize)
  return `Without the container’s limit the program would take ${least} to ${most} (90 % range).`
}

/** The kind of verdict for an outlook: never better than that of the likely program. */
function kindOf({ kind }: Verdict, outlook: Outlook): VerdictKind {
  if (outlook.kind === 'would-be-killed') return 'killed'
  return kind === 'healthy' || kind === 'uncollected' ? 'tight' : kind
}
