import { isGogcOff } from '../../metrics/fields.ts'
import { largest, smallest } from '../../numbers.ts'
import { STEADY } from './infer-gogc.ts'
import { mayLimitSet } from './limit-goal.ts'
import { latest, spanOf, valuesOf } from './ranged.ts'
import { type Rates, sinceLastCycle } from './rates.ts'
import { liveBelow, scannedStacks } from './stacks.ts'
import { FORCED_SECONDS, type Scrape } from './timeline.ts'

/** GC cycles that the program started itself, for example by runtime.GC, and not GOGC or the memory limit. */
export interface ForcedCycles {
  /** Mean seconds between two of them. */
  readonly secondsBetween: number
  /** Whether two scrapes show that the program continues to force cycles. A total may come from its start only. */
  readonly isSteady: boolean
  /** Forced cycles and all cycles, as the process counts them; undefined if it does not report them. */
  readonly counted?: { readonly forced: number; readonly cycles: number } | undefined
  /** If cycles come too early: bytes allocated per cycle, and bytes from the live heap to the goal at least. */
  readonly early?: { readonly allocated: number; readonly room: number } | undefined
  /** As of a program that drops batches. Then small heaps may explain cycles that come early. */
  readonly isUneven?: true
}

/** A smaller share of forced cycles hardly changes the other figures. */
const LEAST_SHARE = 0.1
/** GOGC starts no cycle before 0.7 of the way from live heap to goal (Go 1.26, mgcpacer.go, minTriggerRatioNum). */
const TOO_EARLY = 0.6
/**
 * The same, if the heap never reached a goal that cycles followed (`isGoalUnreached`): of 140 recordings of nineteen
 * programs, none had both such a goal and such a share, unless the program forced cycles or set GOGC.
 */
const TOO_EARLY_UNREACHED = 0.7
/** A heap that stays below this share of its goal did not reach it. A recorded service with a share of 0.69 had 0.97. */
const UNREACHED = 0.95
const NEARLY = 0.9
/** With fewer cycles between two scrapes, a single cycle would change the result. */
const FEWEST_CYCLES = 4

/** The cycles that something other than GOGC starts; undefined if the scrapes show none. */
export function findForced(scrapes: readonly Scrape[], rates: Rates): ForcedCycles | undefined {
  return countedIn(scrapes, rates) ?? earlyIn(scrapes)
}

function countedIn(scrapes: readonly Scrape[], { cyclesPerSecond }: Rates): ForcedCycles | undefined {
  const [between, all] = [spanOf(scrapes, 'forced'), spanOf(scrapes, 'cycles')]
  const last = latest(scrapes)
  const isTimed = between !== undefined && all !== undefined && between.seconds > 0
  const forced = isTimed ? between.grown : (last.get('forced') ?? 0)
  const cycles = isTimed ? all.grown : (last.get('cycles') ?? 0)
  // One dump gives the rate of the gaps between its cycles, and there is one gap less than cycles.
  const ofGaps = forced / Math.max(1, cycles - 1)
  const perSecond = isTimed ? forced / between.seconds : ofGaps * (cyclesPerSecond?.value ?? Number.NaN)
  if (!(cycles > 0 && forced >= LEAST_SHARE * cycles && perSecond > 0)) return undefined
  return { secondsBetween: 1 / perSecond, isSteady: isTimed && forced >= FEWEST_CYCLES, counted: { forced, cycles } }
}

/** Nothing counts forced cycles, so these may be forced. */
function earlyIn(scrapes: readonly Scrape[]): ForcedCycles | undefined {
  if (latest(scrapes).has('forced')) return undefined
  const early = findEarly(scrapes)
  if (!early) return undefined
  const { secondsBetween, allocated, room } = early
  return { secondsBetween, isSteady: false, early: { allocated, room }, ...(isUneven(scrapes) && { isUneven: true }) }
}

function isUneven(scrapes: readonly Scrape[]): boolean {
  const goals = valuesOf(scrapes, 'goal')
  return largest(goals) > STEADY * smallest(goals)
}

/**
 * What GOGC lets the program allocate per cycle, divided by what it allocates. undefined if cycles do not come early;
 * or if forced cycles explain it: the process counts them, or the live heap hardly varies from scrape to scrape.
 */
export function timesSmaller(scrapes: readonly Scrape[], forced: ForcedCycles | undefined): number | undefined {
  if (forced?.counted || (!latest(scrapes).has('forced') && !isUneven(scrapes))) return undefined
  const early = findEarly(scrapes)
  return early && early.room / early.allocated
}

/**
 * Between the last cycles before the first and before the last scrape, the program allocated too little per cycle.
 * undefined if GOGC or the memory limit is unknown, or if the limit may set the goals.
 */
function findEarly(scrapes: readonly Scrape[]) {
  const last = latest(scrapes)
  const [alloc, cycles] = [spanOf(scrapes, 'allocTotal'), spanOf(scrapes, 'cycles')]
  const [gogc, goals] = [last.get('gogc') ?? 0, valuesOf(scrapes, 'goal')]
  const isSame = new Set(valuesOf(scrapes, 'gogc')).size === 1
  if (!(gogc > 0) || !isSame || !last.has('memoryLimit') || mayLimitSet(scrapes)) return undefined
  if (!alloc || !cycles || !(alloc.seconds > 0) || cycles.grown < FEWEST_CYCLES || goals.length < 2) return undefined
  const [first, end] = [scrapes[0]!, scrapes.at(-1)!].map(({ values }) => sinceLastCycle(values))
  const allocated = (alloc.grown + first! - end!) / cycles.grown
  const rooms = scrapes.map(({ values }) => {
    const goal = values.get('goal')
    return goal === undefined ? Infinity : goal - liveBelow(goal, gogc / 100, scannedStacks(values)).high
  })
  const room = smallest(rooms)
  const secondsBetween = cycles.seconds / cycles.grown
  const tooEarly = isGoalUnreached(scrapes) ? TOO_EARLY_UNREACHED : TOO_EARLY
  if (mayBeTimer(secondsBetween, gogc) || allocated >= tooEarly * room) return undefined
  return { secondsBetween, allocated, room }
}

/** A cycle ended after that scrape, but all memory that Go ever took for the heap is clearly less. */
function isGoalUnreached(scrapes: readonly Scrape[]): boolean {
  const end = scrapes.at(-1)?.values
  const taken = (end?.get('heapInuse') ?? Infinity) + (end?.get('heapIdle') ?? Infinity)
  return scrapes.some(({ values }) => {
    const [goal = 0, cycles = Infinity] = [values.get('goal'), values.get('cycles')]
    return UNREACHED * goal > taken && cycles < end!.get('cycles')!
  })
}

/** Unless GOGC is off, Go starts a cycle if none came for two minutes. The model does the same. */
export function mayBeTimer(secondsBetween: number, gogc: number): boolean {
  return !isGogcOff(gogc) && secondsBetween >= NEARLY * FORCED_SECONDS
}
