import { BACKGROUND_UTILIZATION } from '../model/runtime/pacer/constants.ts'
import { TIGHT_GC_SHARE } from '../model/verdict.ts'
import { largest, sumOf } from '../numbers.ts'
import { ABSENT, type CycleColumns } from './columns.ts'
import { hasPredecessor, isGoalOfLimit, type KnownSettings, NO_GOAL_MIB } from './goals.ts'
import { growthOfLog } from './growth.ts'
import { cpuWaits, lengthSeconds } from './waits.ts'

/** The most pressing first. */
export const FINDING_KINDS = [
  'limiter',
  'thrashing',
  'long-pauses',
  'waits',
  'gc-heavy',
  'memory-limit',
  'back-to-back',
  'assist-heavy',
  'goal-passed',
  'missing-lines',
  'still-growing',
  'forced',
  'idle-periodic',
  'large-stacks',
  'tiny-heap',
  'too-coarse',
] as const
export type LogFindingKind = (typeof FINDING_KINDS)[number]

/** Cycles: spans of indices, both ends included. */
export type Spans = readonly (readonly [number, number])[]

export function sumOver(spans: Spans, figureOf: (i: number) => number): number {
  let sum = 0
  for (const [first, last] of spans) for (let i = first; i <= last; i++) sum += figureOf(i)
  return sum
}

/** Of each kind, a flag per cycle: 1 for a cycle that shows it. */
export type FindingFlags = Readonly<Record<LogFindingKind, Uint8Array>>

/**
 * Kinds that exclude each other in one cycle. The first has the better evidence, so the others are dropped:
 *
 *   forced         the program started the cycle: not the timer, the limit or a near goal
 *   long-pauses    most of GC's time is no work of GC: its share shows no lack of room
 *   thrashing      GC is the program's main work, which says more than a large share
 *   limiter        Go has stopped assists: few are seen, and a heap above its goal is no burst
 *   assist-heavy   the program allocated much while GC marked: it was not idle
 *   goal-passed    the same
 *   idle-periodic  the goal was far away after two minutes: no limit hurried GC
 *   too-coarse     whole MiB do not tell goals of a few MiB apart
 */
export const HIDES: Readonly<Partial<Record<LogFindingKind, readonly LogFindingKind[]>>> = {
  forced: [
    'thrashing',
    'long-pauses',
    'gc-heavy',
    'memory-limit',
    'back-to-back',
    'assist-heavy',
    'goal-passed',
    'idle-periodic',
  ],
  'long-pauses': ['thrashing', 'gc-heavy'],
  thrashing: ['gc-heavy'],
  limiter: ['gc-heavy', 'assist-heavy', 'goal-passed', 'idle-periodic'],
  'assist-heavy': ['idle-periodic'],
  'goal-passed': ['idle-periodic'],
  'idle-periodic': ['thrashing', 'gc-heavy', 'memory-limit', 'back-to-back'],
  'too-coarse': ['memory-limit', 'goal-passed'],
}

/** A cycle follows the last one at once if the gap is at most this share of the time for which the last one marked. */
const AT_ONCE = 0.25
/** Assists slow the program down above this share of all marking and, below, of all CPUs while marking. */
const HEAVY_ASSIST_SHARE = 0.4
const HEAVY_ASSIST_CPU = 0.2
/** From this share of all CPUs on, GC is the program's main work. */
export const THRASHING_CYCLE_SHARE = 0.35
/** More cycles per second than this, in so small a heap: a few MiB more would save nearly all of them. */
const OFTEN = 10
const FEWEST_OFTEN = 30
/** Smaller stacks, in MiB, are not reported. */
const LARGE_STACKS = 8
/** Smaller heaps have so few MiB that rounding hides what happens. */
const TOO_COARSE_MIB = 16
/** Go 1.26 proc.go, forcegcperiod: sysmon starts a cycle 2 minutes after the last. Less, since times are rounded. */
const PERIODIC_SECONDS = 119.9
/**
 * The two-minute timer is only looked at now and then: every minute if all processors are idle (Go 1.26, proc.go,
 * sysmon).
 */
const PERIODIC_LATEST = 185
/** If a program has used at most this share of the room up to its goal, the goal did not start the cycle. */
const HARDLY_USED = 0.5

