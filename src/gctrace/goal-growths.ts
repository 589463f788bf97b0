import { innerSpread, largest, medianOf, quantile, smallest } from '../numbers.ts'
import { MIB } from '../units.ts'
import type { CycleColumns } from './columns.ts'
import { hasPredecessor, isBeforeLimits, NO_GOAL_MIB, rootsBefore } from './goals.ts'

/** Fewer goals than this show no limit. */
export const FEWEST_LIMITED = 3
/** Goals are level if the highest is at most this many times the lowest. */
const MOST_LEVEL = 1.4
/** If live heaps differ by a smaller factor, goals of one GOGC may be level too. */
const LEAST_CHANGE = 2

/**
 * Go before 1.18 starts marking up to 5 % of the growth before the goal. Up to this growth, in MiB, that is at most 2
 * MiB: a goal one MiB above the heap may then be an ordinary goal, not one that Go moved.
 */
const LEAST_EARLY = 40
/**
 * A cycle starts at the earliest when this share of the growth up to its goal is allocated (Go 1.18 to 1.26,
 * mgcpacer.go, trigger: minTrigger).
 */
const EARLIEST = 0.7
/** Most cycles start later than that: a goal that is exactly the heap at the end is then suspect. */
const EARLY = 0.8

/** The values of GOGC that nearly everybody sets, the most usual first. */
export const USUAL_PERCENTS: readonly number[] = [100, 200, 50, 400, 300, 150]

/** GOGC counts as a round value if it is at most this far from it, in percent. */
export const MOST_OFF_ROUND = 2
/** A limit keeps its goals above this share of the usual goals, unless other memory grows. */
export const CLEARLY_BELOW = 0.85

export const isUsual = (percent: number) => USUAL_PERCENTS.some((usual) => Math.abs(percent - usual) <= MOST_OFF_ROUND)

/** The highest live heap must be this many times the lowest to show that goals follow the live heap. */
export const CHANGING = 1.25

/** A goal, and the live heap that Go computed it from; in bytes. */
export interface GoalPair {
  /** The GOGC that makes this goal from this live heap: for the middle of the rounded sizes, at least, and at most. */
  readonly percent: number
  readonly least: number
  readonly most: number
  readonly live: number
  readonly goal: number
  /** The goal, and the stacks and globals that a limit counts beside the heap. */
  readonly withRoots: number
  /** Whether the heap had passed the goal when marking started. Go then moved it up: GOGC had made a lower one. */
  readonly isPassed: boolean
  /**
   * Whether a limit surely made this goal: the heap was above it when marking started. Go moves a goal of GOGC above
   * that heap, but not a goal of the limit (Go 1.26, mgcpacer.go, heapGoalInternal). Not so Go 1.19: `areOfOneGogc`.
   */
  readonly isSurelyLimited: boolean
}

/** The goals of a run with the live heap behind each. @param leastLive bytes; pairs with a smaller one are left out */
export function goalPairs(columns: CycleColumns, leastLive: number): GoalPair[] {
  const { count, goalMiB, heapLiveMiB, heapStartMiB, forced } = columns
  const isPassed = toPassed(columns)
  const list: GoalPair[] = []
  for (let i = 1; i < count; i++) {
    const young = youngOf(columns, i - 1)
    const live = heapLiveMiB[i - 1]! * MIB + MIB / 2 - young.likely
    if (!hasPredecessor(columns, i) || live < leastLive || goalMiB[i]! >= NO_GOAL_MIB) continue
    // Go 1.5 and 1.6 print the heap as the goal of a forced cycle.
    if (forced[i] === 1 && goalMiB[i] === heapStartMiB[i]) continue
    const goal = goalMiB[i]! * MIB + MIB / 2
    const roots = rootsBefore(columns, i).least * MIB
    list.push({
      percent: (100 * (goal - live)) / (live + roots + MIB / 8),
      least: (100 * (goal - live - MIB - young.error)) / (live + roots + 2.5 * MIB + young.error),
      most: (100 * (goal - live + MIB + young.error)) / (live + roots - MIB / 2 - young.error),
      live,
      goal,
      withRoots: goal + roots,
      isPassed: isPassed(i),
      isSurelyLimited: heapStartMiB[i]! > goalMiB[i]!,
    })
  }
  return isBeforeLimits(columns) ? list : withUnclear(list)
}

