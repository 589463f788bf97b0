import { formatBriefSize, formatCpus, formatSeconds, formatShare } from '../format.ts'
import { LEAST_DROPPED, MUCH_THROTTLED } from '../model/verdict.ts'
import { isRoomForOutsideLittle, isSelfRaising, SURE, stoppedShare, toOutlook } from './outlook.ts'
import type { Prediction } from './prediction.ts'
import { EDGE } from './spread.ts'

/** A warning for stopped runs: what the ranges do not include. */
export function warnOfStopped({ outcomes }: Prediction): string | undefined {
  const share = stoppedShare(outcomes)
  if (share === 0) return undefined
  return `${Math.max(1, Math.round(100 * share))} of 100 programs that fit take too long to simulate: their runs were stopped, so the ranges may end too low`
}

/** Warnings about facts that the figures of a prediction do not include. */
export function toWarnings(prediction: Prediction): string[] {
  const stopped = warnOfStopped(prediction)
  return [
    ...(stopped === undefined ? [] : [stopped]),
    ...whyNeedUnsure(prediction),
    ...warnOfMemoryHigh(prediction),
    ...warnOfQuota(prediction),
    ...warnOfCost(prediction),
    ...noteOnMeasuredCpus(prediction),
    ...warnOfCpus(prediction),
  ]
}

/** Why we are not sure how much memory the program needs: it may exceed the ranges, or the ranges are wide. */
export function whyNeedUnsure(prediction: Prediction): string[] {
  return [warnOfUnseen, warnOfGrowth, whyOpen, warnOfBursts, warnOfMomentary, conditionOf].flatMap((toReasons) =>
    toReasons(prediction),
  )
}

/** Why the ranges of memory are wide, if bursts of the live heap differ much. */
function warnOfBursts({ bursts }: Prediction): string[] {
  if (bursts === undefined) return []
  return [
    `the largest bursts of the live heap differ much in size, so in another run the largest may be ${bursts.toFixed(1)} times as high: memory ranges allow it (a longer log would narrow them)`,
  ]
}

/** Why the ranges of memory are wide, if Go once took much more than the simulated programs need, or stacks swing. */
function warnOfMomentary({ momentary }: Prediction): string[] {
  if (momentary === undefined) return []
  return [
    `for moments that the scrapes missed, the process may need ${formatBriefSize(momentary)} more than they show: Go once took so much from the system, or its stacks come and go (a scrape at the busiest moment would narrow the ranges)`,
  ]
}

/** A warning that we assume a program uses no more CPUs than it had, if it kept all of these busy. */
function warnOfCpus({ fewerCpus }: Prediction): string[] {
  if (fewerCpus === undefined) return []
  return [
    `the program kept all of its ${fewerCpus} CPUs busy, and nothing shows whether it would use more: we simulate it with ${fewerCpus} for its own work`,
  ]
}

/**
 * A warning for input that does not show what marking costs, or that was written under another CPU quota, or shows only GC’s share of all CPUs: what a range
 * of GC CPU includes, and what not.
 */
export function warnOfCost({
  isCostOpen,
  isCostOfQuota,
  isProcsOpen,
  scenario,
}: Pick<Prediction, 'isCostOpen' | 'isCostOfQuota' | 'isProcsOpen' | 'scenario'>): string[] {
  if (isCostOfQuota)
    return [
      'the log was written under another CPU quota, and may count the time for which that quota stopped GC as GC time: GC CPU may be several times lower than the likely value (a log without the quota shows it)',
    ]
  if (isProcsOpen)
    return [
      `only GC’s share of all CPUs is known, and GOMAXPROCS is taken to be ${scenario.procs}: the range of GC’s CPU-seconds includes programs with other values`,
    ]
  if (!isCostOpen) return []
  return [
    'nothing measured shows what marking costs, so the range of GC CPU is wide; on a crowded machine GC CPU may be higher still, because Go counts the time that GC waits for a CPU (a gctrace log, or two scrapes with collectors.MetricsAll, show the cost)',
  ]
}

