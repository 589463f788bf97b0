import type { Field } from '../../metrics/fields.ts'
import { DEFAULT_HEAP_MINIMUM } from '../../model/runtime/pacer/constants.ts'
import { largest, medianOf, smallest } from '../../numbers.ts'
import { compulsoryGcOf, cpusIn } from './figures.ts'
import { type ForcedCycles, findForced, mayBeTimer, timesSmaller } from './forced.ts'
import { leastLive } from './freed.ts'
import { hasOldMeans, type InferredGogc, inferGogc, MEAN_OFF, meanLive, RUNWAY, shareAfterStart } from './infer-gogc.ts'
import { doesLimitSetAll, mayLimitSet } from './limit-goal.ts'
import { hasNoCycle, type LimitCycle, type MeasuredMemory, toMemory, UNFILLED } from './memory.ts'
import { procsIn } from './procs.ts'
import { around, latest, NO_LIMIT, type Ranged, spanOf, valuesOf } from './ranged.ts'
import { LIFETIME_ERROR, meanSinceStart, type Rates, toRates } from './rates.ts'
import { type Rise, riseOf } from './rise.ts'
import { goalsBeforeChange, underLastGogc } from './settings-change.ts'
import { liveBelow, scannedStacks } from './stacks.ts'
import type { ProcessRun, Scrape } from './timeline.ts'

/**
 * What scrapes show of a process. An optional figure is undefined if they do not show it. Sizes in bytes, times in
 * seconds.
 */
export interface Measured extends Rates, MeasuredMemory {
  readonly live?: Ranged | undefined
  /** The mean live heap since the start, in bytes. Only from a single dump, which shows the live heap at one moment. */
  readonly meanLive?: number | undefined
  readonly goal?: number | undefined
  readonly isLimitSetting: boolean
  readonly forced?: ForcedCycles | undefined
  /** How many times smaller the heap is between scrapes (`timesSmaller`). */
  readonly timesSmaller?: number | undefined
  readonly gogc?: InferredGogc | undefined
  /** CPU-seconds of GC per cycle, and GC’s share of all available CPU time. */
  readonly gcCpuPerCycle?: number | undefined
  readonly gcShare?: Ranged | undefined
  /** What `gcShare` comes from: CPU classes of two scrapes, or of one since the start; or GCCPUFraction. */
  readonly gcShareFrom?: 'classes' | 'classes-since-start' | 'fraction' | undefined
  /** GC’s share of all CPU time, without idle marking. */
  readonly compulsoryGc?: number | undefined
  readonly busy?: Ranged | undefined
  readonly isBusyWithoutGc?: boolean
  /** CPUs that the whole process used, if `busy` is from one scrape: the mean since the start. */
  readonly meanCpus?: number | undefined
  readonly stacksRise?: Rise | undefined
  readonly goals: readonly number[]
  /** The highest goal that was seen, in bytes. */
  readonly mostGoal?: number | undefined
  /** The share of the heap that marking scans: the rest holds no pointers. */
  readonly scannedShare?: Ranged | undefined
  readonly last: ReadonlyMap<Field, number>
}

/** If GOGC sets the goals, a cycle allocates at least this share of the way from the live heap to the goal. */
const LEAST_OF_RUNWAY = 0.7
/** Below this share, cycles come far sooner than GOGC alone explains. */
const FAR_SHORT = 0.5
/**
 * If the memory limit sets the goals, a cycle allocates about 0.7 to 0.95 of the way from the live heap to the goal
 * (measured).
 */
const LIMIT_RUNWAY = [0.7, 0.95] as const