/**
 * What Go 1.5 leaves out of the live heap when it computes the next goal: bytes that the program allocated while the cycle
 * ran (Go 1.5, mgc.go, gcMark, heap_reachable). Their error is that of two rounded sizes. Later versions leave out nothing.
 */
function youngOf({ scanCpuUs, heapStartMiB, heapEndMiB, heapLiveMiB }: CycleColumns, i: number) {
  // Only Go 1.5 prints the CPU time of its scan phase.
  if (scanCpuUs.size === 0) return { likely: 0, error: 0 }
  const allocated = Math.max(0, heapEndMiB[i]! - heapStartMiB[i]!)
  return { likely: Math.min(heapLiveMiB[i]!, allocated) * MIB, error: MIB }
}

/** The highest GOGC that moved goals allow: Go moves goals only up. */
export function mostByMoved(growths: readonly GoalPair[]): number {
  return smallest(growths.map(({ isPassed, most }) => (isPassed ? most : Infinity)))
}

/**
 * Marks further goals as moved: Go may print a moved goal a MiB above the heap. If it moved most goals, it also moved
 * those that need a higher GOGC than the moved ones allow, and a single one that no usual GOGC makes. But a memory
 * limit can make goals that look moved: not if at least as many goals need a higher GOGC as moved goals rule out.
 */
function withUnclear(growths: GoalPair[]): GoalPair[] {
  const [moved, kept] = [growths.filter(({ isPassed }) => isPassed), growths.filter(({ isPassed }) => !isPassed)]
  if (2 * moved.length <= growths.length || hasProvenLimit(kept)) return growths
  const isChance = kept.length === 1 && moved.length > 1 && USUAL_PERCENTS.every((one) => !agreeing(kept, one).length)
  const beyond = kept.filter(({ least }) => least > mostByMoved(moved))
  const against = moved.filter(({ most }) => most < largest(beyond.map(({ least }) => least)))
  const also = isChance ? kept : against.length > beyond.length ? beyond : []
  return growths.map((one) => (also.includes(one) ? { ...one, isPassed: true } : one))
}

/**
 * Whether Go moved the goal of a cycle above the heap, which large allocations had raised above it: to 64 KiB above
 * since Go 1.18, to a MiB before (Go 1.17, mgcpacer.go, startCycle). If it moved most goals that show it clearly, large
 * allocations are usual, and less clear goals were moved too.
 */
function toPassed(columns: CycleColumns): (i: number) => boolean {
  const { count, goalMiB, heapStartMiB, heapLiveMiB } = columns
  const isOld = isBeforeLimits(columns)
  const growth = (i: number) => goalMiB[i]! - heapLiveMiB[i - 1]!
  const isClear = (i: number) => i > 0 && growth(i) > LEAST_EARLY
  const isNear = (i: number) => growth(i) > 1 && goalMiB[i]! - heapStartMiB[i]! === (isOld ? 1 : 0)
  const isPassed = (i: number) => isNear(i) || (!isOld && isClear(i) && isMovedLate(columns, i))
  const clear = Array.from({ length: count }, (_, i) => i).filter(isClear)
  const [near, moved] = [clear.filter(isNear).length, clear.filter(isPassed).length]
  if (moved > 1 && 2 * moved > clear.length && 3 * near >= clear.length) return isPassed
  return (i) => isNear(i) && (!isOld || isClear(i))
}

/**
 * Whether large allocations after the printed start of a cycle moved its goal: Go 1.18 and later print the heap from
 * before they stop the world. Such a goal is in the heap at the end.
 */
function isMovedLate({ goalMiB, heapStartMiB, heapEndMiB, heapLiveMiB }: CycleColumns, i: number): boolean {
  const [growth, room] = [goalMiB[i]! - heapLiveMiB[i - 1]!, goalMiB[i]! - heapStartMiB[i]!]
  const beyond = heapEndMiB[i]! - goalMiB[i]!
  return beyond >= -1 && room > (1 - (beyond === 0 ? EARLY : EARLIEST)) * growth + 1
}

