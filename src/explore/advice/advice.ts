import type { Trust } from '../../calibration/trust.ts'
import { finish } from '../../model/slices.ts'
import type { Circumstances } from '../../model/verdict.ts'
import { RANGE_FIGURES, type RangeFigure } from '../../prediction/allowance.ts'
import type { Ensemble } from '../../prediction/predict.ts'
import type { Scenario } from '../../scenario/types.ts'
import { limitBytes, OFF } from '../../units.ts'
import { CLOSE_COST, type Cost, reservedFor, toCost, UNNOTICED } from './cost.ts'
import { type Demand, type Grade, type OptionName, USUAL_DEMAND } from './demand.ts'
import { findSureGrowth, findSurvivedGrowth, grow, mostLive } from './growth.ts'
import { areTooManyKilled, isSure } from './most-killed.ts'
import { type Found, findOptions } from './options.ts'
import { isGood, type Question, type Tested } from './search.ts'
import { isHigherGogcAlone, largestContainer, type Setting, toCompared, withSetting } from './settings.ts'
import { type EnsembleOutcome, findEndangered, foresee, isKilledTooOften, killsTooMany } from './sure.ts'
import { createBudget, isSound, MAX_CYCLES_OF_ALL, type Trial, tryRun } from './trial.ts'

export interface AdviceOption extends Omit<Tested, 'perMonth'> {
  readonly name: OptionName
  /** undefined if the program is known exactly. */
  readonly sure: EnsembleOutcome | undefined
  readonly cost: Cost
  /** Whether it does well only because the run is so short: if the program continues, the container kills it. */
  readonly outgrows: boolean
  /** Growth that it survives (0.4: 40 % more live heap and allocation); null: perhaps none, `too-short`, or `isGrowthOpen`. */
  readonly survivesGrowth: number | null
}

interface Obstacles {
  /** Trust in the simulation. If it is poor, we recommend no option. undefined if there is nothing to compare with. */
  readonly trust?: Trust | undefined
  readonly isBeforeLimits?: boolean | undefined
  /** Whether no input shows that its Go has a memory limit. */
  readonly mayBeBeforeLimits?: boolean | undefined
  /** Why the program cannot run with its manifests as written. Then we recommend no option; undefined if it can run. */
  readonly fatal?: string | undefined
  /**
   * Why the options do not tell enough, so that we recommend none: the program overrides its environment, or the kernel
   * killed it.
   */
  readonly whyNone?: string | undefined
  /** Whether GOGC is only assumed: then we do not show it as a value to set. */
  readonly isGogcAssumed?: boolean | undefined
  /** Whether the CPU time of the program’s own work is only assumed: then we show prices as rough ones. */
  readonly isBusyAssumed?: boolean | undefined
  /** GOMAXPROCS if it is only assumed: then no lines set it. */
  readonly unknown?: readonly 'procs'[] | undefined
  /** The highest memory limit in bytes that the goals of a log allow, if nothing else shows the present one. */
  readonly mostLimit?: number | undefined
  /**
   * The live heap as known, in bytes: growth is counted from it. A simulated program keeps less, as a cycle counts what
   * is allocated while it marks.
   */
  readonly knownLive?: number | undefined
  /** Whether the live heap may have been higher than any input shows: then we do not say how far it may grow. */
  readonly isGrowthOpen?: boolean | undefined
}

export interface Advice extends Obstacles {
  readonly demand: Demand
  /** Empty if the runs take too long to search, or if the log shows too little (`trust.tooLittle`). */
  readonly options: readonly AdviceOption[]
  /**
   * The simplest option that meets the demand and costs little more than the cheapest (`recommend`); the present settings, if
   * they do well with too few GC cycles to compare. null if there is neither, if trust is poor, or if `fatal` or
   * `whyNone` is set.
   */
  readonly recommended: OptionName | null
  /** The largest container limit of the run in bytes; Infinity if the container is unlimited at some time. */
  readonly container: number
  /** Bytes above which the kernel slows the program down: the MemoryHigh of its unit; Infinity: none. */
  readonly memoryHigh: number
  readonly machineMemory?: number | undefined
  /** The largest live heap at the end of any phase, in bytes. */
  readonly live: number
  /** The live heap in bytes, if it alone exceeds the container or the machine, so that no setting helps; else null. */
  readonly outgrown: number | null
  /** The runs take too long to search: there are no options. */
  readonly isTooLong: boolean
}

interface About extends Obstacles {
  /**
   * All programs that fit the input, if the scenario is only the most likely one. No option that gets too many of them
   * killed is recommended.
   */
  readonly ensemble?: Ensemble | undefined
  /** The machine’s memory, if it is known, bounds the settings like a container limit. */
  readonly circumstances?: Circumstances | undefined
}

