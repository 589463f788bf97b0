import type { Calibration } from '../calibration/calibrate.ts'
import type { Series } from '../calibration/shape/series.ts'
import { formatBriefSize, formatCount, formatSeconds } from '../format.ts'
import { NO_GOAL_MIB } from '../gctrace/goals.ts'
import type { Field } from '../metrics/fields.ts'
import { largest, smallest } from '../numbers.ts'
import { MIB } from '../units.ts'
import type { Measured } from './measure/measure.ts'
import { hasFewCycles, hasNoCycle, type IgnoredResident } from './measure/memory.ts'
import { spanOf, valuesOf } from './measure/ranged.ts'
import { toRates } from './measure/rates.ts'
import type { Rise } from './measure/rise.ts'
import type { ProcessRun, Scrape } from './measure/timeline.ts'
import type { Quantity } from './quantities.ts'

/* The thresholds are round numbers. We chose them after wrong verdicts on a few programs (docs/accuracy.md). */

/** The heap grows if the last goal is this many times the first. It varies if the highest is so far from the lowest. */
const VARYING = 1.25
/** A younger process may still fill its heap. */
const YOUNG_SECONDS = 60
/** Allocation rates or heap goals that differ by this factor come from different work or processes. */
const APART = 2

/**
 * The reasons, in words, why a program may need more memory than its scrapes show: its heap grows, it has just started,
 * or it does other work than when its log was written.
 * @param isUnlikeLog whether other settings are in force than when the log was written: then goals differ
 * @param scraped what the scrapes show of GC cycles, how memory outside Go and goroutine stacks rose over them, the
 * most memory that was resident, and the resident memory that we ignored
 * @param lastCycle the number of the last GC cycle of the log
 */
export function whyMoreThanScraped(
  run: ProcessRun,
  allocRate: Quantity | undefined,
  calibration: Calibration | undefined,
  isUnlikeLog: boolean,
  scraped: SeenFigures = {},
  lastCycle = 0,
): string[] {
  const { outsideRise, stacksRise, ignoredResident, peakResident, mayTouchMore } = scraped
  const ofHeap = calibration
    ? whyUnlikeLog(run, allocRate, isUnlikeLog, calibration, lastCycle)
    : whyOtherHeap(run, scraped)
  const risen = (what: string, { first, last }: Rise) =>
    `${what} rose from ${formatBriefSize(first)} to ${formatBriefSize(last)} over the scrapes, and may rise further`
  return [
    ofHeap ?? [],
    outsideRise ? `${risen('memory outside Go', outsideRise)}: the ranges include only the same rise again` : [],
    stacksRise
      ? `${risen('goroutine stacks', stacksRise)}${moreGoroutines(run.scrapes)}: the ranges do not include that`
      : [],
    ignoredResident ? whyIgnored(ignoredResident) : [],
    mayTouchMore && peakResident ? whyTouchMore(peakResident) : [],
    whyHeldLonger(run.scrapes) ?? [],
    run.leftMore ?? [],
  ].flat()
}

type SeenFigures = Partial<
  Pick<
    Measured,
    'last' | 'isLimitSetting' | 'outsideRise' | 'stacksRise' | 'ignoredResident' | 'peakResident' | 'mayTouchMore'
  >
>

/** If at least so many finalizers run per cycle, the objects that wait for them may be a noticeable part of the live heap. */
const MANY_FINALIZERS = 100

/**
 * An object with a finalizer is freed one cycle after it was last reachable, at least: 50,000 objects of 1 KiB,
 * dropped, took 55 MiB after one cycle with finalizers, and 1 MiB with cleanups, which keep no object.
 */
function whyHeldLonger(scrapes: readonly Scrape[]): string | undefined {
  // The counters of one scrape count from the start of the process.
  const grown = (field: Field) => spanOf(scrapes, field)?.grown ?? valuesOf(scrapes, field)[0] ?? 0
  const ran = grown('finalizers')
  return ran >= MANY_FINALIZERS * Math.max(1, grown('cycles'))
    ? `${formatCount(ran)} finalizers ran: an object that waits for one stays live for a cycle more, so with fewer GC cycles more is live, which the ranges do not include`
    : undefined
}