/** Whether a large allocation moved the first goal: it then lies between the heaps before marking and at its end. */
export function isFirstMoved({ goalMiB, heapStartMiB, heapEndMiB }: CycleColumns): boolean {
  return goalMiB[0]! >= heapStartMiB[0]! && goalMiB[0]! <= heapEndMiB[0]! + 1
}

export function agreeing(growths: readonly GoalPair[], percent: number): readonly GoalPair[] {
  return growths.filter(({ least, most }) => least <= percent && percent <= most)
}

/** “Most” of the goals is at least this share of them. */
export const MOSTLY = 0.8

/** Whether several goals over a changing live heap agree on a usual GOGC below this one; a limit may have made the others. */
export function agreeOnUsualBelow(growths: readonly GoalPair[], percent: number): boolean {
  return USUAL_PERCENTS.some((usual) => {
    const lives = usual < percent ? agreeing(growths, usual).map(({ live }) => live) : []
    return lives.length >= FEWEST_LIMITED && largest(lives) >= CHANGING * smallest(lives)
  })
}

/** Whether most of the growths agree with a GOGC: at least two, and of few all but one. */
export function areAgreed(growths: readonly GoalPair[], percent: number): boolean {
  const most = Math.min(MOSTLY * growths.length, growths.length - 1)
  return agreeing(growths, percent).length >= Math.max(2, most)
}

/** Whether most goals are lower than this GOGC makes them. Only a memory limit or another GOGC makes such goals. */
export function areBelow(growths: readonly GoalPair[], percent: number): boolean {
  const below = growths.filter(({ most }) => most < percent).length
  return below >= FEWEST_LIMITED && 2 * below > growths.length
}

export function largestLive(growths: readonly GoalPair[]): number {
  return largest(growths.map(({ live }) => live))
}

/** The error of GOGC in percent, if goal and live heap are each off by half a MiB. */
export function roundingError(percent: number, live: number): number {
  return percent === Infinity ? 0 : (100 * (1 + percent / 200) * MIB) / live
}

/**
 * As `roundingError`, with the stacks and globals that a line hides: GOGC also multiplies them.
 * @param hidden their bytes: up to a MiB of each, in most programs less than a MiB together
 */
export function errorWithRoots(percent: number, live: number, hidden = 2 * MIB): number {
  return roundingError(percent, live) + (percent * hidden) / live
}

/** The goals that lie above the live heap: Go raises a lower goal of a limit to the live heap. */
export function aboveLive(limited: readonly GoalPair[]): number[] {
  return limited.filter(({ goal, live }) => goal > live + MIB).map(({ goal }) => goal)
}

/** Whether goals stay level although the live heap changes: then a limit made them, and they do not show GOGC. */
export function areLevel(growths: readonly GoalPair[]): boolean {
  const ratio = (values: readonly number[]) => largest(values) / smallest(values)
  if (growths.length < FEWEST_LIMITED || ratio(growths.map(({ live }) => live)) < LEAST_CHANGE) return false
  const isOneGogc = largest(growths.map(({ least }) => least)) <= 1.5 * smallest(growths.map(({ most }) => most))
  return !isOneGogc && ratio(growths.map(({ goal }) => goal)) <= MOST_LEVEL
}

/** The GOGC of goals clearly below most others, if it is usual and they follow a changing live heap; else undefined. */
export function percentBelowLevel(growths: readonly GoalPair[]): number | undefined {
  const level = quantile(aboveLive(growths), 0.75)
  const below = growths.filter(({ goal }) => goal < CLEARLY_BELOW * level)
  const percent = medianOf(below.map(({ percent }) => percent))
  if (percent === undefined || below.length < FEWEST_LIMITED || !isUsual(percent)) return undefined
  const own = agreeing(below, percent).map(({ live }) => live)
  return own.length >= MOSTLY * below.length && largest(own) >= CHANGING * smallest(own) ? percent : undefined
}

/** Whether goals hardly follow the live heap: this GOGC, in percent, would make them differ by at least a MiB more. */
export function areUnlikeLive(growths: readonly GoalPair[], percent: number): boolean {
  const [goals, lives] = [innerSpread(growths.map(({ goal }) => goal)), innerSpread(growths.map(({ live }) => live))]
  return goals + MIB < (1 + percent / 100) * (lives - MIB)
}

