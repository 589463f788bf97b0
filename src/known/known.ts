import type { Calibration } from '../calibration/calibrate.ts'
import { takesCpuLimit } from '../manifest/go-values.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { Field } from '../metrics/fields.ts'
import { procsForQuota } from '../scenario/procs-for-quota.ts'
import { assumedQuantities } from './assumed.ts'
import { type OwnSetting, ownSettings } from './by-program.ts'
import { fromCalibration } from './from-gctrace.ts'
import { fromManifests, type Refusal } from './from-manifest.ts'
import { fromMetrics, type GivenSettings } from './from-metrics.ts'
import { residentBeside, type Surplus } from './log/beside-log.ts'
import { reproducesOnlyWithBusyOfLog, withoutGc } from './log/busy-of-log.ts'
import { isOfOtherRun, isRuledOut, toInferred } from './log/by-log.ts'
import { type Covered, coveredBy } from './log/covered.ts'
import { usedCpus } from './measure/figures.ts'
import type { ForcedCycles } from './measure/forced.ts'
import { hasOldGo, mayBeOldGo, withVersionInForce } from './measure/go-version.ts'
import { costOfShare } from './measure/mark-cost.ts'
import type { Measured } from './measure/measure.ts'
import { hasFewCycles } from './measure/memory.ts'
import { type OomKill, oomKillIn } from './measure/oom-kill.ts'
import { NO_LIMIT } from './measure/ranged.ts'
import type { Stretch } from './measure/stretches.ts'
import type { ProcessRun } from './measure/timeline.ts'
import {
  exactly,
  isKnown,
  NEEDED,
  type Otherwise,
  QUANTITIES,
  type Quantity,
  type QuantityKey,
  type Sureness,
} from './quantities.ts'
import { isSetting } from './settings.ts'
import type { UnreadSetting } from './unread-settings.ts'
import { whyMoreThanScraped } from './unsure.ts'

export interface Evidence {
  /** Runs of one process; the first one counts. */
  readonly runs: readonly ProcessRun[]
  readonly manifests: readonly Manifest[]
  readonly calibration?: Calibration | undefined
  /** The number of the last GC cycle of the log; undefined if it is not known. */
  readonly lastCycle?: number | undefined
  /** Whether there is a log to which no program could be fitted. */
  readonly isLogLeftOut?: true
  /** Typed values: they override all inputs. */
  readonly typed: Partial<Record<QuantityKey, number | 'off'>>
}