/**
 * Searches for settings by simulation in the scenario's own model. Pauses after every run, so that a page can spread
 * the runs over idle moments.
 * @param maxCycles GC cycles of all runs together after which the search gives up
 */
export function* searchAdvice(
  asked: Scenario,
  demand: Demand = USUAL_DEMAND,
  maxCycles = MAX_CYCLES_OF_ALL,
  { ensemble: given, circumstances = {}, ...obstacles }: About = {},
): Generator<Trial | undefined, Advice> {
  const { trust, isBeforeLimits = false, isGrowthOpen, fatal, whyNone } = obstacles
  const { scenario, ensemble } = isBeforeLimits ? withoutLimit(asked, given) : { scenario: asked, ensemble: given }
  const { memoryHigh = Infinity } = ensemble?.allowanceOf(scenario) ?? {}
  const base = {
    demand,
    memoryHigh,
    ...obstacles,
    container: largestContainer(scenario),
    machineMemory: circumstances.machineMemory,
    live: mostLive(scenario),
    outgrown: findOutgrown(scenario, circumstances.machineMemory),
  }
  if (trust?.tooLittle !== undefined) return { ...base, options: [], recommended: null, isTooLong: false }
  const budget = createBudget(maxCycles, circumstances)
  const unlimited = { memoryLimit: OFF, containerLimit: OFF }
  const usual = yield* tryRun(budget, withSetting(scenario, unlimited))
  // Without GC, so that a setting has the same price whatever the present ones are.
  const free = yield* tryRun(budget, withSetting(scenario, { ...unlimited, gogc: OFF }))
  const freeSeconds = free.result.wallSeconds
  const question = { scenario, demand, budget, freeSeconds, ensemble, isBeforeLimits, memoryHigh, isGrowthOpen }
  const found = usual.verdict.kind === 'stopped' ? [] : yield* findOptions(question)
  const options: AdviceOption[] = []
  for (const one of found) options.push(yield* toOption(question, one, options[0]))
  if (found.length === 0 || budget.cyclesLeft <= 0) return { ...base, options: [], recommended: null, isTooLong: true }
  const isOpen = trust?.grade === 'poor' || fatal !== undefined || whyNone !== undefined
  const recommended = isOpen ? null : recommend(options)
  return { ...base, options, recommended, isTooLong: false }
}

/** The program without a memory limit, for a Go that ignores it. */
function withoutLimit(scenario: Scenario, ensemble: Ensemble | undefined) {
  const toRun = (one: Scenario) => withSetting(one, { memoryLimit: OFF })
  const candidates = ensemble?.candidates.map((one) => ({ ...one, scenario: toRun(one.scenario) })) ?? []
  return { scenario: toRun(scenario), ensemble: ensemble && { ...ensemble, candidates } }
}

export function findAdvice(...asked: Parameters<typeof searchAdvice>): Advice {
  return finish(searchAdvice(...asked))
}

/**
 * The largest live heap in bytes, if it alone exceeds the container or the machine’s memory: GC cannot free live
 * objects, so no setting helps. null if the container changes during the run, if part of the heap is never touched (the
 * container does not count it), and if late work is dropped (the live heap may then stay smaller).
 */
export function findOutgrown(scenario: Scenario, machineMemory = Infinity): number | null {
  const { program, containerLimit, changes } = scenario
  if (changes.some((change) => change.containerLimit)) return null
  if (program.untouched > 0 || program.phases.some(({ dropsLate }) => dropsLate)) return null
  const live = mostLive(scenario)
  return live > Math.min(limitBytes(containerLimit), machineMemory) ? live : null
}

/** The option of a tested setting. @param asIs the present settings; undefined for these themselves */
function* toOption(
  question: Question,
  { name, tested }: Found,
  asIs: AdviceOption | undefined,
): Generator<Trial | undefined, AdviceOption> {
  const { demand, freeSeconds, ensemble, isGrowthOpen } = question
  const { plain, grown } = tested
  // The option `as-is` keeps the scenario's changes of settings.
  const setting = name === 'as-is' ? {} : tested.setting
  const sure = ensemble ? yield* foresee(ensemble, (one) => withSetting(one, setting), demand.margin) : undefined
  const grade = sure && isGood(tested.grade) ? withSureness(tested.grade, sure) : tested.grade
  // If growth by the margin fails, larger growth that succeeds by chance does not count.
  const [from, to] = isSound(grown) && grade !== 'unsure' ? [demand.margin, undefined] : [0, demand.margin]
  const isKept = isSound(plain) && !(sure && areTooManyKilled(sure.outcomes))
  const isShort = name === 'as-is' && grade === 'too-short'
  return {
    ...tested,
    name,
    grade,
    sure,
    outgrows: isShort && (sure ? sure.mayOutgrow : yield* outgrowsLater(question, tested.scenario)),
    cost: toCost(
      { ...plain, scenario: tested.scenario },
      reservedUnder(tested, sure, asIs),
      freeSeconds,
      demand.prices,
    ),
    survivesGrowth:
      isKept && grade !== 'too-short' && !isGrowthOpen ? yield* growthFrom(question, tested, setting, from, to) : null,
  }
}

