import { RANGE_FIGURES, type RangeFigure } from '../calibration/ensemble/predict.ts'
import type { Scenario } from '../scenario/types.ts'
import { limitBytes, OFF } from '../units.ts'
import { type Cost, toCost } from './advice-cost.ts'
import { type Demand, type Grade, type OptionName, USUAL_DEMAND } from './advice-demand.ts'
import { findGrowth, mostLive } from './advice-growth.ts'
import { type Found, findOptions } from './advice-options.ts'
import type { Question } from './advice-search.ts'
import { largestContainer, type Setting, withSetting } from './advice-settings.ts'
import { createLab, isSound, MAX_CYCLES_OF_ALL, type Trial, tryRun } from './advice-trial.ts'

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
  /** Where it is `unsure`: the share of the programs that the input allows that are killed under it. */
  readonly killed?: number
  readonly cost: Cost
  /** Growth that it survives, as a share (0.4: 40 % more live and allocated); null where it does not end well today. */
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

/** Costs this close to the lowest are no reason for a less simple setting. */
const CLOSE_COST = 1.1

/**
 * What to do about GOGC, GOMEMLIMIT and the container, by simulation in the scenario's own model. A generator that
 * pauses after every run, so that a page can spread them over idle moments; its return value is the advice.
 *
 * @param maxCycles GC cycles of all runs together after which the search gives up
 */
export function* searchAdvice(
  scenario: Scenario,
  demand: Demand = USUAL_DEMAND,
  maxCycles = MAX_CYCLES_OF_ALL,
): Generator<Trial, Advice> {
  const lab = createLab(maxCycles)
  const free = yield* tryRun(lab, withSetting(scenario, { memoryLimit: OFF, containerLimit: OFF }))
  const question = { scenario, demand, lab, freeSeconds: free.result.wallSeconds }
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
export function findAdvice(scenario: Scenario, demand?: Demand, maxCycles?: number): Advice {
  const search = searchAdvice(scenario, demand, maxCycles)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
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

function* toOption(question: Question, { name, tested }: Found): Generator<Trial, AdviceOption> {
  const { demand, lab, freeSeconds } = question
  const { plain, grown, scenario, setting } = tested
  const from = isSound(grown) ? demand.margin : 0
  return {
    ...tested,
    name,
    cost: toCost(plain.result, limitBytes(setting.containerLimit ?? OFF), freeSeconds, demand.prices),
    survivesGrowth: isSound(plain) ? yield* findGrowth(lab, scenario, from) : null,
  }
}

/** The simplest that holds and costs at most 10 % more than the cheapest: options stand from the simplest on. */
export function recommend(options: readonly AdviceOption[]): OptionName | null {
  const holding = options.filter(({ grade }) => grade === 'holds')
  const least = Math.min(...holding.map(({ cost }) => cost.perMonth))
  return holding.find(({ cost }) => cost.perMonth <= CLOSE_COST * least)?.name ?? null
}

/** From the program as it stands to the one grown by the margin: the figures that an option is good for. */
export function toRange({ plain, grown }: AdviceOption): Readonly<Record<RangeFigure, readonly [number, number]>> {
  const ends = RANGE_FIGURES.map((key) => [key, [plain.result[key], grown.result[key]].sort((a, b) => a - b)])
  return Object.fromEntries(ends)
}
