import { MUCH_THROTTLED, throttledShare } from '../../model/verdict.ts'
import { type Ensemble, likelyShare } from '../../prediction/predict.ts'
import type { Scenario } from '../../scenario/types.ts'
import { OFF } from '../../units.ts'
import { reservedFor, toCost, UNNOTICED } from './cost.ts'
import { type Demand, GRADES, type Grade } from './demand.ts'
import { grow } from './growth.ts'
import { type Setting, toHandySize, withSetting } from './settings.ts'
import { areThrottled, killsTooMany } from './sure.ts'
import { type Budget, isLongEnough, isSound, type Trial, tryRun } from './trial.ts'

/** A setting with two runs: of the program as it is, and of the program grown by the margin. */
export interface Tested {
  readonly setting: Setting
  readonly scenario: Scenario
  readonly plain: Trial
  readonly grown: Trial
  readonly grade: Grade
  readonly perMonth: number
}

export interface Question {
  readonly scenario: Scenario
  readonly demand: Demand
  readonly budget: Budget
  /** Elapsed seconds of the run with GOGC=off and no limits. Costs are relative to it. */
  readonly freeSeconds: number
  /** All programs that the input allows, if the program is not known exactly. */
  readonly ensemble: Ensemble | undefined
  readonly isBeforeLimits: boolean
  /** Whether we do not look for the growth that an option survives. */
  readonly isGrowthOpen?: boolean | undefined
  /** Bytes above which the kernel slows the program down: the MemoryHigh of its unit; Infinity: none. */
  readonly memoryHigh: number
}

/** Runs the likely program under a setting, without and with growth; if it does well, also the others that fit. */
export function* testSetting(question: Question, setting: Partial<Setting>): Generator<Trial, Tested> {
  const tested = yield* testLikely(question, setting)
  if (!isGood(tested.grade) || (yield* survivesGrown(question, setting))) return tested
  return { ...tested, grade: 'unsure' }
}

function* testLikely(question: Question, setting: Partial<Setting>): Generator<Trial, Tested> {
  const { demand, freeSeconds } = question
  const scenario = withSetting(question.scenario, setting)
  const plain = yield* tryMeasured(question, scenario)
  const grown = yield* tryRun(question.budget, grow(scenario, demand.margin))
  const isThrottled = yield* isSurelyThrottled(question, setting, plain)
  const grade = isThrottled ? 'throttled' : toGrade(plain, grown, demand)
  const { gogc, memoryLimit, containerLimit } = scenario
  const { perMonth } = toCost({ scenario, ...plain }, reservedFor(scenario, plain.result), freeSeconds, demand.prices)
  return { setting: { gogc, memoryLimit, containerLimit }, scenario, plain, grown, grade, perMonth }
}

/** GC’s share of the CPU is corrected by what the input measured. */
function* tryMeasured({ budget, ensemble }: Question, scenario: Scenario): Generator<Trial, Trial> {
  if (!ensemble) return yield* tryRun(budget, scenario)
  const written = ensemble.allowanceOf(scenario)
  const trial = yield* tryRun(budget, scenario, written.anotherRun?.thrashingShare)
  const { result, isLimitIdle } = trial
  const seen = written.seen ?? (isLimitIdle ? ensemble.allowanceOf({ ...scenario, memoryLimit: OFF }).seen : undefined)
  const compulsoryGcFraction = likelyShare(result, scenario, { ...written, seen })
  return { ...trial, result: { ...result, compulsoryGcFraction } }
}

function* survivesGrown({ ensemble, demand }: Question, setting: Partial<Setting>): Generator<Trial, boolean> {
  return (
    !ensemble || !(yield* killsTooMany(ensemble, (scenario) => grow(withSetting(scenario, setting), demand.margin)))
  )
}

/** Whether a CPU quota stops a program that runs well, and nearly all others that fit, for much of the time. */
function* isSurelyThrottled(
  { ensemble }: Question,
  setting: Partial<Setting>,
  plain: Trial,
): Generator<Trial, boolean> {
  if (!isSound(plain) || throttledShare(plain) <= MUCH_THROTTLED) return false
  return !ensemble || (yield* areThrottled(ensemble, (scenario) => withSetting(scenario, setting)))
}

function toGrade(plain: Trial, grown: Trial, { share }: Demand): Grade {
  if (!isSound(plain)) return 'fails'
  if (plain.result.compulsoryGcFraction > share) return 'costly'
  if (plain.isFull) return 'full'
  if (!isSound(grown)) return 'no-margin'
  return isLongEnough(plain) ? 'holds' : 'too-short'
}

/** Whether a setting meets the demand as far as its run shows. */
export function isGood(grade: Grade): boolean {
  return grade === 'holds' || grade === 'too-short'
}