/** By how much the number of goroutines rose, in words; empty if it did not. */
function moreGoroutines(scrapes: readonly Scrape[]): string {
  const counts = valuesOf(scrapes, 'goroutines')
  const [first, last] = [counts[0] ?? 0, counts.at(-1) ?? 0]
  return last > first ? ` (perhaps a goroutine leak: their number rose from ${first} to ${last})` : ''
}

function whyIgnored({ resident, counted }: IgnoredResident): string {
  const [seen, own] = [resident, counted].map(formatBriefSize)
  return `we ignored resident memory of ${seen} because Go alone counts ${own}: ${seen} may be of another process, or the program never touched much of its memory`
}

function whyTouchMore(peakResident: number): string {
  const seen = formatBriefSize(peakResident)
  return `the process had at most ${seen} resident when its status or heap profile was read, less than Go counted: if it was read before the end, the program may have needed more later`
}

function whyOtherHeap(
  { scrapes, clock, pauseEnds }: ProcessRun,
  { last = new Map(), isLimitSetting }: SeenFigures,
): string | undefined {
  const goals = valuesOf(scrapes, 'goal')
  if (hasNoCycle(last)) return NO_CYCLE
  const varying = whyRising(goals) ?? whyVarying(isLimitSetting ? valuesOf(scrapes, 'heapLive') : [])
  if (varying !== undefined) return varying
  const seen = scrapes.at(-1)
  // Other clocks count from the first scrape. The last cycle may have come long before the scrape.
  const isTimed = clock === 'stamps' || clock === 'file-times'
  const now = isTimed ? seen?.seconds : seen?.values.get('lastGc')
  const age = (now ?? Number.NaN) - (seen?.values.get('startTime') ?? Number.NaN)
  const isYoung = (seconds = Number.NaN) => seconds >= 0 && seconds < YOUNG_SECONDS
  if (isYoung(age))
    return isTimed
      ? `the process had run for only ${formatSeconds(age)} when it was scraped, and ${MAY_FILL}`
      : `its last GC cycle came ${formatSeconds(age)} after its start: the process may be young, and ${MAY_FILL}`
  if (hasFewCycles(last)) return ONE_CYCLE
  const cycles = ageOf(pauseEnds, seen?.values.get('cycles'))
  // A dump does not show how long ago the last cycle was.
  return isYoung(cycles)
    ? `all its GC cycles came within ${formatSeconds(cycles!)}: the process may be young, and ${MAY_FILL}`
    : undefined
}

function whyRising(goals: readonly number[]): string | undefined {
  const [first, last] = [goals[0], goals.at(-1)]
  return first !== undefined && last! >= VARYING * first && last === largest(goals)
    ? `the heap goal rose from ${formatBriefSize(first)} to ${formatBriefSize(last!)} over the scrapes, and may rise further: the ranges do not include that`
    : undefined
}

/**
 * Goals that a memory limit sets do not follow the live heap. Two programs whose live heap differed between three
 * scrapes took up to 1.9 times as much memory as the range ended with.
 */
function whyVarying(lives: readonly number[]): string | undefined {
  const [low, high] = [smallest(lives), largest(lives)]
  return high >= VARYING * low
    ? `the last GC cycles before the scrapes found ${formatBriefSize(low)} to ${formatBriefSize(high)} live: at other moments more may be live, which the ranges do not include`
    : undefined
}

const NO_CYCLE =
  'no GC cycle had run when the process was scraped: nothing shows how much of its heap is live, and how far it will grow'

const ONE_CYCLE =
  'only one GC cycle had run when the process was scraped: it shows the live heap of one moment, and the heap may still grow'

const MAY_FILL = 'its heap may still grow: the ranges do not include that'

