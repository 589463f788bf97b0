import { finish } from '../../model/slices.ts'
import { type Ensemble, RANGE_FIGURES, type RangeFigure } from '../../prediction/predict.ts'
import type { Scenario } from '../../scenario/types.ts'
import { limitBytes, OFF } from '../../units.ts'
import { type Cost, toCost } from './cost.ts'
import { type Demand, type Grade, type OptionName, USUAL_DEMAND } from './demand.ts'
import { findGrowth, findSureGrowth, grow, mostLive } from './growth.ts'
import { type Found, findOptions } from './options.ts'
import type { Question, Tested } from './search.ts'
import { largestContainer, type Setting, withSetting } from './settings.ts'
import { findEndangered, foresee, isKilledTooOften, isUnsure, type Sureness } from './sure.ts'
import { createLab, isSound, MAX_CYCLES_OF_ALL, type Trial, tryRun } from './trial.ts'

/** An option with its figures and its risk, all of it simulated. */
export interface AdviceOption {
  readonly name: OptionName
  readonly setting: Setting
  /** The program under it, as a page or a link takes it. */
  readonly scenario: Scenario
  readonly plain: Trial
  /** The program grown by the margin. */
  readonly grown: Trial
  readonly grade: Grade
  /** Where the program is known within bounds: what becomes of all that its input allows. */
  readonly sure: Sureness | undefined
  readonly cost: Cost
  /** Growth that it survives, as a share (0.4: 40 % more live and allocated); null where it does not surely end well today. */
  readonly survivesGrowth: number | null
}

export interface Advice {
  readonly demand: Demand
  readonly options: readonly AdviceOption[]
  /** The simplest that holds what is asked and costs at most 10 % more than the cheapest; null: none holds. */
  readonly recommended: OptionName | null
  /** The largest container limit of the run in bytes; Infinity where at some time there is none. */
  readonly container: number
  /** The most that the program keeps alive, in bytes. */
  readonly live: number
  /** The live heap, where that alone is more than the container: no setting can help. Bytes. */
  readonly outgrown: number | null
  /** The runs take too long to be searched: no option is judged. */
  readonly isTooLong: boolean
}

/** A cost up to this many times the lowest does not justify a less simple setting. */
const CLOSE_COST = 1.1

/**
 * What to do about GOGC, GOMEMLIMIT and the container, by simulation in the scenario's own model. A generator that
 * pauses after every run, so that a page can spread them over idle moments; its return value is the advice.
 *
 * @param maxCycles GC cycles of all runs together after which the search gives up
 * @param ensemble all programs that an input allows, where the scenario is only the likely one: an option under which too
 * many of them are killed does not hold, and none such is recommended
 */
export function* searchAdvice(
  scenario: Scenario,
  demand: Demand = USUAL_DEMAND,
  maxCycles = MAX_CYCLES_OF_ALL,
  ensemble?: Ensemble,
): Generator<Trial | undefined, Advice> {
  const lab = createLab(maxCycles)
  const free = yield* tryRun(lab, withSetting(scenario, { memoryLimit: OFF, containerLimit: OFF }))
  const question = { scenario, demand, lab, freeSeconds: free.result.wallSeconds, ensemble }
  const base = {
    demand,
    container: largestContainer(scenario),
    live: mostLive(scenario),
    outgrown: findOutgrown(scenario),
  }
  const found = free.verdict.kind === 'stopped' ? [] : yield* findOptions(question)
  const options: AdviceOption[] = []
  for (const one of found) options.push(yield* toOption(question, one))
  if (found.length === 0 || lab.cyclesLeft <= 0) return { ...base, options: [], recommended: null, isTooLong: true }
  return { ...base, options, recommended: recommend(options), isTooLong: false }
}

/** Runs the search to its end. */
export function findAdvice(scenario: Scenario, demand?: Demand, maxCycles?: number, ensemble?: Ensemble): Advice {
  return finish(searchAdvice(scenario, demand, maxCycles, ensemble))
}

/**
 * What is live is never collected, and memory is never less than it: a program whose phases keep more alive than its
 * container holds is killed whatever GOGC and the memory limit are. This says nothing where the container changes while
 * the program runs, where some of the heap is never touched (nobody counts that), and where work that comes late is
 * dropped (the live heap may then stay smaller).
 */
export function findOutgrown(scenario: Scenario): number | null {
  const { program, containerLimit, changes } = scenario
  if (changes.some((change) => change.containerLimit)) return null
  if (program.untouched > 0 || program.phases.some(({ dropsLate }) => dropsLate)) return null
  const live = mostLive(scenario)
  return live > limitBytes(containerLimit) ? live : null
}

function* toOption(question: Question, { name, tested }: Found): Generator<Trial | undefined, AdviceOption> {
  const { demand, freeSeconds, ensemble } = question
  const { plain, grown } = tested
  // The setting as it is keeps its changes during the run.
  const setting = name === 'as-is' ? {} : tested.setting
  const sure = ensemble ? yield* foresee(ensemble, (one) => withSetting(one, setting), demand.margin) : undefined
  const isTooRisky = tested.grade === 'holds' && sure !== undefined && isKilledTooOften(sure)
  const grade = isTooRisky ? 'unsure' : tested.grade
  const from = isSound(grown) && grade !== 'unsure' ? demand.margin : 0
  return {
    ...tested,
    name,
    grade,
    sure,
    cost: toCost(plain.result, limitBytes(tested.setting.containerLimit ?? OFF), freeSeconds, demand.prices),
    survivesGrowth: isSound(plain) ? yield* growthFrom(question, tested, setting, from) : null,
  }
}

/** @param from 0, or a growth that is known to end well for all that the input allows */
function* growthFrom(
  question: Question,
  { scenario }: Tested,
  setting: Partial<Setting>,
  from: number,
): Generator<Trial, number | null> {
  const likely = yield* findGrowth(function* (growth) {
    return isSound(yield* tryRun(question.lab, grow(scenario, growth)))
  }, from)
  const { ensemble } = question
  if (!ensemble) return likely
  const toGrown = (growth: number) => (one: Scenario) => grow(withSetting(one, setting), growth)
  const endangered = yield* findEndangered(ensemble, toGrown(from))
  if (from === 0 && (yield* isUnsure(ensemble, toGrown(0), endangered))) return null
  const survives = function* (growth: number) {
    return !(yield* isUnsure(ensemble, toGrown(growth), endangered))
  }
  return yield* findSureGrowth(survives, from, likely)
}

/** The simplest that holds and costs at most 10 % more than the cheapest: options stand from the simplest on. */
function recommend(options: readonly AdviceOption[]): OptionName | null {
  const holding = options.filter(({ grade }) => grade === 'holds')
  const least = Math.min(...holding.map(({ cost }) => cost.perMonth))
  return holding.find(({ cost }) => cost.perMonth <= CLOSE_COST * least)?.name ?? null
}

/**
 * The figures that an option is good for: the 90 % range of all that the input allows; of a program that is known exactly,
 * from it as it stands to the one grown by the margin.
 */
export function toRange({
  plain,
  grown,
  sure,
}: AdviceOption): Readonly<Record<RangeFigure, readonly [low: number, high: number]>> {
  const ends = RANGE_FIGURES.map((key) => {
    const spread = sure?.spread[key]
    const two = spread ? [spread.low, spread.high] : [plain.result[key], grown.result[key]].sort((a, b) => a - b)
    return [key, two]
  })
  return Object.fromEntries(ends)
}