/** The best of the settings; of two equally good ones, the earlier. Stops at the first that meets the demand. */
export function* firstThatHolds(
  question: Question,
  settings: readonly Partial<Setting>[],
  test: typeof testSetting = testSetting,
): Generator<Trial, Tested | undefined> {
  let best: Tested | undefined
  for (const setting of settings) {
    const tested = yield* test(question, setting)
    if (tested.grade === 'holds') return tested
    if (!best || GRADES.indexOf(tested.grade) < GRADES.indexOf(best.grade)) best = tested
  }
  return best
}

export interface Offer extends Pick<Tested, 'scenario' | 'grade' | 'perMonth'> {
  /** The test of the likely program alone, unless `isTested`. */
  readonly tested: Tested
  /** All settings of this offer. Another one than the tested one may be safer. */
  readonly settings: readonly Partial<Setting>[]
  /** Whether all programs that fit the input were run. */
  readonly isTested: boolean
}

/**
 * The first setting with which the likely program does well; undefined if there is none. That takes two runs (more if a
 * CPU quota stops the program); all programs that fit the input would take a hundred.
 */
export function* offerOf(
  question: Question,
  settings: readonly Partial<Setting>[],
): Generator<Trial, Offer | undefined> {
  const tested = yield* firstThatHolds(question, settings, testLikely)
  return tested && isGood(tested.grade) ? toOffer(tested, settings, !question.ensemble) : undefined
}

function toOffer(tested: Tested, settings: readonly Partial<Setting>[], isTested: boolean): Offer {
  const { scenario, grade, perMonth } = tested
  return { scenario, grade, perMonth, tested, settings, isTested }
}

/**
 * The cheapest offer that meets the demand for all programs that fit the input. It runs all only where it has to.
 * @param toBest chooses an offer by its cost
 */
export function* cheapestThatHolds(
  question: Question,
  offers: readonly Offer[],
  toBest: typeof cheapestOf = cheapestOf,
): Generator<Trial, Tested | undefined> {
  let left = offers.filter(({ grade }) => grade === 'holds')
  for (;;) {
    const best = toBest(left)
    if (!best || best.isTested) return best?.tested
    const tested = yield* firstThatHolds(question, best.settings)
    const holding = tested?.grade === 'holds' ? [toOffer(tested, best.settings, true)] : []
    left = left.flatMap((offer) => (offer === best ? holding : [offer]))
  }
}

/** The number of intervals tried between the smallest good size and the largest. */
const SIZES = 5

/**
 * Sizes between `from` and `to` at which a setting does well: the smallest by binary search, then some up to `to`,
 * which comes first; empty if the setting fails there. A run with too few cycles shows that its size is large enough.
 * @param toSettings settings to try at a size, the best first; sizes are rounded as people write them
 */
export function* findSizes(
  question: Question,
  { from, to }: { readonly from: number; readonly to: number },
  toSettings: (bytes: number) => readonly Partial<Setting>[],
): Generator<Trial, readonly Offer[]> {
  const offers: Offer[] = []
  const isEnough = function* (size: number): Generator<Trial, boolean> {
    const settings = toSettings(size)
    const tested = yield* firstThatHolds(question, settings)
    if (!tested || !isGood(tested.grade)) return false
    offers.push(toOffer(tested, settings, true))
    return true
  }
  if (!(yield* isEnough(to))) return []
  let [bad, smallest] = [from, to]
  for (let middle = between(bad, smallest); middle > bad && middle < smallest; middle = between(bad, smallest)) {
    if (yield* isEnough(middle)) smallest = middle
    else bad = middle
  }
  for (let i = 1; i < SIZES; i++) {
    const size = toHandySize(smallest * (to / smallest) ** (i / SIZES))
    const offer = size < to ? yield* offerOf(question, toSettings(size)) : undefined
    if (offer) offers.push(offer)
  }
  return offers
}

/** The cheapest size that meets the demand; the largest if all runs have too few cycles. */
export function* cheapestSize(question: Question, offers: readonly Offer[]): Generator<Trial, Tested | undefined> {
  return (yield* cheapestThatHolds(question, offers)) ?? offers.find(({ isTested }) => isTested)?.tested
}

/** The cheapest offer; if two cost about the same, the first of them. */
export function cheapestOf<T extends { readonly perMonth: number }>(offers: readonly T[]): T | undefined {
  return offers.reduce<T | undefined>((a, b) => (a && b.perMonth > a.perMonth * (1 - SAVING) ? a : b), undefined)
}

/**
 * The first offer that costs hardly more than the cheapest: of GOGC values, the one that takes the least memory. Each
 * doubling of GOGC halves what GC costs, and doubles the memory beyond the live heap.
 */
export function firstCheapOf<T extends { readonly perMonth: number }>(offers: readonly T[]): T | undefined {
  const least = Math.min(...offers.map(({ perMonth }) => perMonth))
  return offers.find(({ perMonth }) => perMonth <= UNNOTICED * least)
}

/** A later setting is chosen only if it is cheaper by this share. */
const SAVING = 0.005

function between(low: number, high: number): number {
  return toHandySize(Math.sqrt(Math.max(1, low) * high))
}