export function toFindingFlags(columns: CycleColumns, settings: KnownSettings): FindingFlags {
  const { count, forced } = columns
  const shares = Float64Array.from({ length: count }, (_, i) => gcShare(columns, ...windowAt(columns, i)))
  const isSmall = columns.heapEndMiB.every((size) => size < TOO_COARSE_MIB)
  const isGapped = missingIn(columns) >= MANY_MISSING * count
  const growth = growthOfLog(columns)
  const from = settings.gogc.kind === 'off' ? firstHighGoal(columns) : 0
  const isLimited = (i: number) => i >= from && isGoalOfLimit(columns, i, settings)
  const where = (isSo: (i: number) => boolean) => Uint8Array.from({ length: count }, (_, i) => (isSo(i) ? 1 : 0))
  const limited = where(isLimited)
  const waits = cpuWaits(columns)
  const signs: FindingFlags = {
    limiter: limiterCycles(columns),
    thrashing: where((i) => shares[i]! >= THRASHING_CYCLE_SHARE && (isLimited(i) || followsAtOnce(columns, i))),
    'long-pauses': where((i) => shares[i]! >= TIGHT_GC_SHARE && isLongPauses(columns, windowAt(columns, i))),
    waits: where((i) => waits[i]! > 0),
    'gc-heavy': where((i) => shares[i]! >= TIGHT_GC_SHARE),
    'memory-limit': limited,
    'back-to-back': where((i) => followsAtOnce(columns, i)),
    'assist-heavy': where((i) => isAssistHeavy(columns, i)),
    'goal-passed': where((i) => passedGoal(columns, i, settings)),
    'missing-lines': where((i) => isGapped && missingBefore(columns, i) > 0),
    'still-growing': where((i) => growth !== undefined && i >= growth.first),
    forced: where((i) => forced[i] === 1),
    'idle-periodic': where((i) => isPeriodic(columns, i)),
    'large-stacks': where((i) => hasLargeStacks(columns, i)),
    // A higher GOGC changes no goal that the memory limit sets.
    'tiny-heap': where(() => isSmall && isOften(columns) && 2 * sumOf(limited) < count),
    'too-coarse': where(() => isSmall),
  }
  exclude(signs)
  return signs
}

/**
 * The first cycle whose goal is at least half of the highest. Until a program that turns GOGC off has loaded its data,
 * GOGC sets lower goals. Later, a memory limit may set lower goals too, as stacks grow.
 */
function firstHighGoal({ goalMiB }: CycleColumns): number {
  const usual = (goal: number) => (goal < NO_GOAL_MIB ? goal : 0)
  const highest = largest(goalMiB.map(usual))
  return goalMiB.findIndex((goal) => 2 * usual(goal) >= highest)
}

/** If fewer cycles are missing (missing over present), the log shows the same. */
export const MANY_MISSING = 0.02

/** How many cycles between this one and the one before it are not in the log: Go numbers them. */
function missingBefore({ number }: CycleColumns, i: number): number {
  return i > 0 ? Math.max(0, number[i]! - number[i - 1]! - 1) : 0
}

export function missingIn(columns: CycleColumns): number {
  return sumOver([[0, columns.count - 1]], (i) => missingBefore(columns, i))
}

function exclude(signs: FindingFlags): void {
  for (const [stronger, weaker] of Object.entries(HIDES) as [LogFindingKind, readonly LogFindingKind[]][])
    for (const kind of weaker)
      signs[stronger].forEach((isSo, i) => {
        if (isSo === 1) signs[kind][i] = 0
      })
}

export function excludedBy(kind: LogFindingKind): readonly LogFindingKind[] {
  return FINDING_KINDS.filter((other) => HIDES[kind]?.includes(other) || HIDES[other]?.includes(kind))
}

/** CPU time of GC in a cycle, in microseconds. */
interface GcCpu {
  /** GC's own, which Go's limiter counts. */
  readonly own: number
  /**
   * Go counts all processors from when it begins to stop the world (Go 1.26, mgc.go, gcStart), so a pause lasts longer
   * while a goroutine that Go has to stop waits for a CPU.
   */
  readonly pauses: number
  /** All marking, idle marking too. */
  readonly marking: number
}

