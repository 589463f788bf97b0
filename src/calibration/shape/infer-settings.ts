import { ABSENT, type CycleColumns } from '../../gctrace/columns.ts'
import {
  aboveLive,
  agreeing,
  agreeOnUsualBelow,
  areAgreed,
  areBelow,
  areLevel,
  areMany,
  areOfLimit,
  areUnlikeLive,
  CHANGING,
  CLEARLY_BELOW,
  errorWithRoots,
  FEWEST_LIMITED,
  type GoalPair,
  goalPairs,
  hasProvenLimit,
  isFirstMoved,
  isUsual,
  LIMITS_SPREAD,
  largestLive,
  MOST_OFF_ROUND,
  MOSTLY,
  mayBeOfOneLimit,
  mostByMoved,
  percentBelowLevel,
  type RaisedGoals,
  raisedAtEnd,
  roundingError,
  USUAL_PERCENTS,
} from '../../gctrace/goal-growths.ts'
import { isBeforeLimits, MINIMUM_GOAL_MIB, NO_GOAL_MIB } from '../../gctrace/goals.ts'
import * as memory from '../../gctrace/memory-estimate.ts'
import { HEADROOM_PERCENT } from '../../model/runtime/pacer/constants.ts'
import { innerSpread, largest, medianOf, quantile, smallest } from '../../numbers.ts'
import { type GcPercent, type Limit, MIB, OFF, toGcPercent } from '../../units.ts'
import type { Series } from './series.ts'
import { pointerFreeLive } from './workload.ts'

type Goals = readonly GoalPair[]
type FoundLimit = Pick<InferredSettings, 'memoryLimit' | 'limitWithin'>

/** What we infer from a log about GOGC and GOMEMLIMIT, which it does not print. */
export interface InferredSettings {
  readonly gogc: GcPercent
  /** Error of GOGC, up or down, in percent. */
  readonly gogcError: number
  readonly memoryLimit: Limit
  /** Bounds of the limit in bytes. `low` is 0 if Go raised all lower goals to the live heap (`isUpperBound`). */
  readonly limitWithin: { readonly low: number; readonly high: number } | undefined
  /** How many goals agree with GOGC, including the first goal of the process; 0 if none does and we assume GOGC. */
  readonly gogcGoals: number
  /** If we assume GOGC: the bounds that goals give, in percent. undefined if a memory limit may have made them. */
  readonly gogcWithin?: { readonly low: number; readonly high: number }
  /** How many goals are lower than GOGC makes them. A few of them neither prove a limit nor rule it out. */
  readonly lowGoals: number
  /** The GOGC below 25, in percent, that may have made the goals that we attribute to a limit. */
  readonly lowGogc?: number | undefined
  /** Another GOGC that also fits: if a limit set all later goals, an allocation may have moved the first one. */
  readonly otherGogc?: GcPercent
  /** A limit that the program may have set itself, with GOGC off: it fits the goals that we attribute to GOGC. */
  readonly ownLimit?: FoundLimit | undefined
  /** Whether a GOGC that the program set while it ran may have made those goals. */
  readonly mayBeLowered?: boolean
  /** Goals that a GOGC raised as the log ends may have made. */
  readonly raised?: RaisedGoals | undefined
  /** Whether a Go without memory limits wrote the log. */
  readonly isBeforeLimits: boolean
  /** Whether cycles of other processes may be among these: then goals show nothing. */
  readonly isUnclear?: boolean
}

/** Whether goals give only an upper bound of the limit, so that no value is likely. */
export function isUpperBound(within: InferredSettings['limitWithin']): boolean {
  return within?.low === 0
}

