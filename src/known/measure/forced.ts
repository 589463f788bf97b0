import { smallest } from '../../numbers.ts'
import { latest, NO_LIMIT, spanOf, valuesOf } from './ranged.ts'
import { type Rates, sinceLastCycle } from './rates.ts'
import { liveBelow, scannedStacks } from './stacks.ts'
import { FORCED_SECONDS, type Scrape } from './timeline.ts'

/** GC cycles that neither GOGC nor the memory limit started, but something in the program: a call of runtime.GC. */
export interface ForcedCycles {
  /** Seconds between two of them. */
  readonly every: number
  /** Whether two scrapes show that it goes on: a total since the start may be of the start alone. */
  readonly isSteady: boolean
  /** How many of how many cycles the process counts as forced; undefined if it does not say, and they only come too early. */
  readonly counted?: { readonly forced: number; readonly cycles: number } | undefined
  /** Bytes that a cycle allocates, and bytes that GOGC leaves it at least, where they come too early. */
  readonly early?: { readonly allocated: number; readonly room: number } | undefined
}

/** A smaller share of forced cycles hardly moves what the others show. */
const LEAST_SHARE = 0.1
/**
 * GOGC starts no cycle before 0.7 of the way from the live heap to the goal (Go 1.26, mgcpacer.go, minTriggerRatioNum): less
 * than this share of it is clearly too early.
 */
const TOO_EARLY = 0.6
const NEARLY = 0.9
/** With fewer cycles between two scrapes one that came by chance decides. */
const FEWEST_CYCLES = 4

/** The cycles that something else than GOGC starts; undefined where the scrapes show none. */
export function findForced(scrapes: readonly Scrape[], rates: Rates): ForcedCycles | undefined {
  return countedIn(scrapes, rates) ?? earlyIn(scrapes)
}

function countedIn(scrapes: readonly Scrape[], { cyclesPerSecond }: Rates): ForcedCycles | undefined {
  const [between, all] = [spanOf(scrapes, 'forced'), spanOf(scrapes, 'cycles')]
  const last = latest(scrapes)
  const isTimed = between !== undefined && all !== undefined && between.seconds > 0
  const forced = isTimed ? between.grown : (last.get('forced') ?? 0)
  const cycles = isTimed ? all.grown : (last.get('cycles') ?? 0)
  // The rate of one dump is that of the gaps between its cycles, one fewer than cycles.
  const ofGaps = forced / Math.max(1, cycles - 1)
  const perSecond = isTimed ? forced / between.seconds : ofGaps * (cyclesPerSecond?.value ?? Number.NaN)
  if (!(cycles > 0 && forced >= LEAST_SHARE * cycles && perSecond > 0)) return undefined
  return { every: 1 / perSecond, isSteady: isTimed && forced >= FEWEST_CYCLES, counted: { forced, cycles } }
}

/**
 * Cycles that come long before the heap is near its goal, where GOGC and the memory limit are known and no limit is set: from the
 * last cycle before the first scrape to the last one before the last scrape, the program allocated too little per cycle.
 */
function earlyIn(scrapes: readonly Scrape[]): ForcedCycles | undefined {
  const last = latest(scrapes)
  const [alloc, cycles] = [spanOf(scrapes, 'allocTotal'), spanOf(scrapes, 'cycles')]
  const [gogc, goals] = [last.get('gogc') ?? 0, valuesOf(scrapes, 'goal')]
  const isSame = new Set(valuesOf(scrapes, 'gogc')).size === 1
  if (!(gogc > 0) || !isSame || (last.get('memoryLimit') ?? 0) < NO_LIMIT || last.has('forced')) return undefined
  if (!alloc || !cycles || !(alloc.seconds > 0) || cycles.grown < FEWEST_CYCLES || goals.length < 2) return undefined
  const [first, end] = [scrapes[0]!, scrapes.at(-1)!].map(({ values }) => sinceLastCycle(values))
  const allocated = (alloc.grown + first! - end!) / cycles.grown
  const rooms = scrapes.map(({ values }) => {
    const goal = values.get('goal')
    return goal === undefined ? Infinity : goal - liveBelow(goal, gogc / 100, scannedStacks(values)).high
  })
  const room = smallest(rooms)
  const every = cycles.seconds / cycles.grown
  // Go itself starts a cycle where none came for two minutes, and the model does so too.
  if (every >= NEARLY * FORCED_SECONDS || allocated >= TOO_EARLY * room) return undefined
  return { every, isSteady: false, early: { allocated, room } }
}