export interface Known {
  /** At most one per key, in the order of `QUANTITIES`. */
  readonly quantities: readonly Quantity[]
  /** Settings that a manifest sets to a value we cannot read: no answer may depend on them. */
  readonly unread: readonly UnreadSetting[]
  /** Keys without a known value: they are assumed, or left out. */
  readonly missing: readonly QuantityKey[]
  /** How the program changed over the scrapes; undefined for a steady one. */
  readonly stretches?: readonly Stretch[] | undefined
  /** Whether the live heap is inferred from goals that the memory limit sets. */
  readonly isLiveFromLimit: boolean
  readonly calibration?: Calibration | undefined
  /** Whether there is a log that we could not fit a program to. */
  readonly isLogLeftOut: boolean
  /** Set if the program cannot start with its manifest as written. */
  readonly refusal?: Refusal | undefined
  /** Whether its Go is too old for a memory limit, as its log or its version shows. */
  readonly isBeforeLimits: boolean
  /** Whether its Go may have no memory limit, because no input shows the version. False without a log. */
  readonly mayBeBeforeLimits: boolean
  /** Whether a CPU limit would change GOMAXPROCS: not if a manifest sets it or turns that off, nor before Go 1.25. */
  readonly followsQuota: boolean
  /** Whether the goals of the log rule out the GOGC or the memory limit in force. */
  readonly isUnlikeLog: boolean
  /** See log/busy-of-log.ts. */
  readonly reproducesOnlyWithBusyOfLog: boolean
  /** Quantities from the log that typed values do not replace; empty without a log. */
  readonly fixed: readonly QuantityKey[]
  /** Settings in force during the scrapes, even if others were typed since. */
  readonly watched: ReadonlyMap<QuantityKey, Quantity>
  readonly scraped?: Measured | undefined
  /** CPUs that the process used on average between its scrapes, GC included; undefined if no input shows them. */
  readonly usedCpus?: number | undefined
  /** How far measured memory reaches into the log; undefined without a log, or without measurements. */
  readonly covered?: Covered | undefined
  /** Resident memory that the log beside it does not explain. */
  readonly surplus?: Surplus | undefined
  /**
   * The least resident memory that any run needs, in bytes; undefined if a log gives the ranges, unless memory rose
   * over the scrapes.
   */
  readonly leastResident?: number | undefined
  /** The number of the last GC cycle of the log; 0 without a log. */
  readonly lastCycle: number
  /** Bytes above which the kernel slows the program down (MemoryHigh= of its unit, memory.high of its cgroup). */
  readonly memoryHigh?: number | undefined
  /** Whether the container allows swap beyond its memory limit. */
  readonly hasSwap?: boolean
  /** The kill, if the kernel killed the program for lack of memory. */
  readonly oomKill?: OomKill | undefined
  /** Cycles that something other than GOGC starts. Without a log only, because a log shows its forced cycles. */
  readonly forced?: ForcedCycles | undefined
  readonly ownSettings: readonly OwnSetting[]
  /** Whether the heap is known at one moment only: from one scrape or dump. */
  readonly isOneMoment: boolean
  /** Whether the allocation rate may be too high: one scrape shows only the time before its last GC cycle. */
  readonly mayBeIdle: boolean
  /** GOGC is only assumed, and no allocation between scrapes confirms it. */
  readonly isGogcOpen: boolean
  /** Whether the live heap is hardly known: its GOGC is only assumed (`isGogcOpen`), or hardly any cycle has found it. */
  readonly isLiveOpen: boolean
  /** The reasons why the program may need more memory than its scrapes show (`whyMoreThanScraped`). */
  readonly unsure: readonly string[]
  /** Wall seconds from the first scrape to the last; 0 without scrapes. */
  readonly seconds: number
}

/** Surest first; among equally sure ones, the one found first. */
const RANK: readonly Sureness[] = ['typed', 'measured', 'set', 'derived', 'assumed']

/**
 * Settings of the running process take precedence over those of a manifest, and measurements from a gctrace log over
 * those from scrapes. Typed values replace all of them, except properties of the program of a log.
 */
