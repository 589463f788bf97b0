import { type GcPercent, gogcPercent, type Limit, OFF, toLimit } from '../../units.ts'
import { OPTION_NAMES, type OptionName } from './demand.ts'
import { grow, mostLive } from './growth.ts'
import {
  cheapestSize,
  cheapestThatHolds,
  findSizes,
  firstCheapOf,
  firstThatHolds,
  isGood,
  type Offer,
  offerOf,
  type Question,
  type Tested,
  testSetting,
} from './search.ts'
import {
  containersOf,
  LEAST_LIMIT,
  largestContainer,
  outsideOf,
  roundDown,
  type Setting,
  toHandySize,
  withSetting,
} from './settings.ts'
import { type Trial, tryRun } from './trial.ts'

export interface Found {
  readonly name: OptionName
  readonly tested: Tested
}

/** Shares of the container that the limit leaves free, besides memory outside Go: the Go guide advises 5 to 10 %. */
const HEADROOM = [0.1, 0.05]
/** For an ensemble, larger shares too: memory that GOMEMLIMIT does not count is less certain. */
const UNSURE_HEADROOM = [0.1, 0.2, 0.3, 0.05]
/** The largest size to try, as a multiple of the grown program's peak without limits. */
const SIZE_FACTOR = 1.15
/** GOGC values to try when trading memory for CPU. */
const GOGCS = [50, 100, 150, 200, 300, 400, 600, 800, 1000]

/** Searches for one setting of each kind, in the order of OPTION_NAMES. */
export function* findOptions(question: Question): Generator<Trial, readonly Found[]> {
  const rooms = roomsOf(question)
  const [container = Infinity] = rooms
  const hasLimits = !question.isBeforeLimits
  const isContained = container < Infinity
  const asIs = yield* testSetting(question, {})
  const alone = hasLimits ? yield* findLimit(question, container) : undefined
  // If Go has no memory limit, a new container would only kill the program.
  const maySize = hasLimits || largestContainer(question.scenario) < Infinity
  const smaller = maySize ? yield* findSmaller(question, container) : undefined
  const more = yield* findMore(question, container, asIs, alone)
  const whole = hasLimits && isContained ? yield* firstThatHolds(question, atHeadroom(question, rooms, OFF)) : undefined
  const found = [asIs, alone, more, whole, smaller]
  return OPTION_NAMES.flatMap((name, i) => {
    const tested = found[i]
    return tested ? [{ name, tested }] : []
  })
}

/** The memory that the program may use, the largest first: containers, up to machine and MemoryHigh. */
function roomsOf({ scenario, memoryHigh, budget: { circumstances } }: Question): readonly number[] {
  const most = Math.min(circumstances.machineMemory ?? Infinity, memoryHigh)
  return [...new Set(containersOf(scenario).map((container) => Math.min(container, most)))]
}

function atHeadroom(
  { scenario, ensemble }: Question,
  containers: readonly number[],
  gogc: GcPercent,
): readonly Partial<Setting>[] {
  const outside = outsideOf(scenario)
  const headroom = ensemble ? UNSURE_HEADROOM : HEADROOM
  return containers
    .flatMap((container) => headroom.map((share) => roundDown(container * (1 - share) - outside)))
    .filter((bytes) => bytes >= LEAST_LIMIT)
    .map((bytes) => ({ gogc, memoryLimit: toLimit(bytes) }))
}

/** A setting of the memory limit alone: with headroom in the container or, without a container, the cheapest. */
function* findLimit(question: Question, container: number): Generator<Trial, Tested | undefined> {
  const { scenario } = question
  const { gogc } = scenario
  if (container < Infinity) return yield* firstThatHolds(question, atHeadroom(question, roomsOf(question), gogc))
  const to = toHandySize(SIZE_FACTOR * (yield* freePeak(question, gogc)).peakMemoryBytes)
  const sizes = yield* findSizes(question, { from: mostLive(scenario), to }, (bytes) => [
    { gogc, memoryLimit: toLimit(bytes) },
  ])
  return yield* cheapestSize(question, sizes)
}

