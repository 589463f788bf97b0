import { ABSENT, type CycleColumns } from '../../gctrace/columns.ts'
import { hasPredecessor, MINIMUM_GOAL_MIB, NO_GOAL_MIB, rootsBefore } from '../../gctrace/goals.ts'
import { HEAP_OVERHEAD, OTHER_MEMORY, STACKS_ALLOCATED } from '../../gctrace/memory-estimate.ts'
import { HEADROOM_PERCENT } from '../../model/runtime/pacer/constants.ts'
import { largest, medianOf, quantile } from '../../numbers.ts'
import { type GcPercent, type Limit, MIB, OFF } from '../../units.ts'
import { OTHER_BOUNDS, STACKS_BOUNDS, UNFILLED_BOUNDS } from '../defaults.ts'
import type { Series } from './series.ts'
import { pointerFreeLive } from './workload.ts'

/** What is known of a log's settings besides the log: it prints neither GOGC nor GOMEMLIMIT. */
export interface AskedSettings {
  readonly gogc?: GcPercent
  readonly memoryLimit?: Limit
}

/** What a log says about GOGC and GOMEMLIMIT, which it does not print. */
export interface InferredSettings {
  readonly gogc: GcPercent
  /** In percent: GOGC may be off by so much either way. */
  readonly gogcError: number
  readonly memoryLimit: Limit
  /** In bytes: where the limit lies. Goals tell what it leaves for the heap, and the log nothing of what takes the rest. */
  readonly limitWithin: { readonly low: number; readonly high: number } | undefined
  /** Goals that agree with GOGC, the first one of the process among them; 0 where none tells and it is assumed. */
  readonly gogcGoals: number
  /** Goals that GOGC alone does not explain: several where there is a limit. */
  readonly limitGoals: number
}

/** Live heaps below this say nothing about GOGC: with rounding to MiB anything fits. */
const TELLING_HEAP = 3 * MIB
/** What people set, the most usual first. */
const ROUND_PERCENTS = [100, 200, 50, 400, 300, 150, 25, 75, 500, 800, 1000, 80, 250, 120, 60, 40, 30, 70, 600, 125]
/** Of the goals that GOGC set, so many have to allow a value. */
const NEARLY_ALL = 0.9
/** Nearly nobody sets a lower GOGC: a distance that a limit keeps looks like one. */
const LEAST_USUAL = 25
const MOSTLY = 0.8
/** How many times the lowest live heap the highest has to be, for goals to tell that they follow it. */
const CHANGING = 1.25
/** In percent of GOGC: so near to a round one. */
const MOST_OFF_ROUND = 2
/** In percent of GOGC, a MiB of it. */
const FIRST_GOAL_STEP = 25
/** More of the cycles than this with a lower goal than GOGC makes are no accident. */
const LIMITED_SHARE = 0.08
const FEWEST_LIMITED = 3
/** How many times the lowest goal that one limit makes the highest may be. */
const LIMITS_SPREAD = 2

/**
 * GOGC and limit from the goals of a run:
 *
 *   goal = live + (live + stacks + globals) · GOGC / 100      where GOGC sets it
 *   goal = (limit − non-heap) · 0.97, at least live           where the limit does
 *
 * The first goal of a process is 4 MiB · GOGC / 100, whatever is live, or the limit's where GOGC is off; without it
 * the largest growth that most cycles come near to is GOGC. Goals below that are the limit's.
 */
export function inferSettings(columns: CycleColumns, series: Series): InferredSettings {
  const none = columns.goalMiB.reduce((sum, goal) => sum + (goal >= NO_GOAL_MIB ? 1 : 0), 0)
  if (2 * none > columns.count)
    return { gogc: OFF, gogcError: 0, memoryLimit: OFF, limitWithin: undefined, gogcGoals: none, limitGoals: 0 }
  const growths = goalGrowths(columns)
  const seen = firstGoalPercent(columns, growths)
  const isOff = seen !== undefined && isFirstGoalTheLimits(growths, seen)
  // Of a high GOGC the goals after the first would tell: where none goes with it, something else has made it.
  const isAlone = seen !== undefined && isHigh(seen) && growths.length > 0 && fittingFirst(growths, seen).length === 0
  const first = isAlone && !isOff ? undefined : seen
  const percent = likelyPercent(growths, first)
  const gogcError = growths.length > 0 ? roundingError(percent, largestLive(growths)) : 25
  const rounded = toRoundPercent(percent, growths)
  const wanted = isOff ? Infinity : rounded
  const limited = growths.filter(({ percent, live }) => percent < wanted - roundingError(wanted, live) - 1)
  const isOften = limited.length >= FEWEST_LIMITED && limited.length > LIMITED_SHARE * growths.length
  const isEnough = isOften && isOneLimits(limited)
  return {
    gogc: isOff ? OFF : { kind: 'percent', percent: rounded },
    gogcError,
    ...(isEnough ? limitOf(limited, series) : { memoryLimit: OFF, limitWithin: undefined }),
    gogcGoals: (first === undefined ? 0 : 1) + (isOff ? limited.length : agreeing(growths, rounded).length),
    limitGoals: isEnough ? limited.length : 0,
  }
}