/** The grade of the likely program, unless other programs are killed, the real one was, or it exceeds MemoryHigh. */
function withSureness(grade: Grade, sure: EnsembleOutcome): Grade {
  if (isKilledTooOften(sure) || sure.wasKilled) return 'unsure'
  return sure.passesMemoryHigh ? 'held-up' : grade
}

/** Whether the container kills the program if it continues as at its end, until it has allocated more than fits. */
function* outgrowsLater({ budget }: Question, scenario: Scenario): Generator<Trial, boolean> {
  const container = largestContainer(scenario)
  const last = scenario.program.phases.at(-1)
  if (container === Infinity || !last || last.allocRate === 0) return false
  const duration = (2 * container) / last.allocRate
  const longer = { ...last, duration, newSurvivalRate: 0, oldDeathRate: 0 }
  const program = { ...scenario.program, phases: [...scenario.program.phases, longer] }
  return (yield* tryRun(budget, { ...scenario, program })).verdict.kind === 'killed'
}

/**
 * The memory to reserve for an option, in bytes: the high end of the range if the program is known within bounds, as
 * chance may have lowered the likely peak. A higher GOGC allows every heap that a lower one allows, so it never needs
 * less.
 */
function reservedUnder({ scenario, setting, plain }: Tested, sure?: EnsembleOutcome, asIs?: AdviceOption): number {
  const isContained = scenario.containerLimit.kind === 'bytes'
  const own = sure && !isContained ? sure.spread.peakContainerBytes.high : reservedFor(scenario, plain.result)
  return asIs && isHigherGogcAlone(setting, asIs) ? Math.max(own, asIs.cost.reservedBytes) : own
}

/**
 * The growth that the program surely survives; null if it may fail without growth.
 * @param from 0, or a growth that all programs that fit the input surely survive
 * @param to a growth that the likely program surely does not survive; undefined if unknown
 */
function* growthFrom(
  question: Question,
  { scenario }: Tested,
  setting: Partial<Setting>,
  from: number,
  to: number | undefined,
): Generator<Trial, number | null> {
  const likely = yield* findSurvivedGrowth(
    function* (growth) {
      return isSound(yield* tryRun(question.budget, grow(scenario, growth)))
    },
    from,
    to,
  )
  const { ensemble } = question
  if (!ensemble) return likely
  const toGrown = (growth: number) => (one: Scenario) => grow(withSetting(one, setting), growth)
  const endangered = yield* findEndangered(ensemble, toGrown(from))
  if (from === 0 && (yield* killsTooMany(ensemble, toGrown(0), endangered))) return null
  const survives = function* (growth: number) {
    return !(yield* killsTooMany(ensemble, toGrown(growth), endangered))
  }
  return yield* findSureGrowth(survives, from, likely)
}

/**
 * `options` starts with the simplest, the present settings. If these meet the demand, we do not recommend a memory
 * limit without a container for a lower price: the memory may not be the program’s alone, and GC would pay for that of
 * others. If they have too few GC cycles, we cannot compare prices: we recommend them, unless a longer run may outgrow
 * the container.
 */
function recommend(options: readonly AdviceOption[]): OptionName | null {
  const [asIs] = options
  if (asIs?.grade === 'too-short' && !asIs.outgrows) return 'as-is'
  const holding = toCompared(options)
  const least = Math.min(...holding.map(({ cost }) => cost.perMonth))
  const isClose = ({ cost }: AdviceOption, perMonth: number) => cost.perMonth <= CLOSE_COST * perMonth
  const close = holding.find((option) => isClose(option, least))
  // A higher GOGC, chosen for its memory, costs up to 3 % more than it could: no reason for an option that is less simple.
  const simplest = close && holding.find(({ cost }) => cost.perMonth <= UNNOTICED * close.cost.perMonth)
  // If a safe option costs hardly more than one that may be killed, take the safe one.
  const safest = simplest && holding.find((option) => isSure(option.sure) && isClose(option, simplest.cost.perMonth))
  return (simplest && isSure(simplest.sure) ? simplest : (safest ?? simplest))?.name ?? null
}

/**
 * The range of each figure of an option. For an ensemble: the 90 % range over its programs. Else from the run without
 * growth to the run with growth by the margin.
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