export function toKnown(evidence: Evidence): Known {
  const { runs, calibration, typed, lastCycle = 0 } = evidence
  const { log, fixed, typedQuantities, ofInputs, written, metrics, isBeforeLimits } = readEvidence(evidence)
  const [run] = runs
  const found = surest([...typedQuantities, ...ofInputs])
  const version = found.get('goVersion')?.value
  const takesQuota = !written.ignoresQuota && takesCpuLimit(typeof version === 'string' ? version : undefined)
  const assumed = assumedQuantities(found, takesQuota, calibration?.fitted.workload.series)
  const procs = surest(ofInputs).get('procs') ?? found.get('procs') ?? assumed.get('procs')
  const isUnlikeLog = log.some((one) => isSetting(one.key) && isRuledOut(one, found.get(one.key)?.value ?? one.value))
  const { scraped, surplus, outside } = residentBeside(
    isUnlikeLog ? undefined : calibration,
    metrics.scraped,
    assumed.get('outsideMemory'),
  )
  const best = surest([...found.values(), ...costOfShare(found, procs), ...outside])
  const unread = written.unread.filter(
    ({ key }) => !isAnswered(best.get(key)) && !(isBeforeLimits && key === 'memoryLimit'),
  )
  const placeOf = (key: QuantityKey) => unread.find((one) => one.key === key)?.place
  const others = takesQuota ? [...ofInputs, ...procsByLimit(ofInputs)] : ofInputs
  const byGoals = metrics.quantities.filter(
    ({ key, sureness }) => (key === 'gogc' || key === 'memoryLimit') && sureness === 'derived',
  )
  const quantities = QUANTITIES.flatMap(({ key }) => best.get(key) ?? assumed.get(key) ?? [])
    .map((one) => withPlace(one, placeOf(one.key)))
    .map((one) => {
      const otherwise = otherwiseOf(one, others, [...log, ...byGoals])
      return otherwise.length > 0 ? { ...one, otherwise } : one
    })
  const isOfScrapes = ({ key, value, sureness }: Quantity) =>
    sureness !== 'set' || !byGoals.some((one) => one.key === key && isRuledOut(one, value))
  const watched = surest([
    ...ofInputs.filter(isOfScrapes),
    ...typedQuantities.filter(({ key }) => !ofInputs.some((one) => one.key === key)),
  ])
  const isOneMoment = run?.scrapes.length === 1 || run?.clock === 'none'
  // A manifest would set GOGC.
  const isOpen = !calibration && evidence.manifests.length === 0 && isGogcOpen(quantities, scraped, isOneMoment)
  const scrapedOf = (key: QuantityKey) => metrics.quantities.find((one) => one.key === key)
  return {
    quantities,
    unread,
    missing: QUANTITIES.map(({ key }) => key).filter((key) => !isKnown(best.get(key)) || placeOf(key) !== undefined),
    stretches: typed.allocRate === undefined && typed.liveHeap === undefined ? metrics.stretches : undefined,
    isLiveFromLimit: metrics.isLiveFromLimit && best.get('liveHeap')?.sureness === 'derived',
    calibration,
    isLogLeftOut: evidence.isLogLeftOut === true,
    refusal: written.refusal,
    isBeforeLimits,
    mayBeBeforeLimits: mayBeOldGo(evidence),
    followsQuota: takesQuota && !written.quantities.some(({ key }) => key === 'procs'),
    isUnlikeLog,
    reproducesOnlyWithBusyOfLog:
      calibration !== undefined && reproducesOnlyWithBusyOfLog(calibration, scrapedOf('busyProcs')),
    fixed,
    watched,
    scraped,
    usedCpus: usedCpus(runs),
    covered: calibration && run && coveredBy(calibration.fitted.workload.series, lastCycle, runs),
    surplus,
    lastCycle,
    leastResident: leastResidentOf(calibration, scraped),
    memoryHigh: metrics.memoryHigh ?? written.memoryHigh,
    hasSwap: [metrics, written].some((one) => one.hasSwap),
    oomKill: oomKillIn(runs, written.oomKilled, surest(ofInputs).get('containerLimit')?.value),
    forced: calibration ? undefined : scraped?.forced,
    ownSettings: run ? ownSettings(run) : [],
    isOneMoment,
    mayBeIdle: isOneMoment && best.get('allocRate')?.sureness === 'measured' && !calibration,
    isGogcOpen: isOpen,
    isLiveOpen: isOpen || isFoundOnce(best.get('liveHeap'), scraped),
    unsure: run ? whyMoreThanScraped(run, scrapedOf('allocRate'), calibration, isUnlikeLog, scraped, lastCycle) : [],
    seconds: calibration?.measured.wallSeconds ?? scraped?.seconds ?? 0,
  }
}

function isGogcOpen(quantities: readonly Quantity[], scraped: Known['scraped'], isOneMoment: boolean): boolean {
  const of = (wanted: QuantityKey) => quantities.find(({ key }) => key === wanted)?.sureness
  const isConfirmed = !isOneMoment && scraped?.gogc !== undefined && scraped.gogc.kind !== 'open'
  return of('gogc') === 'assumed' && of('liveHeap') === 'derived' && !isConfirmed
}

/** Whether no more than one GC cycle has found the live heap, and the user did not type it. */
function isFoundOnce(live: Quantity | undefined, scraped: Known['scraped']): boolean {
  return live?.sureness !== 'typed' && hasFewCycles(scraped?.last)
}

/** The resident memory of the last scrape, if any run needs at least as much; in bytes. */
function leastResidentOf(calibration: Calibration | undefined, scraped: Known['scraped']): number | undefined {
  const isRising = scraped?.outsideRise !== undefined || scraped?.stacksRise !== undefined
  // The ranges of a log come from runs like it. Such a run may need less memory by chance.
  return calibration && !isRising ? undefined : scraped?.lastResident
}