/** All that a run’s scrapes show. @param mostLive the largest live heap that a log of the run shows, in bytes */
export function measure(run: ProcessRun, mostLive?: number): Measured {
  const scrapes = underLastGogc(run.scrapes)
  const last = latest(scrapes)
  const rates = toRates(run)
  const goal = medianOf(valuesOf(scrapes, 'goal'))
  const forced = findForced(run.scrapes, rates)
  const isOpen = !forced && !hasOldMeans(run) && !showsGogcOrLive(scrapes, last, goal)
  const gogc = isOpen ? inferGogc(scrapes, rates.cyclesPerSecond?.value) : undefined
  const perCycle = forced ? undefined : perCycleIn(run, rates)
  const found =
    gogc && gogc.kind !== 'default'
      ? { live: gogc.live, isLimitSetting: false, isRough: gogc.live.high > (1 + LIVE_ERROR) * gogc.live.value }
      : withinSeen(toLiveOf(scrapes, last, goal, perCycle), valuesOf(scrapes, 'heapAlloc'))
  // GOGC inferred from the mean cycle agrees with it by construction, so it gives no other mean live heap.
  const byGogc = found.isLimitSetting || forced || gogc?.kind === 'other' ? undefined : found.live
  const share = shareByGogc(found, goal, last.get('gogc') ?? gogc?.gogc.value ?? 100)
  const mean = byGogc && meanLive(run, byGogc.value, (last.get('gogc') ?? 100) / 100, rates.cyclesPerSecond?.value)
  return {
    ...rates,
    goal,
    forced,
    timesSmaller: timesSmaller(run.scrapes, forced),
    mostGoal: largest(valuesOf(run.scrapes, 'goal')) || undefined,
    goals: valuesOf(scrapes, 'goal'),
    gogc,
    ...found,
    ...(byGogc && mean !== undefined && { live: withAll(byGogc, [mean]), meanLive: mean }),
    ...toCpu(run, scrapes, last),
    // GCCPUFraction leaves idle marking out too (Go 1.26, mgc.go, gcMarkTermination).
    compulsoryGc: compulsoryGcOf(run.scrapes) ?? last.get('gcCpuFraction'),
    ...toMemory(
      scrapes,
      share,
      mostLive,
      goalsBeforeChange(run.scrapes),
      run.isAnonymous,
      limitCycleOf(scrapes, found, perCycle?.value, mostLive),
    ),
    scannedShare: toScannedShare(scrapes),
    stacksRise: riseOf(valuesOf(run.scrapes, 'stacks')),
    last,
  }
}

/** Whether GOGC need not be inferred: the scrapes show it or the live heap, or their goals do not depend on it. */
function showsGogcOrLive(scrapes: readonly Scrape[], last: ReadonlyMap<Field, number>, goal = 0): boolean {
  // Goals up to the minimum, at GOGC=100, do not show the live heap.
  if (goal <= DEFAULT_HEAP_MINIMUM || last.has('gogc') || last.has('heapLive')) return true
  // If a manifest’s limit is below the goal, it is not in force, and so does not explain the goal.
  const limit = last.get('memoryLimit') ?? NO_LIMIT
  return goal <= limit && mayLimitSet(scrapes)
}

/**
 * Both sizes include bytes allocated since the last cycle, so the moment of the scrape hardly matters. In most of 24
 * services it was within 0.8 to 1.2 times the median of three scrapes.
 */
function toScannedShare(scrapes: readonly Scrape[]): Ranged | undefined {
  const shares = scrapes.flatMap(({ values }) => {
    const [scan, heap] = [values.get('scanHeap'), values.get('heapAlloc') ?? values.get('heapLive')]
    return scan === undefined || !heap ? [] : [Math.min(1, scan / heap)]
  })
  const value = medianOf(shares)
  if (value === undefined) return undefined
  const [low, high] = [Math.min(...shares), Math.max(...shares)]
  return { value, low: low / (1 + SHARE_ERROR), high: Math.min(1, high * (1 + SHARE_ERROR)) }
}

/**
 * The live heap as a share of the goal that GOGC sets; undefined if a memory limit leaves the heap less room, or if the
 * live heap is only estimated from heap sizes.
 */
function shareByGogc({ live, isRough }: Live, goal: number | undefined, gogc: number): number | undefined {
  if (live === undefined || goal === undefined || isRough) return undefined
  const share = live.value / goal
  return gogc > 0 && share <= (1 + SHARE_ERROR) / (1 + gogc / 100) ? share : undefined
}

/**
 * Under a memory limit, goals rise as new objects fill slots. So a cycle ends with a heap between the largest goal that
 * was seen and that goal plus all free slots.
 * @returns undefined if no memory limit sets the goals, or if a cycle allocates little besides the live heap
 */