/** Live heaps below this do not show GOGC: with sizes rounded to MiB, many values fit. */
const TELLING_HEAP = 3 * MIB
/** Values of GOGC that people set, the most usual first. */
const ROUND_PERCENTS = USUAL_PERCENTS.concat([
  25, 75, 500, 800, 1000, 80, 250, 120, 60, 40, 30, 70, 600, 125, 20, 10, 15, 5,
])
/** Goals of one limit lie this close together, mostly. */
const LEVEL = 3 * MIB
/** GOGC must be possible for this share of the goals that it set. */
const NEARLY_ALL = 0.9
const DEFAULT_PERCENT = 100
/** Hardly anybody sets a lower GOGC. A goal so close to the live heap more likely comes from a limit. */
const LEAST_USUAL = 25
/** The usual value below that. */
const USUAL_LOW = 10
/** This much GOGC, in percent, moves the first goal by one MiB. */
const FIRST_GOAL_STEP = 25
/**
 * GOGC and limit from the goals of a run:
 *
 *   goal = live + (live + stacks + globals) · GOGC / 100      if GOGC sets it
 *   goal = (limit − non-heap) · 0.97, at least live           if the limit sets it
 *
 * The first goal of a process is 4 MiB · GOGC / 100; with GOGC off, the limit sets it. If the log has no first goal,
 * GOGC is the largest growth that most cycles nearly reach, and the limit set the lower goals.
 * @param isUnclear whether cycles of other processes may be among them: then goals show nothing
 * @param isOldGo whether another input shows that this Go has no memory limit, as the lines before Go 1.18 do
 */
export function inferSettings(
  columns: CycleColumns,
  series: Series,
  isUnclear = false,
  isOldGo = false,
): InferredSettings {
  const none = columns.goalMiB.reduce((sum, goal) => sum + (goal >= NO_GOAL_MIB ? 1 : 0), 0)
  const isOld = isOldGo || isBeforeLimits(columns)
  if (isUnclear) return { ...inferWithGogc([], series, undefined, isOld), gogcError: 0, isUnclear }
  const noLimit = { memoryLimit: OFF, limitWithin: undefined, isBeforeLimits: isOld } as const
  if (2 * none > columns.count) return { gogc: OFF, gogcError: 0, ...noLimit, gogcGoals: none, lowGoals: 0 }
  const all = goalPairs(columns, TELLING_HEAP)
  const growths = all.filter(({ isPassed }) => !isPassed)
  const firstGoal = firstGoalPercent(columns, growths)
  const first = isOld && firstGoal !== undefined && areBelow(growths, firstGoal) ? undefined : firstGoal
  const raised = first === undefined ? undefined : afterRaise(growths, first)
  if (raised && !hasProvenLimit(growths)) return inferRaised(raised, series, isOld)
  const limits = first === undefined || isOld ? undefined : goalsOfLimitAlone(columns, growths, first)
  const found =
    (limits && inferLimitAlone(limits, all, columns.goalMiB[0]! * MIB, series)) ||
    withProvenLimit(inferWithGogc(all, series, first, isOld), growths, first, series)
  const byFirst = columns.number[0] === 1 ? FIRST_GOAL_STEP * (columns.goalMiB[0]! + 1) : Infinity
  const most = Math.min(mostByMoved(all), byFirst)
  const isBounded = found.gogcGoals === 0 && DEFAULT_PERCENT <= most && most < NO_GOAL_MIB
  return isBounded && found.memoryLimit.kind === 'off' ? { ...found, gogcWithin: { low: 1, high: most } } : found
}

/** Adds a limit that surely made some goals. GOGC would have made higher ones, so they give only its lower bound. */
function withProvenLimit(inferred: InferredSettings, growths: Goals, first: number | undefined, series: Series) {
  const { gogc, isBeforeLimits, memoryLimit, lowGoals } = inferred
  const limits = growths.filter(({ isSurelyLimited }) => isSurelyLimited)
  const isKnown = memoryLimit.kind === 'bytes'
  if (isBeforeLimits || limits.length < FEWEST_LIMITED) return inferred
  if (!hasProvenLimit(growths)) return isKnown ? inferred : { ...inferred, lowGoals: Math.max(lowGoals, limits.length) }
  const limit = isKnown ? undefined : { ...limitOf(limits, series), lowGoals: limits.length }
  const found = { ...inferred, ...limit, mayBeLowered: false, raised: undefined }
  if (gogc.kind === 'off') return found
  if (isKnown && agreeing(growths, gogc.percent).some(({ isSurelyLimited }) => !isSurelyLimited)) return found
  const isFirst = first !== undefined && first <= gogc.percent && gogc.percent <= first + FIRST_GOAL_STEP
  return isFirst ? found : { ...found, gogc: toGcPercent(Math.max(DEFAULT_PERCENT, gogc.percent)), gogcGoals: 0 }
}

/**
 * The goals from the first one on that is higher than GOGC `first` allows; undefined unless these are most goals, and
 * nearly all that high, or all nearly equal. No limit makes a goal higher, so GOGC is, or was raised later.
 */