/** A note that the range of GC CPU ends where a measurement ends it, not where the simulation does. */
export function noteOnMeasuredCpus({ gcWithinCpus, spread }: Pick<Prediction, 'gcWithinCpus' | 'spread'>): string[] {
  if (gcWithinCpus === undefined) return []
  const share = formatShare(spread.compulsoryGcFraction.high)
  return [
    `the range of GC CPU ends at ${share}, because the whole process was measured to use ${formatCpus(Number(gcWithinCpus.toPrecision(2)))}; the simulation alone allows more`,
  ]
}

/** A warning that a log may hide enough memory to fill the container, if nothing else would fill it. */
export function warnOfUnseen({ fit: { unseenFill, covered }, outcomes }: Prediction): string[] {
  if (unseenFill === 0 || outcomes['oom-killed'] > 0) return []
  return [
    `${untilScraped(covered)}a log does not show the stacks of waiting goroutines: thousands of them may take ${formatBriefSize(unseenFill)}, which this container does not have room for (${covered === undefined ? '/metrics' : 'a later scrape of /metrics'} or a MemStats dump shows them)`,
  ]
}

/** The condition under which a program survives whose memory outside Go is not known. */
export function conditionOf(prediction: Prediction): string[] {
  const { roomOutside, covered } = prediction.fit
  if (roomOutside === undefined || toOutlook(prediction)?.kind !== 'survives') return []
  return [toRoom(roomOutside, covered)]
}

function toRoom(bytes: number, covered: number | undefined): string {
  const room = `this container leaves ${formatBriefSize(bytes)} for it`
  const measure = 'process_resident_memory_bytes or the container’s working set'
  return covered === undefined
    ? `nothing shows memory outside Go (cgo, mmap): ${room} (${measure} shows it)`
    : `${untilScraped(covered)}nothing shows memory outside Go (cgo, mmap) after that: ${room} (${measure} at the end of the log shows it)`
}

/** Says how much of the log its measurements cover; empty if they reach its end, or if there are none. */
function untilScraped(covered: number | undefined): string {
  if (covered === undefined) return ''
  const share = Math.floor(100 * covered)
  return share === 0
    ? 'what was measured is from before the log; '
    : `what was measured covers only the first ${share} % of the log; `
}

/** Why the program may live although all simulated ones are killed. */
function whyNotKilled({ fit: { mayFit, lastSeen }, isBehind, needsLess }: Prediction): string[] {
  const reasons = { chance: isBehind ? [] : [BY_CHANCE], unwritten: [NEVER_WRITTEN], files: [OF_FILES] }
  const told = mayFit.includes('chance') ? (['chance'] as const) : mayFit
  return [
    ...told.flatMap((why) => reasons[why]),
    ...(lastSeen !== undefined ? [toLastSeen(lastSeen)] : []),
    ...needsLess,
  ]
}

/** Why not all simulated programs are killed, if only the one that hardly writes to its heap lives. */
function whyOneLives({ fit, outcomes }: Prediction): string[] {
  return fit.isOnlyUnwritten && outcomes['oom-killed'] > 1 - EDGE ? [ONLY_UNWRITTEN] : []
}

/** Why the program may need more memory than its ranges say. */
export function whyOpen(prediction: Prediction): string[] {
  const { fit, unsure = [], lateShare, isBehind, outcomes, outgrown, hasSwap } = prediction
  const { mayFill, unseenFill, roomOutside, covered } = fit
  const isOutsideOpen = !mayFill && outcomes['oom-killed'] <= 0 && isRoomForOutsideLittle(prediction)
  return [
    ...(isOutsideOpen && roomOutside !== undefined ? [toRoom(roomOutside, covered)] : []),
    ...(mayFill && unseenFill === 0 && outcomes['oom-killed'] <= 0 ? [NEARLY_FULL] : []),
    ...unsure,
    ...(isSelfRaising(prediction) ? [toSelfRaising(prediction)] : []),
    ...(hasSwap && outcomes['oom-killed'] > 0
      ? ['the container may swap before the kernel kills a program: this is not simulated']
      : []),
    ...(outcomes['oom-killed'] >= SURE ? whyNotKilled(prediction) : whyOneLives(prediction)),
    ...(outgrown > 0 && !mayFill ? [toOutgrown(prediction)] : []),
    ...(lateShare > 0 && !isBehind
      ? [
          `near its memory limit GC takes up to ${formatShare(lateShare)} of the CPU: if the program falls behind, requests that wait hold memory beyond these ranges`,
        ]
      : []),
    ...(isBehind ? [BEHIND] : []),
  ]
}