/**
 * Whether one limit may have made these goals. It leaves the heap about the same room each time, but for what else grows
 * and for goals that the live heap has reached; goals that follow a growing heap are some low GOGC's.
 */
function isOneLimits(limited: readonly Growth[]): boolean {
  const goals = limited.filter(({ goal, live }) => goal > live + MIB).map(({ goal }) => goal)
  const highest = largest(goals)
  return goals.filter((goal) => goal < highest / LIMITS_SPREAD).length <= (1 - NEARLY_ALL) * goals.length
}

interface Growth {
  /** GOGC that makes such a goal of such a live heap: with the middle of what whole MiB allow, at least, at most. */
  readonly percent: number
  readonly least: number
  readonly most: number
  readonly live: number
  readonly goal: number
}

/** Consecutive cycles: the goal of one and the live heap that it was set from. */
function goalGrowths(columns: CycleColumns): Growth[] {
  const { count, goalMiB, heapLiveMiB, heapStartMiB } = columns
  const list: Growth[] = []
  for (let i = 1; i < count; i++) {
    const live = heapLiveMiB[i - 1]! * MIB + MIB / 2
    // A heap that has passed its goal at the start moves the goal just above itself: it says nothing any more. A goal
    // that stands below the heap at the start was not moved.
    const isPassed = heapStartMiB[i]! === goalMiB[i]! && goalMiB[i]! > heapLiveMiB[i - 1]! + 1
    if (!hasPredecessor(columns, i) || live < TELLING_HEAP || isPassed || goalMiB[i]! >= NO_GOAL_MIB) continue
    const goal = goalMiB[i]! * MIB + MIB / 2
    const roots = rootsBefore(columns, i).least * MIB
    list.push({
      percent: (100 * (goal - live)) / (live + roots + MIB / 8),
      least: (100 * (goal - live - MIB)) / (live + roots + 2.5 * MIB),
      most: (100 * (goal - live + MIB)) / (live + roots - MIB / 2),
      live,
      goal,
    })
  }
  return list
}

/** Those that allow a GOGC. */
function agreeing(growths: readonly Growth[], percent: number): readonly Growth[] {
  return growths.filter(({ least, most }) => least <= percent && percent <= most)
}

function largestLive(growths: readonly Growth[]): number {
  return largest(growths.map(({ live }) => live))
}

/** Half a MiB of the goal and of the live heap each, in percent of GOGC. */
function roundingError(percent: number, live: number): number {
  return percent === Infinity ? 0 : (100 * (1 + percent / 200) * MIB) / live
}

/**
 * The lowest GOGC that the first goal allows; the highest is 25 more. undefined where the first goal does not tell: the log
 * begins later, globals are a part of it, or an allocation larger than the goal has moved it.
 */
function firstGoalPercent(columns: CycleColumns, growths: readonly Growth[]): number | undefined {
  const { number, goalMiB, globalsMiB } = columns
  const goal = goalMiB[0] ?? 0
  if (number[0] !== 1 || goal === 0 || goal >= NO_GOAL_MIB) return undefined
  const hasGlobals = globalsMiB[0] !== ABSENT && globalsMiB[0] !== 0
  const first = (100 * goal) / MINIMUM_GOAL_MIB
  const isOther = isHigh(first) && isMoved(columns) && isFollowed(growths)
  return hasGlobals || isOther ? undefined : first
}

/** A GOGC that a first goal suggests and few people set: something else may have made the goal. */
function isHigh(percent: number): boolean {
  return percent > 150
}

/**
 * An allocation that passes the goal moves it, to 64 KiB above where the cycle starts (Go 1.26, mgcpacer.go,
 * heapGoalInternal). A large goal is as near for no other reason: a cycle starts at 95 % of the way at the latest.
 */