/** The highest goal that one limit makes is at most this many times the lowest. */
export const LIMITS_SPREAD = 2
/** This share of the goals must agree. */
const NEARLY_ALL = 0.9

/**
 * Whether one limit may have made these goals. It leaves about the same room each time, unless other memory grows or
 * the live heap reaches the goal. Goals of a low GOGC follow the live heap.
 */
export function mayBeOfOneLimit(limited: readonly GoalPair[]): boolean {
  const goals = limited.filter(({ goal, live }) => goal > live + MIB).map(({ withRoots }) => withRoots)
  const highest = largest(goals)
  return goals.filter((goal) => goal < highest / LIMITS_SPREAD).length <= (1 - NEARLY_ALL) * goals.length
}

export function hasProvenLimit(growths: readonly GoalPair[]): boolean {
  const limits = growths.filter(({ isSurelyLimited }) => isSurelyLimited)
  return limits.length >= FEWEST_LIMITED && mayBeOfOneLimit(limits) && !areOfOneGogc(growths, limits)
}

/**
 * Whether one GOGC made most goals, over a live heap that changes, and also those below the heap at the start. Go 1.19
 * moves a goal above the trigger, not above the heap at the start (Go 1.19, mgcpacer.go, startCycle: triggered).
 */
function areOfOneGogc(growths: readonly GoalPair[], belowStart: readonly GoalPair[]): boolean {
  const percent = medianOf(growths.map(({ percent }) => percent)) ?? 0
  const lives = agreeing(growths, percent).map(({ live }) => live)
  const isChanging = largest(lives) >= CHANGING * smallest(lives)
  const others = belowStart.length - agreeing(belowStart, percent).length
  return isChanging && areAgreed(growths, percent) && others < FEWEST_LIMITED
}

/** Chance moves goals of a smaller share of the cycles. */
const LIMITED_SHARE = 0.08
/** Of so many last goals, most must be lower than GOGC makes them, if these are few of all goals. */
const LAST = 5
/** No goal is higher than those of a limit, but for what else the limit counts: at most this share of them. */
const CAP = 1.02

/** Whether a limit set the goals that are lower than GOGC makes them: they are many, or hold down the last ones. */
export function areOfLimit(growths: readonly GoalPair[], limited: readonly GoalPair[]): boolean {
  return (areMany(limited, growths) || areLimitedLast(growths, limited)) && mayBeOfOneLimit(limited)
}

/** The last goals of a log, higher than the GOGC of the others makes them: the program may have raised it. */
export interface RaisedGoals {
  readonly count: number
  /** About the GOGC that makes them. */
  readonly percent: number
}

/** Rounding and hidden roots move goals less: of 979 logs with known settings, none had three such goals at its end. */
const CLEARLY_HIGHER = { times: 1.1, percent: 2 } as const

/** The last goals, if all of at least three are higher: no limit makes a goal higher. @returns undefined if not */
export function raisedAtEnd(growths: readonly GoalPair[], percent: number): RaisedGoals | undefined {
  const most = CLEARLY_HIGHER.times * percent + CLEARLY_HIGHER.percent
  const last = growths.slice(growths.findLastIndex(({ least }) => least <= most) + 1)
  if (last.length < FEWEST_LIMITED) return undefined
  return { count: last.length, percent: Number(medianOf(last.map((one) => one.percent))!.toPrecision(2)) }
}

/** Whether these are so many of all goals that it is not chance. */
export function areMany(some: readonly GoalPair[], all: readonly GoalPair[]): boolean {
  return some.length >= FEWEST_LIMITED && some.length > LIMITED_SHARE * all.length
}

/** Whether most of the last goals are lower than GOGC makes them, and no other goal was clearly higher than they are. */
function areLimitedLast(growths: readonly GoalPair[], limited: readonly GoalPair[]): boolean {
  const last = growths.slice(-LAST).filter((one) => limited.includes(one))
  const highest = largest(last.map(({ withRoots }) => withRoots))
  return last.length >= MOSTLY * LAST && growths.every(({ withRoots }) => withRoots <= CAP * highest)
}