/** The quantities of each kind of evidence. `ofInputs`: those of the log, the scrapes and the manifests. */
function readEvidence({ runs, manifests, calibration, typed }: Evidence) {
  const log = calibration ? fromCalibration(calibration) : []
  const fixed: readonly QuantityKey[] = log.map(({ key }) => key).filter((key) => !isSetting(key))
  const ofGo = { runs, manifests, calibration }
  const isBeforeLimits = calibration?.isBeforeLimits ?? hasOldGo(ofGo)
  const inForce = (all: readonly Quantity[]) => (isBeforeLimits ? all.map(withoutLimit) : all)
  const all = Object.entries(typed).map(([key, value]) => exactly(key as QuantityKey, value, 'typed', 'typed'))
  const typedQuantities = inForce(all.filter(({ key }) => !fixed.includes(key)))
  const hasRun = calibration !== undefined || runs.length > 0
  const written = fromManifests(manifests, { hasRun, hasLog: calibration !== undefined, typed, isBeforeLimits })
  const set = inForce(written.quantities)
  const metrics = fromMetrics(
    runs,
    toGivenSettings(surest([...typedQuantities, ...set])),
    calibration?.measured.liveBytes,
  )
  const measured = metrics.quantities.map((one) => (calibration ? withoutGc(one, calibration) : one))
  const ofInputs = withVersionInForce([...log, ...measured, ...set], ofGo)
  return { log, fixed, typedQuantities, ofInputs, written, metrics, isBeforeLimits }
}

/** @param place where a manifest sets it without its value; undefined if no manifest does */
function withPlace(quantity: Quantity, place: string | undefined): Quantity {
  return place === undefined ? quantity : { ...quantity, source: `${quantity.source}; but ${place}`, isUnread: true }
}

function toGivenSettings(settings: ReadonlyMap<QuantityKey, Quantity>): GivenSettings {
  const pick = (key: 'gogc' | 'memoryLimit' | 'procs', off: number): [Field, number][] => {
    const value = settings.get(key)?.value
    return value === undefined ? [] : [[key, typeof value === 'number' ? value : off]]
  }
  return new Map([...pick('gogc', -1), ...pick('memoryLimit', NO_LIMIT), ...pick('procs', 1)])
}

function surest(found: readonly Quantity[]): ReadonlyMap<QuantityKey, Quantity> {
  const best = new Map<QuantityKey, Quantity>()
  for (const quantity of found) {
    const before = best.get(quantity.key)
    if (!before || RANK.indexOf(quantity.sureness) < RANK.indexOf(before.sureness)) best.set(quantity.key, quantity)
  }
  return best
}

/** Whether the value in force is typed or measured: then it does not matter that a manifest takes it from elsewhere. */
function isAnswered(quantity: Quantity | undefined): boolean {
  return quantity?.sureness === 'typed' || quantity?.sureness === 'measured'
}

/** The quantity as a Go without memory limits sees it: such a Go ignores GOMEMLIMIT. */
function withoutLimit(quantity: Quantity): Quantity {
  const { key, source, sureness } = quantity
  if (key !== 'memoryLimit') return quantity
  return exactly(key, 'off', `${source}: ignored, as this Go has no memory limit`, sureness)
}

/** The quantity’s number; undefined if it is off, a word, or not known. */
export function numberOf(known: Known, key: QuantityKey): number | undefined {
  const value = find(known, key)?.value
  return typeof value === 'number' ? value : undefined
}

export function find({ quantities }: Known, key: QuantityKey): Quantity | undefined {
  return quantities.find((quantity) => quantity.key === key)
}

/** Whether no typed value differs from what was measured. A typed container limit may: it changes no other figure. */
export function isSameProgram({ quantities, watched }: Known): boolean {
  return quantities.every(
    ({ key, value, sureness }) => sureness !== 'typed' || key === 'containerLimit' || watched.get(key)?.value === value,
  )
}