function isMoved({ goalMiB, heapStartMiB }: CycleColumns): boolean {
  const room = goalMiB[0]! - heapStartMiB[0]!
  return room >= 0 && room <= 1
}

/** Whether the goals follow a changing live heap as one GOGC has it, and not at the distance that a limit keeps. */
function isFollowed(growths: readonly Growth[]): boolean {
  if (growths.length === 0) return false
  const percent = likelyPercent(growths, undefined)
  const own = agreeing(growths, percent)
  const [least, most] = own.reduce(([a, b], { live }) => [Math.min(a, live), Math.max(b, live)], [Infinity, 0])
  // A limit keeps goals at the distance of a GOGC that people set by accident only.
  const isRound = ROUND_PERCENTS.slice(0, 6).some((round) => Math.abs(percent - round) <= MOST_OFF_ROUND)
  const isUsual = percent >= LEAST_USUAL - roundingError(percent, growths[0]!.live)
  const isChanging = most >= CHANGING * least
  return isUsual && (isChanging || isRound) && own.length >= MOSTLY * growths.length
}

/** A first goal that GOGC would have to be huge for, and of several after it hardly one that goes with such a GOGC. */
function isFirstGoalTheLimits(growths: readonly Growth[], first: number): boolean {
  if (!isHigh(first) || growths.length < FEWEST_LIMITED) return false
  const below = growths.filter(({ percent, live }) => percent < 0.8 * first - roundingError(first, live))
  return below.length >= NEARLY_ALL * growths.length
}

/** Those that go with the first goal. */
function fittingFirst(growths: readonly Growth[], first: number): readonly Growth[] {
  return growths.filter(({ percent, live }) => {
    const error = roundingError(percent, live)
    return percent > first - error && percent < first + FIRST_GOAL_STEP + error
  })
}

function likelyPercent(growths: readonly Growth[], first: number | undefined): number {
  if (first !== undefined) {
    const middle = medianOf(fittingFirst(growths, first).map(({ percent }) => percent)) ?? first
    return Math.min(first + FIRST_GOAL_STEP, Math.max(first, middle))
  }
  const percents = growths.map(({ percent }) => percent)
  return percents.length > 0 ? Math.max(1, quantile(percents, 0.75)) : 100
}

/** The limit behind goals that it set: headroom, what the heap needs beside its objects, stacks, everything else. */
function limitOf(limited: readonly Growth[], series: Series): Pick<InferredSettings, 'memoryLimit' | 'limitWithin'> {
  // Where the live heap has reached the goal, the goal is the live heap and the limit somewhere below.
  const level = limited.filter(({ goal, live }) => goal > live + 2 * MIB).map(({ goal }) => goal)
  const all = limited.map(({ goal }) => goal)
  const goal = level.length > 0 ? quantile(level, 0.75) : quantile(all, 0.25)
  const highest = largest(series.heapEnd, goal)
  const besides = highest - pointerFreeLive(series)
  const limit = (other: number, unfilled: number, stacks: number) =>
    goal / (1 - HEADROOM_PERCENT / 100) + other + unfilled * besides + stacks * series.stacks
  return {
    memoryLimit: { kind: 'bytes', bytes: Math.round(limit(OTHER_MEMORY, HEAP_OVERHEAD, STACKS_ALLOCATED) / MIB) * MIB },
    limitWithin: {
      low: limit(OTHER_BOUNDS.least, UNFILLED_BOUNDS.least, STACKS_BOUNDS.least),
      high: limit(OTHER_BOUNDS.most, UNFILLED_BOUNDS.most, STACKS_BOUNDS.most),
    },
  }
}

/**
 * The most usual of the round values that the goals allow, of heaps as small as this one is: of 16 MiB, 25 and 30 make
 * the same goals. The nearest whole one where they allow none.
 */
function toRoundPercent(percent: number, growths: readonly Growth[]): number {
  const own = agreeing(growths, percent)
  const largest = largestLive(own)
  // Stacks and globals of less than a MiB show nowhere, and are part of what GOGC multiplies.
  const error = roundingError(percent, largest) + (percent * MIB) / largest
  const isAllowed = (round: number) =>
    Math.abs(round - percent) <= error && agreeing(own, round).length >= NEARLY_ALL * own.length
  const allowed = own.length > 0 ? ROUND_PERCENTS.find(isAllowed) : undefined
  return allowed ?? Math.max(1, Math.round(percent))
}