function gcCpu(columns: CycleColumns, i: number): GcCpu {
  const { sweepTermCpuUs, assistUs, backgroundUs, idleUs, markTermCpuUs, scanCpuUs } = columns
  const pauses = sweepTermCpuUs[i]! + markTermCpuUs[i]!
  const own = pauses + assistUs[i]! + backgroundUs[i]! + (scanCpuUs.get(i) ?? 0)
  return { own, pauses, marking: assistUs[i]! + backgroundUs[i]! + idleUs[i]! }
}

export function pauseShare(columns: CycleColumns, spans: Spans): number {
  const spent = sumOver(spans, (i) => gcCpu(columns, i).own)
  return spent > 0 ? sumOver(spans, (i) => gcCpu(columns, i).pauses) / spent : 0
}

/** A stop this long, of both pauses of a cycle, has another cause than GC's own work: Go aims at half a millisecond. */
const LONG_STOP = 0.001

/** Whether most of GC's time in a span was no work but long pauses, so that no lack of room explains its share. */
export function isLongPauses(columns: CycleColumns, [first, last]: readonly [number, number]): boolean {
  const stopped = sumOver([[first, last]], (i) => stopSeconds(columns, i))
  return stopped >= LONG_STOP * (last - first + 1) && pauseShare(columns, [[first, last]]) > 0.5
}

/** GC's compulsory share from the start of cycle `first` to the end of cycle `last`: of what idle marking left. */
export function gcShare(columns: CycleColumns, first: number, last: number): number {
  const { spent, idle, all } = cpuSeconds(columns, first, last)
  return all > idle ? Math.min(1, spent / (all - idle)) : 0
}

/** The same of all CPU time, as Go prints it in each line (Go 1.26, mgc.go, gcMarkTermination, gc_cpu_fraction). */
export function gcShareOfAll(columns: CycleColumns, first: number, last: number): number {
  const { spent, all } = cpuSeconds(columns, first, last)
  return all > 0 ? Math.min(1, spent / all) : 0
}

/** CPU-seconds from the start of one cycle to the end of another: of GC itself, of idle marking, and of all CPUs. */
function cpuSeconds(columns: CycleColumns, first: number, last: number) {
  const { startSeconds, procs } = columns
  let spent = 0
  let idle = 0
  for (let i = first; i <= last; i++) {
    spent += gcCpu(columns, i).own / 1e6
    idle += columns.idleUs[i]! / 1e6
  }
  const seconds = startSeconds[last]! + lengthSeconds(columns, last) - startSeconds[first]!
  return { spent, idle, all: seconds * Math.max(1, procs[last]!) }
}

/** Whether a cycle scanned more stacks than it found live heap: stacks then dominate the goal and the marking. */
function hasLargeStacks({ stacksMiB, heapLiveMiB }: CycleColumns, i: number): boolean {
  const stacks = stacksMiB[i]!
  return stacks !== ABSENT && stacks >= LARGE_STACKS && stacks > heapLiveMiB[i]!
}

function isOften({ startSeconds, forced, count }: CycleColumns): boolean {
  const paced = forced.reduce((sum, isForced) => sum - isForced, count)
  const seconds = (startSeconds[count - 1] ?? 0) - (startSeconds[0] ?? 0)
  return paced >= FEWEST_OFTEN && paced > OFTEN * seconds
}

function windowAt({ count }: CycleColumns, i: number): [number, number] {
  return [Math.max(0, i - 2), Math.min(count - 1, i + 2)]
}

export function stopSeconds({ sweepTermUs, markTermUs }: CycleColumns, i: number): number {
  return (sweepTermUs[i]! + markTermUs[i]!) / 1e6
}

function followsAtOnce(columns: CycleColumns, i: number): boolean {
  if (!hasPredecessor(columns, i)) return false
  const length = lengthSeconds(columns, i - 1)
  const gap = columns.startSeconds[i]! - columns.startSeconds[i - 1]! - length
  // Starts are printed to the millisecond.
  return length > 0.004 && gap <= Math.max(0.001, AT_ONCE * (columns.markUs[i - 1]! / 1e6))
}