function limitCycleOf(
  scrapes: readonly Scrape[],
  { live: found, isLimitSetting, isRough }: Live,
  perCycle = 0,
  mostLive = 0,
): LimitCycle | undefined {
  const live = (isRough && mostLive) || found?.value || 0
  if (!isLimitSetting || !(perCycle > LEAST_ALLOCATED * live)) return undefined
  const goals = scrapes.flatMap(({ values }) => {
    const [goal, inuse, objects] = [values.get('goal'), values.get('heapInuse'), values.get('heapAlloc')]
    if (goal === undefined || inuse === undefined || objects === undefined) return []
    return [{ least: goal, most: goal + Math.max(0, inuse - (1 + UNFILLED) * objects) }]
  })
  if (goals.length === 0) return undefined
  const [least, most] = [largest(goals.map((one) => one.least)), largest(goals.map((one) => one.most))]
  return { live, end: Math.max(least, Math.min(most, live + perCycle / RUNWAY.likely)) }
}

/** A cycle that allocates less than this share of the live heap fills hardly any slots. */
const LEAST_ALLOCATED = 0.3

/** Stacks, and a goal from the cycle before, make the share differ from what GOGC alone gives. */
const SHARE_ERROR = 0.1

interface Live {
  readonly live?: Ranged
  readonly isLimitSetting: boolean
  readonly isRough?: boolean
}

/** Bytes allocated per cycle; undefined if the scrapes do not show it, or if Go’s timer may start the cycles. */
function perCycleIn(run: ProcessRun, { allocRate, cyclesPerSecond }: Rates): Ranged | undefined {
  if (!allocRate || !cyclesPerSecond || hasOldMeans(run)) return undefined
  const gogc = latest(run.scrapes).get('gogc') ?? 100
  if (mayBeTimer(1 / (cyclesPerSecond.value * shareAfterStart(run.scrapes)), gogc)) return undefined
  return withCount(ratioOf(allocRate, cyclesPerSecond), spanOf(run.scrapes, 'cycles')?.grown)
}

/**
 * Widens a mean per cycle: if n cycles ended between two scrapes, the time between them may be as short as that of n −
 * 1 cycles.
 */
function withCount(perCycle: Ranged, count: number | undefined): Ranged {
  if (count === undefined) return perCycle
  const most = count > 1 ? (count / (count - 1)) * perCycle.value : Infinity
  return { ...perCycle, high: Math.max(perCycle.high, most) }
}

/**
 * The live heap, from all scrapes or from the last alone. If only the last goal is that of the limit, the program has
 * grown into it: then earlier goals are too low, and the mean cycle allocates more than those of today.
 */
function toLiveOf(
  scrapes: readonly Scrape[],
  last: ReadonlyMap<Field, number>,
  goal: number | undefined,
  perCycle: Ranged | undefined,
): Live {
  const newest = scrapes.slice(-1)
  const hasGrown = !last.has('heapLive') && doesLimitSetAll(newest) && !doesLimitSetAll(scrapes)
  return hasGrown
    ? toLive(newest, last, newest[0]!.values.get('goal'), undefined)
    : toLive(scrapes, last, goal, perCycle)
}

function toLive(
  scrapes: readonly Scrape[],
  last: ReadonlyMap<Field, number>,
  goal: number | undefined,
  perCycle: Ranged | undefined,
): Live {
  const gogc = last.get('gogc') ?? 100
  const share = gogc / 100
  const off = scrapes.length > 1 ? 1 : MEAN_OFF
  const below = (of: number) => liveBelow(of, share, scannedStacks(last), last.get('scanGlobals'))
  const byGoal = goal !== undefined && share > 0 ? below(goal) : undefined
  const room = goal === undefined || byGoal === undefined ? undefined : goal - byGoal.value
  const isLimitSetting = goal !== undefined && doesLimitSet(scrapes, last, room, perCycle?.value, off)
  const exact = medianOf(valuesOf(scrapes, 'heapLive'))
  if (exact !== undefined)
    return { live: withAll(around(exact, LIVE_ERROR), valuesOf(scrapes, 'heapLive')), isLimitSetting }
  const heaps = valuesOf(scrapes, 'heapAlloc')
  if (goal === undefined || hasNoCycle(last)) return { ...withoutGoal(heaps, hasNoCycle(last)), isLimitSetting }
  const lowest = smallest(heaps)
  if (isLimitSetting) {
    const known = atLeast(
      underLimit(goal, widened(perCycle, off), lowest),
      leastUnderLimit(scrapes, goal, byGoal, perCycle),
    )
    // Today’s cycles may allocate far more than the mean, but a heap never holds less than is live.
    const most = scrapes.length > 1 ? Infinity : Math.max(lowest, byGoal?.high ?? 0)
    return { live: atMost(known, most), isLimitSetting, isRough: true }
  }
  if (byGoal === undefined || goal <= DEFAULT_HEAP_MINIMUM * share)
    return { live: betweenCycles(Math.min(lowest, goal)), isLimitSetting, isRough: true }
  // The live heap varied at least as much as the goals in the scrapes.
  const goals = valuesOf(scrapes, 'goal')
  const [low, high] = [below(Math.min(...goals)).low, below(Math.max(...goals)).high]
  return { live: { value: byGoal.value, low: low / (1 + LIVE_ERROR), high: high * (1 + LIVE_ERROR) }, isLimitSetting }
}