/** Whether the scrapes were taken under another value: this one is typed, or the goals of the scrapes rule it out. */
export function isOtherWatched({ watched }: Known, { key, value, sureness }: Quantity): boolean {
  return sureness === 'typed' || (sureness === 'set' && watched.get(key)?.value !== value)
}

/** Whether GOGC is only assumed: we do not advise a value that we only assume. */
export function isGogcAssumed(known: Known): boolean {
  return find(known, 'gogc')?.sureness === 'assumed'
}

/** The highest memory limit that goals allow, in bytes; undefined if it is not inferred from goals. */
export function mostLimitOf(known: Known): number | undefined {
  const limit = find(known, 'memoryLimit')
  return limit?.sureness === 'derived' && typeof limit.value === 'number' ? (limit.high ?? undefined) : undefined
}

/** The known quantities with some of them changed. A change that returns false leaves its quantity as it is. */
export function withChanged(
  known: Known,
  changes: Partial<Record<QuantityKey, (quantity: Quantity) => Partial<Quantity> | false>>,
): Known {
  const quantities = known.quantities.map((one) => ({ ...one, ...changes[one.key]?.(one) }))
  return { ...known, quantities }
}

/** Quantities that must be typed or measured before a simulation is possible. */
export function stillNeeded(known: Known): readonly QuantityKey[] {
  return known.calibration ? [] : NEEDED.filter((key) => numberOf(known, key) === undefined)
}

/** Two values that differ by no more than this share are the same value, rounded. */
const SAME = 0.005

/**
 * The other values that inputs show for a setting: a manifest may not be rolled out yet, or two manifests may differ.
 * None for what is no setting.
 * @param found the values of all inputs, the surest first
 * @param byGoals what goals of a log or of scrapes show: they may rule out what a manifest sets
 */
function otherwiseOf(
  quantity: Quantity,
  found: readonly Quantity[],
  byGoals: readonly Quantity[],
): readonly Otherwise[] {
  if (!isSetting(quantity.key)) return []
  const stated = found.filter(({ key, sureness }) => key === quantity.key && sureness !== 'derived')
  const [first] = stated
  const ruledOut = byGoals.filter((one) => one.key === quantity.key && first && isRuledOut(one, first.value))
  const inferred = ruledOut.filter((one) => first?.sureness === 'set' || isOfOtherRun(one, first)).slice(0, 1)
  // A typed value differs from every input: report it only if the inputs disagree among themselves.
  const inManifests = stated.filter(({ sureness }) => sureness === 'set' || sureness === 'assumed')
  if (!first) return []
  if (inferred.length === 0 && inManifests.every((one) => isSame(one.value, first.value))) return []
  const others = [first, ...inManifests]
    .filter(({ value }) => !isSame(value, quantity.value))
    .filter(({ value }, i, all) => all.findIndex((one) => isSame(one.value, value)) === i)
    .map(({ value, source }) => ({ value, source }))
  return [...others, ...inferred.filter((one) => isRuledOut(one, quantity.value)).map(toInferred)]
}

/**
 * GOMAXPROCS as Go derives it from the CPU limit from 1.25 on, if a higher one is known. It may be lower on a machine
 * with fewer CPUs.
 */
function procsByLimit(found: readonly Quantity[]): Quantity[] {
  const of = (key: QuantityKey, sureness?: Quantity['sureness']) =>
    found.find((one) => one.key === key && (sureness === undefined || one.sureness === sureness))
  const [procs, quota, version] = [of('procs'), of('cpuQuota', 'set'), of('goVersion')?.value]
  if (!procs || of('procs', 'set') || typeof quota?.value !== 'number' || typeof version !== 'string') return []
  const value = procsForQuota(quota.value)
  if (!(Number(procs.value) > value)) return []
  const source = `${quota.source}: its CPU limit, if go.mod says go 1.25 or later`
  return [{ ...procs, value, low: value, high: value, source, sureness: 'assumed' }]
}

function isSame(a: number | string, b: number | string): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return Math.abs(a - b) <= SAME * Math.max(a, b)
}