function isAssistHeavy(columns: CycleColumns, i: number): boolean {
  const { marking } = gcCpu(columns, i)
  const assist = columns.assistUs[i]!
  const available = columns.markUs[i]! * columns.procs[i]!
  return marking > 1000 && assist > HEAVY_ASSIST_SHARE * marking && assist > HEAVY_ASSIST_CPU * available
}

function passedGoal(columns: CycleColumns, i: number, { memoryLimit }: KnownSettings): boolean {
  const { heapEndMiB, goalMiB, heapLiveMiB } = columns
  const goal = goalMiB[i]! + 1
  // No program can keep a goal that is no higher than the live heap that it was computed from: what the cycle before
  // found. The memory limit sets such goals. If the log lacks that cycle, we go by what this one found.
  const unseen = memoryLimit.kind === 'off' ? 0 : heapLiveMiB[i]!
  const isFloor = goalMiB[i]! <= (hasPredecessor(columns, i) ? heapLiveMiB[i - 1]! : unseen) + 1
  return !isFloor && heapEndMiB[i]! >= TOO_COARSE_MIB && heapEndMiB[i]! > 1.1 * goal + 1
}

/**
 * Whether the two-minute timer started the cycle: it came so late, and either the log says so, or much of the room to
 * its goal was unused.
 */
function isPeriodic(columns: CycleColumns, i: number): boolean {
  if (!hasPredecessor(columns, i)) return false
  const { startSeconds, heapStartMiB, heapLiveMiB, goalMiB, byTimer } = columns
  // Go counts from the end of the last cycle: Go 1.26, mgc.go, gcTrigger.test.
  const wait = startSeconds[i]! - startSeconds[i - 1]! - lengthSeconds(columns, i - 1)
  const live = heapLiveMiB[i - 1]!
  // If the room is smaller, whole MiB do not tell how much of it was used.
  const room = goalMiB[i]! - live
  const isHardlyUsed = room >= 2 && heapStartMiB[i]! - live <= HARDLY_USED * room
  return wait >= PERIODIC_SECONDS && (byTimer[i] === 1 || (wait <= PERIODIC_LATEST && isHardlyUsed))
}

/** Go 1.26 mgclimit.go, capacityPerProc: how much more CPU than the program GC may use, in CPU-seconds. */
const CAPACITY_PER_PROC = 1
/** Starts are printed to the millisecond. */
const CLOCK_SECONDS = 0.001

/**
 * The cycles in which Go's GC CPU limiter was certainly on. gctrace prints most of what fills its bucket (Go 1.26,
 * mgclimit.go, updateLocked): from one start to the next, T seconds with P processors,
 *
 *   gc     = assists + ¼ · P · marking + P · pauses
 *   change = gc − (P · T − idle marking − idle − gc)
 *
 * The limiter is on while the bucket is full. gctrace does not print how long processors were idle, and Go rounds times
 * down: both make this bucket at most as full as the real one, so the limiter may have been on in other cycles too.
 */
function limiterCycles(columns: CycleColumns): Uint8Array {
  const { count, procs, startSeconds, stacksMiB } = columns
  const isOn = new Uint8Array(count)
  let fill = 0
  for (let i = 0; i + 1 < count; i++) {
    // No limiter before Go 1.19; lines before 1.18 have no stacks.
    if (!hasPredecessor(columns, i + 1) || stacksMiB[i] === ABSENT) {
      fill = 0
      continue
    }
    const available = procs[i]! * (startSeconds[i + 1]! - startSeconds[i]! + CLOCK_SECONDS)
    fill = Math.max(0, fill + 2 * gcSeconds(columns, i) + columns.idleUs[i]! / 1e6 - available)
    const capacity = CAPACITY_PER_PROC * procs[i]!
    if (fill < capacity) continue
    fill = capacity
    isOn[i] = 1
  }
  return isOn
}

function gcSeconds({ assistUs, markUs, sweepTermUs, markTermUs, procs }: CycleColumns, i: number): number {
  const pauses = sweepTermUs[i]! + markTermUs[i]!
  return (assistUs[i]! + procs[i]! * (BACKGROUND_UTILIZATION * markUs[i]! + pauses)) / 1e6
}