function afterRaise(growths: Goals, first: number): GoalPair[] | undefined {
  const laterOf = (most: number, share: number) => {
    const later = growths.slice(growths.findIndex(({ least }) => least > most))
    const above = later.filter(({ least }) => least > most).length
    const isKept = above >= Math.max(FEWEST_LIMITED, share * later.length) && 2 * later.length > growths.length
    return isKept && (share > 0 || innerSpread(later.map(({ goal }) => goal)) <= LEVEL) ? later : undefined
  }
  const most = first + FIRST_GOAL_STEP
  // If the first goal is 4 MiB, GOGC is nearly always 100.
  return laterOf(first === DEFAULT_PERCENT ? first : most, MOSTLY) ?? laterOf(most, 0)
}

/**
 * The settings behind raised goals: usually one GOGC that nearly all of them allow. If they are level, a limit that the
 * program set itself may have made them too (`ownLimit`). If they do not follow the live heap, only a limit can.
 */
function inferRaised(growths: GoalPair[], series: Series, isOld: boolean): InferredSettings {
  const inferred = inferWithGogc(growths, series, undefined, isOld)
  const [leasts, mosts] = [growths.map(({ least }) => least), growths.map(({ most }) => most)]
  const [least, most] = [quantile(leasts, NEARLY_ALL), quantile(mosts, 1 - NEARLY_ALL)]
  const limit = limitOf(growths, series)
  const common = { gogcGoals: growths.length, lowGoals: 0, mayBeLowered: false, lowGogc: undefined, raised: undefined }
  const otherGogc = inferred.gogc
  if (!isOld && areUnlikeLive(growths, least))
    return { ...inferred, ...common, ...limit, lowGoals: growths.length, otherGogc, gogc: OFF, gogcError: 0 }
  const all = growths.map(({ goal }) => goal)
  const isNear = smallest(all) >= CLEARLY_BELOW * largest(all)
  if (least > most) return { ...inferred, ownLimit: !isOld && isNear ? limit : undefined }
  const gogc = toGcPercent(toRoundPercent((least + most) / 2, growths, undefined))
  const ownLimit = !isOld && innerSpread(all) <= LEVEL ? limit : undefined
  return { ...inferred, ...common, memoryLimit: OFF, limitWithin: undefined, ownLimit, gogc }
}

/** The goals after the first one, if a limit made that with GOGC off; else undefined. */
function goalsOfLimitAlone(columns: CycleColumns, growths: Goals, first: number) {
  if (isFirstGoalTheLimits(growths, first)) return growths
  const small = goalPairs(columns, 0)
  const isTelling = growths.length >= FEWEST_LIMITED && !areLevel(growths)
  return !isTelling && isBelowFirstGoal(small, first) ? small : undefined
}

/** GOGC off, and the limit that made all goals; undefined if no single limit can have made them. */
function inferLimitAlone(limits: Goals, all: Goals, first: number, series: Series): InferredSettings | undefined {
  const level = largest(aboveLive(limits)) / LIMITS_SPREAD
  // Go moves a goal only up: many moved ones far below the others had a GOGC.
  const low = all.filter(({ goal, isPassed }) => isPassed && goal < level)
  if (first < level || areMany(low, all) || !mayBeOfOneLimit(limits)) return undefined
  const goals = { gogcGoals: limits.length + 1, lowGoals: limits.length }
  const seen = limits.length > 0 ? limits : [{ goal: first + MIB / 2, live: 0 }]
  return { gogc: OFF, gogcError: 0, ...limitOf(seen, series), ...goals, isBeforeLimits: false }
}