function withAll({ value, low, high }: Ranged, seen: readonly number[]): Ranged {
  return { value, low: Math.min(low, ...seen), high: Math.max(high, ...seen) }
}

/** Two scrapes showed the live heap within 2 % (measured). */
const LIVE_ERROR = 0.03

/**
 * Whether the memory limit sets the goals. If no input shows a limit, we assume one only if cycles come far sooner than
 * GOGC alone explains.
 * @param room bytes from the live heap to the goal, if GOGC sets the goal; undefined if GOGC sets none
 * @param off the factor by which the mean allocation per cycle may differ from the present one
 */
function doesLimitSet(
  scrapes: readonly Scrape[],
  last: ReadonlyMap<Field, number>,
  room: number | undefined,
  perCycle: number | undefined,
  off: number,
): boolean {
  const limit = last.get('memoryLimit')
  if (limit !== undefined && limit >= NO_LIMIT) return false
  if (room === undefined) return limit !== undefined
  if (limit !== undefined && !mayLimitSet(scrapes)) return false
  if (doesLimitSetAll(scrapes)) return true
  const least = limit === undefined ? FAR_SHORT : LEAST_OF_RUNWAY
  return perCycle !== undefined && perCycle / room < least / off
}

function ratioOf(above: Ranged, below: Ranged): Ranged {
  return { value: above.value / below.value, low: above.low / below.high, high: above.high / below.low }
}

/** A heap never holds less than the last cycle found live, so the smallest heap seen bounds the lowest live heap. */
function withinSeen({ live, ...rest }: Live, heaps: readonly number[]): Live {
  if (!live || heaps.length === 0) return { ...rest, ...(live && { live }) }
  return { ...rest, live: { ...live, low: Math.min(live.low, ...heaps) } }
}

function underLimit(goal: number, perCycle: Ranged | undefined, lowest: number): Ranged {
  const [least, most] = LIMIT_RUNWAY
  if (perCycle === undefined) return betweenCycles(Math.min(goal, lowest))
  const low = Math.max(0, goal - perCycle.high / least)
  const high = Math.max(low, goal - perCycle.low / most)
  return { value: Math.min((low + high) / 2, Math.max(low, lowest)), low, high }
}

/** The live heap that goals of a memory limit need at least. @param byGoal the live heap if GOGC set the goal */
function leastUnderLimit(
  scrapes: readonly Scrape[],
  goal: number,
  byGoal: Ranged | undefined,
  perCycle: Ranged | undefined,
): number {
  // The goal that GOGC allows is higher, so more is live than if GOGC set the goal.
  const byGogc = latest(scrapes).has('gogc') && doesLimitSetAll(scrapes) ? byGoal?.low : undefined
  return Math.max(byGogc ?? 0, perCycle ? leastLive(scrapes, goal, LIMIT_RUNWAY[0]) : 0)
}

function atLeast({ value, low, high }: Ranged, least: number): Ranged {
  return { value: Math.max(value, least), low: Math.max(low, least), high: Math.max(high, least) }
}

function atMost({ value, low, high }: Ranged, most: number): Ranged {
  return { value: Math.min(value, most), low: Math.min(low, most), high: Math.min(high, most) }
}

/** @param off the factor by which the mean may differ from the present value */
function widened(mean: Ranged | undefined, off: number): Ranged | undefined {
  return mean && { value: mean.value, low: mean.low / off, high: mean.high * off }
}

/** The live heap, if we saw only the size of the heap between cycles, which includes garbage. */
function betweenCycles(size: number): Ranged {
  return { value: 0.75 * size, low: 0.5 * size, high: size }
}