/** Seconds between the first GC cycle of a process and its newest, if a dump lists all of its cycles. */
function ageOf(pauseEnds: readonly number[], cycles: number | undefined): number | undefined {
  const [first, newest] = [pauseEnds[0], pauseEnds.at(-1)]
  return cycles === pauseEnds.length && first !== undefined ? newest! - first : undefined
}

function whyUnlikeLog(
  run: ProcessRun,
  allocRate: Quantity | undefined,
  isUnlikeLog: boolean,
  calibration: Calibration,
  lastCycle: number,
): string | undefined {
  const { series } = calibration.fitted.workload
  const goals = isUnlikeLog ? [] : valuesOf(run.scrapes, 'goal')
  const own = [...series.goal.subarray(series.count >> 1), nextGoal(calibration)].filter(
    (goal) => goal > 0 && goal < NO_GOAL_MIB * MIB,
  )
  const [least, most] = [smallest(goals), largest(goals)]
  if (goals.length > 0 && own.length > 0 && (least > APART * largest(own) || APART * most < smallest(own))) {
    const [now, then] = [least > largest(own) ? least : most, largest(own)].map((goal) => formatBriefSize(goal))
    return `the scrapes show a heap goal of ${now}, the log of ${then}: ${OTHER_WORK}`
  }
  return whyOtherRate(run, allocRate, laterRate(series), lastCycle)
}

/** Compares the log with the scrapes of its own time. Those that came later show whether the program then did the same. */
function whyOtherRate(
  run: ProcessRun,
  allocRate: Quantity | undefined,
  logged: number,
  lastCycle: number,
): string | undefined {
  const cyclesOf = ({ values }: Scrape) => values.get('cycles') ?? Number.NaN
  const during = run.scrapes.filter((one) => cyclesOf(one) < lastCycle)
  const isSameTime = during.length > 0
  const after = run.scrapes.filter((one) => (isSameTime ? cyclesOf(one) >= lastCycle : cyclesOf(one) === lastCycle))
  // What came after the log began at the last scrape before its end.
  const later = [after, [...during.slice(-1), ...after]].filter(({ length }) => after.length > 0 && length > 1)
  const otherRate = (scrapes: readonly Scrape[]) => {
    const isAll = scrapes.length === run.scrapes.length
    const { value, low, high } = (isAll ? allocRate : toRates({ ...run, scrapes }).allocRate) ?? {}
    if (typeof value !== 'number' || typeof low !== 'number' || typeof high !== 'number') return undefined
    return low < APART * logged && APART * high > logged ? undefined : `${formatBriefSize(value)}/s`
  }
  const then = `${formatBriefSize(logged)}/s`
  const now = isSameTime || later.length === 0 ? otherRate(isSameTime ? during : run.scrapes) : undefined
  if (now !== undefined) return `the scrapes show ${now} allocated, the log ${then}: ${OTHER_WORK}`
  const since = later.map(otherRate).find(Boolean)
  if (since === undefined) return undefined
  const scrapes = isSameTime ? 'some scrapes' : 'the scrapes'
  return `${scrapes} came after the last GC cycle of the log: the program allocated ${since} about then, not ${then}, and the ranges cover only the work of the log`
}

/** The next goal by the last live heap of the log, in bytes, without stacks and globals; 0 if GOGC is off. */
function nextGoal({ fitted }: Calibration): number {
  const { gogc } = fitted.run.scenario
  return gogc.kind === 'off' ? 0 : fitted.workload.series.live.at(-1)! * (1 + gogc.percent / 100)
}

const OTHER_WORK =
  'they show different processes, or different work of the program, and the ranges cover only that of the log'

/** Bytes allocated per second in the later half of the cycles: the start of a program differs from the rest. */
function laterRate({ count, start, allocated, endAllocated, endSeconds }: Series): number {
  const middle = count >> 1
  return (endAllocated - allocated[middle]!) / Math.max(1e-9, endSeconds - start[middle]!)
}