/** Settings for goals that GOGC mostly sets. @param seen the GOGC that the first goal shows; undefined if none */
function inferWithGogc(all: GoalPair[], series: Series, seen: number | undefined, isOld: boolean): InferredSettings {
  const growths = all.filter(({ isPassed }) => !isPassed)
  const isHidden = !isOld && hidesGogc(growths)
  const most = mostByMoved(all)
  const { isOpen, first, instead } = judgeFirst(growths, seen, isHidden, most)
  // If other goals need a higher GOGC, a limit may have made those that look moved (Go 1.18 or later).
  const isBound = growths.every(({ least }) => least <= most)
  const likely = instead ?? likelyPercent(growths, first, isBound ? most : Infinity, isOld)
  const isOfLimit = !isOld && !first && areGoalsOfLimit(growths, likely, first === 0)
  const percent = isOfLimit || (isHidden && first === undefined) ? DEFAULT_PERCENT : likely
  const rounded = toRoundPercent(percent, growths, first)
  const toError = ROUND_PERCENTS.includes(rounded) ? roundingError : errorWithRoots
  const rounding = growths.length > 0 ? toError(percent, largestLive(growths)) : FIRST_GOAL_STEP
  const isLow = (percent: number, live: number) => percent < rounded - roundingError(rounded, live) - 1
  const limited = growths.filter(({ percent, live }) => isLow(percent, live))
  // Go moves goals only up. So a goal that was moved shows a limit if it is too low even after that.
  const surelyLow = all.filter(({ most, live }) => isLow(most, live))
  const isLimit = !isOld && areOfLimit(growths, limited)
  const lowered = medianOf(limited.map(({ percent }) => percent)) ?? 0
  return {
    gogc: { kind: 'percent', percent: rounded },
    gogcError: isOpen ? percent - DEFAULT_PERCENT : rounding,
    ...(isLimit ? limitOf(limited, series) : { memoryLimit: OFF, limitWithin: undefined }),
    gogcGoals: Number(first !== undefined && !isOfLimit) + agreeing(growths, rounded).length,
    lowGoals: isOld ? 0 : Math.max(limited.length, surelyLow.length, Number(seen !== undefined && first === undefined)),
    lowGogc: isOfLimit ? likely : undefined,
    raised: raisedAtEnd(growths, rounded),
    mayBeLowered: lowered >= USUAL_LOW && agreeing(limited, lowered).length >= MOSTLY * limited.length,
    isBeforeLimits: isOld,
    ...(isOpen && { otherGogc: { kind: 'percent', percent: DEFAULT_PERCENT } }),
  }
}

/** The GOGC of the first goal, unless later goals contradict it. `isOpen`: a limit or an allocation may have made it. */
function judgeFirst(growths: Goals, seen: number | undefined, isHidden: boolean, most: number) {
  if (seen === undefined) return { isOpen: false, first: undefined, instead: undefined }
  // A high GOGC shows in later goals too. If no later goal agrees with it, something else made the first goal.
  const isUnlike = isHigh(seen) && growths.length > 0 && fittingFirst(growths, seen).length === 0
  const instead = percentBelowLevel(growths)
  // If a limit set the goal and the heap is near it, it may look as if the heap had passed a goal that GOGC set.
  const highest = isHigh(seen) && !hasProvenLimit(growths) ? most : Infinity
  if (Math.min(instead ?? Infinity, highest) < seen - FIRST_GOAL_STEP)
    return { isOpen: false, first: undefined, instead }
  return { isOpen: isUnlike && isHidden, first: isUnlike && !isHidden ? undefined : seen, instead: undefined }
}

/**
 * A limit may have made all goals if they are level, or hardly follow the live heap; or if they are very few, and a
 * limit surely made one; or if those above the live heap are equal, and many others are too low for their GOGC.
 */
function hidesGogc(growths: Goals): boolean {
  const middle = medianOf(growths.map(({ percent }) => percent)) ?? 0
  // One goal that Go moved can make the spread of few goals large: if most agree on a GOGC, that made them.
  if (areLevel(growths) || (!areAgreed(growths, middle) && areUnlikeLive(growths, middle))) return true
  if (growths.length < FEWEST_LIMITED && growths.some(({ isSurelyLimited }) => isSurelyLimited)) return true
  const level = growths.filter(({ goal, live }) => goal > live + MIB)
  const percent = medianOf(level.map(({ percent }) => percent)) ?? 0
  const raised = growths.filter(({ goal, live, most }) => goal <= live + MIB && most < percent)
  if (isUsual(percent) && roundingError(percent, largestLive(level)) < MOST_OFF_ROUND) return false
  return [level, raised].every((some) => areMany(some, growths)) && innerSpread(level.map(({ goal }) => goal)) <= LEVEL
}

/**
 * The lowest GOGC that the first goal allows; the highest is 25 more. 0: the goal was below a MiB. undefined if it does
 * not show GOGC: it is missing, includes globals, or was moved by a larger allocation.
 */