const BEHIND =
  'under the CPU quota the program may fall behind: requests that wait hold memory, and clients may send fewer requests, so its memory may lie outside these ranges'
const NEARLY_FULL = 'the model’s error in memory may be larger than the room that is left in this container'
const BY_CHANCE =
  'one GC cycle alone makes the heap too large for this container: if it comes at another time, the program may fit'
const NEVER_WRITTEN =
  'much of the heap is memory that the program uses for the first time: what it does not write to takes no room in this container (the resident memory of such a run shows it)'
const ONLY_UNWRITTEN =
  'nothing shows how much of its heap the program writes to: only a program that writes to little of it fits this container (the resident memory of a run shows it)'

const OF_FILES =
  'some of the measured memory may be pages of files, which the kernel takes away before it kills a program'

function toSelfRaising({ newLiveShare }: Prediction): string {
  return `Go counts all that a program allocates while GC marks as live: here that is ${Math.round(100 * newLiveShare)} % of the highest live heap. If marking takes a little longer, the next heaps are much larger, so memory and the number of cycles may lie far outside these ranges`
}

function toLastSeen(bytes: number): string {
  return `when last seen under these settings, the process had ${formatBriefSize(bytes)}, which this container holds`
}

function toOutgrown({ outgrown, isGrowing, trace }: Prediction): string {
  const run = `this is a run of ${formatSeconds(trace.result.wallSeconds)}`
  if (outgrown === Infinity) return `${run}: if the program continues, nothing starts a GC cycle, and memory only grows`
  const most = formatBriefSize(outgrown)
  return isGrowing
    ? `${run}, and ${STILL_GREW}: if the program continues for as long again, its memory may grow to ${most}`
    : `${run}: if the program continues, these settings let its memory grow to ${most}`
}

const STILL_GREW = 'the live heap still grew as the input ended'

/** A warning that the heap grows for as long as the program runs, unless `whyOpen` says so. */
export function warnOfGrowth({ isGrowing, outgrown, fit: { mayFill }, trace }: Prediction): string[] {
  if (!isGrowing || (outgrown > 0 && !mayFill)) return []
  return [
    `${STILL_GREW}: the ranges are of a run of ${formatSeconds(trace.result.wallSeconds)}, and a longer one may need more`,
  ]
}

/** A warning that the kernel may slow the program down before its container is full. */
export function warnOfMemoryHigh({ memoryHigh }: Prediction): string[] {
  if (memoryHigh === undefined) return []
  return [
    `above ${formatBriefSize(memoryHigh)} (MemoryHigh=) the kernel reclaims memory and slows the program down, without killing it; this is not simulated`,
  ]
}

/** Whether the likely program uses more memory than MemoryHigh of its unit, so that the kernel slows it down. */
export function passesMemoryHigh({ spread, memoryHigh = Infinity }: Prediction): boolean {
  return spread.peakContainerBytes.likely > memoryHigh
}

/**
 * For how long a CPU quota could stop the program, in words; undefined unless it throttles some programs that fit the
 * input, and not others.
 */
export function toThrottling({ throttledShare: { low, high }, isBusyOpen }: Throttling): string | undefined {
  if (low > MUCH_THROTTLED || high <= MUCH_THROTTLED) return undefined
  const shownBy = isBusyOpen ? '; measured CPU time (process_cpu_seconds_total) would show it' : ''
  return `${percents(low, high)} of the time${shownBy}`
}

/** `5 to 60 %`, of two shares. */
export function percents(low: number, high: number): string {
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
          `under the CPU quota the program could leave work undone (${percents(dropped.low, dropped.high)} as simulated, likely ${formatShare(dropped.likely)})`,
        ]
      : []),
  ]
}