/** The cheapest smaller container (any, if it has none), with a memory limit if the program’s Go has one. */
function* findSmaller(question: Question, container: number): Generator<Trial, Tested | undefined> {
  const { gogc } = question.scenario
  const isContained = largestContainer(question.scenario) < Infinity
  const to = isContained ? container : yield* findLargest(question, gogc)
  const sizes = yield* findContainers(question, mostLive(question.scenario), to, gogc)
  if (!isContained) return yield* cheapestSize(question, sizes)
  const smaller = sizes.filter(({ scenario }) => largestContainer(scenario) < container)
  return yield* cheapestThatHolds(question, smaller)
}

function findContainers(question: Question, from: number, to: number, gogc: GcPercent) {
  const limits = (bytes: number) =>
    question.isBeforeLimits ? [{ gogc, memoryLimit: OFF }] : atHeadroom(question, [bytes], gogc)
  return findSizes(question, { from, to }, (bytes) =>
    limits(bytes).map((setting) => ({ ...setting, containerLimit: toLimit(bytes) })),
  )
}

/**
 * The setting that needs more memory: a higher GOGC (with a memory limit in a container), or a larger container. If
 * none meets the demand, and the present settings do badly: the lowest GOGC that does well, even in a run with too few
 * cycles; without a container, also without the memory limit, which may be too low.
 */
function* findMore(
  question: Question,
  container: number,
  asIs: Tested,
  alone?: Tested,
): Generator<Trial, Tested | undefined> {
  const { scenario } = question
  const memoryLimit = container < Infinity && alone ? alone.setting.memoryLimit : scenario.memoryLimit
  const higher = yield* findHigher(question, memoryLimit)
  const holding = yield* cheapestThatHolds(question, higher, firstCheapOf)
  if (holding) return holding
  const own = largestContainer(scenario)
  if (own < Infinity) {
    const larger = yield* findLarger(question, own)
    if (larger) return larger
  }
  if (isGood(asIs.grade)) return undefined
  const free = container < Infinity || memoryLimit.kind === 'off' ? [] : yield* findHigher(question, OFF)
  // Offers with the grade `holds` were tested above and failed for other programs.
  const short = [...higher, ...free].filter(({ grade }) => grade !== 'holds').flatMap(({ settings }) => settings)
  const lowest = (yield* cheapestThatHolds(question, free, firstCheapOf)) ?? (yield* firstThatHolds(question, short))
  return lowest && isGood(lowest.grade) ? lowest : undefined
}

/** The higher GOGC values that do well under this memory limit, from the lowest up. */
function* findHigher(question: Question, memoryLimit: Limit): Generator<Trial, readonly Offer[]> {
  const offers: Offer[] = []
  for (const gogc of higherThan(question.scenario.gogc)) {
    const offer = yield* offerOf(question, [{ gogc, memoryLimit }])
    if (offer) offers.push(offer)
  }
  return offers
}

/**
 * A larger container, with the lowest GOGC for which one is large enough. With GOGC=off a run may have too few cycles
 * to show that: then with Go’s default GOGC, if its run does.
 */
function* findLarger(question: Question, container: number): Generator<Trial, Tested | undefined> {
  const { gogc: present } = question.scenario
  const others = present.kind === 'off' ? [DEFAULT_GOGC] : higherThan(present)
  let first: Tested | undefined
  for (const gogc of [present, ...others]) {
    const to = yield* findLargest(question, gogc)
    const larger = to > container ? yield* findContainers(question, container, to, gogc) : []
    const found = larger.length > 0 ? yield* cheapestSize(question, larger) : undefined
    if (found && (present.kind !== 'off' || found.grade === 'holds')) return found
    first ??= found
  }
  return first
}

const DEFAULT_GOGC: GcPercent = { kind: 'percent', percent: 100 }

function higherThan(gogc: GcPercent): readonly GcPercent[] {
  return GOGCS.filter((higher) => higher > gogcPercent(gogc)).map((higher) => ({ kind: 'percent', percent: higher }))
}

/** The largest container to try, in bytes: the grown program needs no more, and the machine has no more. */
function* findLargest(question: Question, gogc: GcPercent): Generator<Trial, number> {
  const { machineMemory = Infinity } = question.budget.circumstances
  return Math.min(machineMemory, toHandySize(SIZE_FACTOR * (yield* freePeak(question, gogc)).peakContainerBytes))
}

function* freePeak({ scenario, demand, budget }: Question, gogc: GcPercent) {
  const free = withSetting(scenario, { gogc, memoryLimit: OFF, containerLimit: OFF })
  return (yield* tryRun(budget, grow(free, demand.margin))).result
}