function firstGoalPercent(columns: CycleColumns, growths: Goals): number | undefined {
  const { number, goalMiB, heapStartMiB, globalsMiB } = columns
  // Go before 1.18 moved each first goal up to a MiB above the heap, which had just reached the goal of GOGC.
  const goal = isBeforeLimits(columns) ? Math.min(goalMiB[0]!, heapStartMiB[0]!) : goalMiB[0]!
  if (number[0] !== 1 || goal >= NO_GOAL_MIB) return undefined
  const hasGlobals = globalsMiB[0] !== ABSENT && globalsMiB[0] !== 0
  const first = (100 * goal) / MINIMUM_GOAL_MIB
  // A heap that reached its goal may be one large object: then only other goals can show a GOGC that high.
  const isPassed = heapStartMiB[0] === goal && fittingFirst(growths, first).length === 0
  // Goals of a limit without GOGC are near the first one, or equal the live heap.
  const level = aboveLive(growths)
  const isOther = level.length > 0 && CLEARLY_BELOW * smallest(level) > goal * MIB
  const isAlone =
    growths.length === 0 ? first > DEFAULT_PERCENT : isHigh(first) && (growths.length < FEWEST_LIMITED || isOther)
  return hasGlobals || (isPassed && isAlone) || (isFirstMoved(columns) && areFollowingLive(growths, first))
    ? undefined
    : first
}

/** Few people set a GOGC this high: something else may have made the first goal. */
const isHigh = (percent: number) => percent > 150

/** Whether the goals follow the live heap as under a GOGC below `first`. Goals of a limit stay where they are. */
function areFollowingLive(growths: Goals, first: number): boolean {
  if (growths.length === 0) return false
  if (!isHigh(first) && fittingFirst(growths, first).length === 0 && agreeOnUsualBelow(growths, first)) return true
  const percent = likelyPercent(growths, undefined)
  const own = agreeing(growths, percent)
  const lives = own.map(({ live }) => live)
  const most = largest(lives)
  const error = roundingError(percent, most)
  const isLow = percent < LEAST_USUAL - roundingError(percent, growths[0]!.live)
  if (isLow || percent >= first - error || own.length < MOSTLY * growths.length) return false
  // A low first goal is usual. Goals of a limit may match a GOGC by chance, but stay equal as the live heap changes.
  if (!isHigh(first)) return innerSpread(own.map(({ goal }) => goal)) > Math.max(3 * MIB, innerSpread(lives))
  return isUsual(percent) || most >= CHANGING * smallest(lives)
}

/** Whether equal goals lie so near the live heap that a limit made them; `isLowFirst`: the first was below a MiB. */
function areGoalsOfLimit(growths: Goals, percent: number, isLowFirst: boolean): boolean {
  const error = roundingError(percent, largestLive(growths))
  if (growths.length < FEWEST_LIMITED) return false
  if (isLowFirst || percent <= 1) return percent < 1 + error
  if (percent >= LEAST_USUAL - error) return false
  return mayBeOfOneLimit(growths) && innerSpread(growths.map(({ goal }) => goal)) <= LEVEL
}

/** Whether a limit set the first goal: it would need a high GOGC, and hardly any of several later goals agrees. */
function isFirstGoalTheLimits(growths: Goals, first: number): boolean {
  const below = growths.filter(({ percent, live }) => percent < 0.8 * first - roundingError(first, live))
  return isHigh(first) && growths.length >= FEWEST_LIMITED && below.length >= NEARLY_ALL * growths.length
}

/**
 * For a log whose live heap does not show GOGC. The first goal is the least that GOGC makes (Go 1.26, mgcpacer.go,
 * heapMinimum). A limit keeps all goals near it; a GOGC that the program lowered does not. Hardly anybody sets a GOGC
 * above 1000: without a later goal that needs it, a limit made a first goal so high.
 */
function isBelowFirstGoal(goals: Goals, first: number): boolean {
  const [least, half] = [(first / 100) * MINIMUM_GOAL_MIB * MIB, MIB / 2]
  const isNear = ({ goal }: GoalPair) => goal + half > CLEARLY_BELOW * least
  const isUnlikely = first > largest(ROUND_PERCENTS)
  const isBelow = ({ goal, most, isPassed }: GoalPair) => goal < least || (isUnlikely && !isPassed && most < first)
  const isOneBelow = goals.some(isBelow) || (isUnlikely && goals.length === 0)
  return isHigh(first) && (isUnlikely || goals.length + 1 >= FEWEST_LIMITED) && goals.every(isNear) && isOneBelow
}

