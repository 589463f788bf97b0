import { MUCH_THROTTLED, throttledShare } from '../../model/verdict.ts'
import type { Ensemble } from '../../prediction/predict.ts'
import type { Scenario } from '../../scenario/types.ts'
import { reservedFor, toCost } from './cost.ts'
import { type Demand, GRADES, type Grade } from './demand.ts'
import { grow } from './growth.ts'
import { type Setting, toHandySize, withSetting } from './settings.ts'
import { areThrottled, isUnsure } from './sure.ts'
import { type Budget, isLongEnough, isSound, type Trial, tryRun } from './trial.ts'

/** A setting with the run of the program as it stands, and of the program grown by the margin. */
export interface Tested {
  readonly setting: Setting
  readonly scenario: Scenario
  readonly plain: Trial
  readonly grown: Trial
  readonly grade: Grade
  readonly perMonth: number
}

/** A program, and the values that all searches for its settings share. */
export interface Question {
  readonly scenario: Scenario
  readonly demand: Demand
  readonly budget: Budget
  /** Elapsed seconds of the run without limits. Costs are relative to it. */
  readonly freeSeconds: number
  /** All programs that the input allows, if the program is not known exactly. */
  readonly ensemble: Ensemble | undefined
  /** Whether the program’s Go has no memory limit. */
  readonly isBeforeLimits: boolean
  /** Bytes above which the kernel holds the program up: the MemoryHigh of its unit; Infinity: none. */
  readonly heldUpAbove: number
}

/** Runs the program under a setting, without and with growth. */
export function* testSetting(question: Question, setting: Partial<Setting>): Generator<Trial, Tested> {
  const { demand, budget, freeSeconds } = question
  const scenario = withSetting(question.scenario, setting)
  const plain = yield* tryRun(budget, scenario)
  const grown = yield* tryRun(budget, grow(scenario, demand.margin))
  const isThrottled = yield* isSurelyThrottled(question, setting, plain)
  const grade = isThrottled ? 'throttled' : toGrade(plain, grown, demand)
  const survives = !isGood(grade) || (yield* survivesGrown(question, setting))
  const { gogc, memoryLimit, containerLimit } = scenario
  const { perMonth } = toCost(plain.result, reservedFor(scenario, plain.result), freeSeconds, demand.prices)
  return {
    setting: { gogc, memoryLimit, containerLimit },
    scenario,
    plain,
    grown,
    grade: survives ? grade : 'unsure',
    perMonth,
  }
}

/** Whether nearly all programs that fit the input survive growth by the margin. */
function* survivesGrown({ ensemble, demand }: Question, setting: Partial<Setting>): Generator<Trial, boolean> {
  return !ensemble || !(yield* isUnsure(ensemble, (scenario) => grow(withSetting(scenario, setting), demand.margin)))
}

/** Whether a CPU quota stops the program for much of the time, with all else well; and so nearly all that fit the input. */
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

/** The best of the settings; of two equally good ones, the earlier. Stops at the first that holds. */
export function* firstThatHolds(
  question: Question,
  settings: readonly Partial<Setting>[],
): Generator<Trial, Tested | undefined> {
  let best: Tested | undefined
  for (const setting of settings) {
    const tested = yield* testSetting(question, setting)
    if (tested.grade === 'holds') return tested
    if (!best || GRADES.indexOf(tested.grade) < GRADES.indexOf(best.grade)) best = tested
  }
  return best
}

/** The number of intervals tried between the smallest size that holds and the largest. */
const SIZES = 5

/**
 * Sizes (of a container or a limit) between `from` and `to` at which a setting holds: a binary search for the smallest,
 * then some sizes up to `to`. `to` comes first, if the setting holds there; empty if it fails there. A size at which the
 * run has too few cycles is large enough, and a smaller one starts more: it is returned only where none is better.
 *
 * @param toSettings settings to try at a size, the best first; sizes are rounded as people write them
 */
export function* findSizes(
  question: Question,
  { from, to }: { readonly from: number; readonly to: number },
  toSettings: (bytes: number) => readonly Partial<Setting>[],
): Generator<Trial, readonly Tested[]> {
  const good: Tested[] = []
  const isEnough = function* (size: number): Generator<Trial, boolean> {
    const tested = yield* firstThatHolds(question, toSettings(size))
    if (!tested || !isGood(tested.grade)) return false
    good.push(tested)
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
    if (size < to) yield* isEnough(size)
  }
  const holding = good.filter(({ grade }) => grade === 'holds')
  return holding.length > 0 ? holding : good.slice(0, 1)
}

/** The cheapest; of two that cost about the same, the one that comes first. */
export function cheapestOf(tested: readonly Tested[]): Tested | undefined {
  return tested.reduce<Tested | undefined>((a, b) => (a && b.perMonth > a.perMonth * (1 - SAVING) ? a : b), undefined)
}

/** A later setting is chosen only if it is cheaper by this share. */
const SAVING = 0.005

function between(low: number, high: number): number {
  return toHandySize(Math.sqrt(Math.max(1, low) * high))
}