/** The live heap, if no goal shows it. Before the first cycle nothing was freed yet: any part of the heap may be live. */
function withoutGoal(heaps: readonly number[], isBeforeFirstCycle: boolean): Pick<Live, 'live' | 'isRough'> {
  if (heaps.length === 0) return {}
  const newest = heaps.at(-1)!
  const live = isBeforeFirstCycle ? { value: newest / 2, low: 0, high: newest } : betweenCycles(smallest(heaps))
  return { live, isRough: true }
}

function toCpu(run: ProcessRun, scrapes: readonly Scrape[], last: ReadonlyMap<Field, number>) {
  const gc = spanOf(scrapes, 'gcCpu')
  const cycles = spanOf(scrapes, 'cycles')?.grown ?? 0
  return {
    gcCpuPerCycle: gc && cycles > 0 ? gc.grown / cycles : undefined,
    ...toGcShare(scrapes, last),
    ...toBusy(run, scrapes, last),
  }
}

/**
 * Go’s own figure counts the time for which goroutines wait for a CPU, because of other programs or a quota. So if the
 * kernel counted less for the whole process, its figure is right.
 */
function toBusy(run: ProcessRun, scrapes: readonly Scrape[], last: ReadonlyMap<Field, number>) {
  const [user, all] = [cpusIn(scrapes, 'userCpu'), cpusIn(scrapes, 'processCpu')]
  if (user !== undefined && user <= (all ?? Infinity)) return { busy: around(user, 0.1), isBusyWithoutGc: true }
  const procs = procsIn(last) ?? Infinity
  if (all !== undefined) return { busy: ownCpu(Math.min(all, procs)) }
  const mean = meanSinceStart(run, 'processCpu')?.rate
  if (!mean) return {}
  // A mean over a long life leaves quiet and busy times open.
  const high = Math.min(mean.high, procs)
  const meanCpus = Math.min(mean.value, procs)
  return { busy: { value: ownCpu(meanCpus).value, low: ownCpu(Math.min(mean.low, procs)).low, high }, meanCpus }
}

function toGcShare(
  scrapes: readonly Scrape[],
  last: ReadonlyMap<Field, number>,
): Pick<Measured, 'gcShare' | 'gcShareFrom'> {
  const [gc, all] = [spanOf(scrapes, 'gcCpu'), spanOf(scrapes, 'allCpu')]
  if (gc && all && all.grown > 0) return { gcShare: around(gc.grown / all.grown, 0.1), gcShareFrom: 'classes' }
  const [ofGc, ofAll] = [last.get('gcCpu') ?? 0, last.get('allCpu') ?? 0]
  if (ofGc > 0 && ofAll > ofGc)
    return { gcShare: around(ofGc / ofAll, LIFETIME_ERROR), gcShareFrom: 'classes-since-start' }
  const fraction = last.get('gcCpuFraction') ?? 0
  return fraction > 0 ? { gcShare: withIdleMarking(fraction, procsIn(last) ?? 0), gcShareFrom: 'fraction' } : {}
}

/**
 * GCCPUFraction does not count idle marking (Go 1.26, mgc.go, gcMarkTermination). With four CPUs or more, dedicated
 * workers use at least a fifth of them (one of five; mgcpacer.go, startCycle), so the share with idle marking is at
 * most five times as large. With fewer CPUs, idle CPUs may do nearly all of the marking. In 66 recordings on one or two
 * CPUs the factor was 1 to 10: 1 if the program keeps its CPUs busy, often 3 to 4 if not.
 */
function withIdleMarking(fraction: number, procs: number): Ranged {
  const [low, high] = [Math.min(1, fraction), Math.min(1, mostOverFraction(procs) * fraction)]
  return { value: Math.min(LIKELY_TIMES * low, (low + high) / 2), low, high }
}

const LIKELY_TIMES = 3

/** The largest factor between GC’s share of all CPU time and GCCPUFraction. @param procs 0 if it is not known */
export function mostOverFraction(procs: number): number {
  return procs >= 4 ? 5 : 10
}

/** CPUs that the program itself used, of those of its whole process: GC may have used up to half. */
function ownCpu(cpus: number): Ranged {
  return { value: 0.9 * cpus, low: 0.5 * cpus, high: cpus }
}