function fittingFirst(growths: Goals, first: number): Goals {
  const off = (percent: number) => Math.max(first - percent, percent - first - FIRST_GOAL_STEP)
  return growths.filter(({ percent, live }) => off(percent) < roundingError(percent, live))
}

/** The GOGC that goals show, in percent: the upper quartile or the median. @param most that moved goals allow, small ones too */
function likelyPercent(growths: Goals, first: number | undefined, most = Infinity, isOld = false): number {
  const percents = (first === undefined ? growths : fittingFirst(growths, first)).map(({ percent }) => percent)
  if (percents.length === 0 && first === undefined) return DEFAULT_PERCENT
  if (first === undefined) {
    // Of few goals, the highest may be one that Go moved. Without limits, no goal is lower than GOGC makes it.
    const [high, middle] = [quantile(percents, 0.75), medianOf(percents)!]
    return Math.min(
      most,
      Math.max(1, isOld || (!areAgreed(growths, high) && areAgreed(growths, middle)) ? middle : high),
    )
  }
  const middle = Math.min(first + FIRST_GOAL_STEP, Math.max(first, medianOf(percents) ?? (first || USUAL_LOW)))
  return middle > most ? first : middle
}

/** The limit that set these goals: the goal and its headroom, unfilled spans, stacks, and all other memory. */
function limitOf(limited: readonly Pick<GoalPair, 'goal' | 'live'>[], series: Series): FoundLimit {
  // Go raises a goal of the limit that is below the live heap (Go 1.26, mgcpacer.go, memoryLimitHeapGoal).
  const level = limited.filter(({ goal, live }) => goal > live + 2 * MIB).map(({ goal }) => goal)
  const all = limited.map(({ goal }) => goal)
  const goal = level.length > 0 ? quantile(level, 0.75) : quantile(all, 0.25)
  const highest = largest(series.heapEnd, goal)
  const withPointers = highest - pointerFreeLive(series)
  const withHeadroom = goal / (1 - HEADROOM_PERCENT / 100)
  const limit = (other: number, unfilled: number, stacks: number, heap = withHeadroom) =>
    heap + other + unfilled * withPointers + stacks * series.stacks
  const likely = limit(memory.OTHER_MEMORY, memory.HEAP_OVERHEAD, memory.STACKS_ALLOCATED)
  const { OTHER_BOUNDS: other, UNFILLED_BOUNDS: unfilled, STACKS_BOUNDS: stacks } = memory
  // Go 1.19 and 1.20 keep a headroom of a MiB (Go 1.19, mgcpacer.go, memoryLimitHeapGoalHeadroom), later ones 3 %.
  const low = level.length > 0 ? limit(other.least, unfilled.least, stacks.least, goal + MIB) : 0
  const limitWithin = { low, high: limit(other.most, unfilled.most, stacks.most) }
  return { memoryLimit: { kind: 'bytes', bytes: Math.round(likely / MIB) * MIB }, limitWithin }
}

/**
 * The most usual round value that the goals allow, else the nearest whole percent; 100 if no goal agrees.
 * @param first the GOGC that the first goal shows, at least; undefined or 0 if it shows none. Allocations only raise it
 */
function toRoundPercent(percent: number, growths: Goals, first: number | undefined): number {
  const own = agreeing(growths, percent)
  const mostLive = largestLive(own)
  // Larger heaps show GOGC better: rounding and hidden roots are a smaller share of them.
  const near = medianOf(own.filter(({ live }) => 2 * live >= mostLive).map((one) => one.percent)) ?? percent
  const [least, most] = first ? [isHigh(first) ? first : 0, first + FIRST_GOAL_STEP] : [0, Infinity]
  const isWithin = (error: number) => (round: number) =>
    least <= round &&
    round < most &&
    Math.abs(round - near) <= error &&
    agreeing(own, round).length >= NEARLY_ALL * own.length
  if (own.length === 0) return first === undefined ? DEFAULT_PERCENT : Math.max(1, Math.round(percent))
  const round = (hidden: number) => ROUND_PERCENTS.find(isWithin(errorWithRoots(percent, mostLive, hidden)))
  return round(MIB) ?? round(2 * MIB) ?? Math.max(1, Math.round(percent))
}
