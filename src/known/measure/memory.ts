import { MOST_FILE_PAGES } from '../../gctrace/memory-estimate.ts'
import type { Field } from '../../metrics/fields.ts'
import { largest, medianOf, smallest } from '../../numbers.ts'
import { MIB } from '../../units.ts'
import type { Ranged } from './ranged.ts'
import { type Rise, riseOf, type Swing, swingOf } from './rise.ts'
import { sinceLastChange } from './settings-change.ts'
import type { Scrape } from './timeline.ts'

/** Memory of a process besides its objects, in bytes; undefined if the scrapes do not show it. */
export interface MeasuredMemory {
  /** Memory of the runtime that does not grow with the heap, without stacks. */
  readonly other?: Ranged | undefined
  /** Memory that grows with the heap, as a share of it: unused room in spans, span structures, GC’s tables. */
  readonly overhead?: Ranged | undefined
  /** Whether `overhead` is converted to the moment half way through a cycle; otherwise it is as scraped. */
  readonly isHalfWay: boolean
  /**
   * The live heap as a share of the heap at which the next cycle ends, if a memory limit sets the goals and cycles
   * allocate much.
   */
  readonly limitShare?: number | undefined
  readonly outside?: Ranged | undefined
  /** Set if memory outside Go rose over all scrapes. */
  readonly outsideRise?: Rise | undefined
  /** Set if it rises and falls. Finalizers may free it: with fewer GC cycles, more of it waits to be freed. */
  readonly outsideSwing?: Swing | undefined
  /** Bytes that Go counts, but that the process never wrote to. */
  readonly untouched?: number | undefined
  /** The resident share, 0…1, of the memory that Go counts; undefined if all of it may be resident. */
  readonly touchedShare?: number | undefined
  readonly mostResident?: number | undefined
  readonly peakResident?: number | undefined
  /** Whether `peakResident` is final: the process had ended, so that it never had more. */
  readonly isPeakFinal?: boolean | undefined
  readonly mayTouchMore?: boolean | undefined
  readonly mostCounted?: number | undefined
  readonly lastResident?: number | undefined
  /** Resident memory that does not match Go’s figures: it may belong to another process. */
  readonly ignoredResident?: IgnoredResident | undefined
  /**
   * The most that Go counted and that was resident at once, without file pages, which the kernel may reclaim. Only under
   * the settings of the last scrape.
   */
  readonly mostHeld?: number | undefined
  /** The most memory of the heap that held no object and that Go had not given back, in any scrape. */
  readonly mostIdle?: number | undefined
  /** The most memory that Go took from the system: at least its peak need. Without a log, only under the last settings. */
  readonly mostTaken?: number | undefined
}

/** A figure of resident memory that we ignore, and what Go then counted, or has live in a log; both in bytes. */
export interface IgnoredResident {
  readonly resident: number
  readonly counted: number
}

/** Between which sizes, in bytes, cycles let the heap grow under a memory limit. */
export interface LimitCycle {
  readonly live: number
  readonly end: number
}

/**
 * Medians over the scrapes; the last value if memory outside Go rises. For the overhead, we prefer scrapes that show
 * its value half way through a cycle.
 * @param liveShare the live heap as a share of the goal, if GOGC sets the goals; without it, we do not know how many
 * slots the program had filled
 * @param mostLive the largest live heap that a log of the run shows, in bytes. A scrape with far fewer objects shows
 * slots that a larger heap left. Resident memory far below it, without figures of Go, may be of another process
 * @param goalsBefore for each scrape, the goal in bytes of the scrape before it, if GOGC was different: a cycle at that
 * goal may have left the slots
 * @param isAnonymous whether the figures of a scrape may come from several processes (`ProcessRun`)
 * @param limitCycle if a memory limit sets the goals, and cycles allocate a good part of the live heap
 */
export function toMemory(
  scrapes: readonly Scrape[],
  liveShare?: number,
  mostLive = 0,
  goalsBefore: readonly (number | undefined)[] = [],
  isAnonymous = false,
  limitCycle?: LimitCycle,
): MeasuredMemory {
  const isAlone = isAnonymous || !scrapes.some(({ values }) => OF_GO.some((field) => values.has(field)))
  const rows = scrapes.map(({ values }, i) =>
    partsOf(values, { liveShare, limitCycle }, mostLive, isAlone, goalsBefore[i]),
  )
  const pick = (name: 'other' | 'outside' | 'untouched' | 'resident' | 'peak' | 'counted') =>
    rows.flatMap((row) => row[name] ?? [])
  const full = rows.filter(({ objects = Infinity }) => objects >= FULL_HEAP * mostLive)
  const halfWay = full.flatMap((row) => row.halfWay ?? [])
  const outsideRise = riseOf(pick('outside'))
  const outsideSwing = swingOf(pick('outside'))
  const own = ofLastSettings(rows, sinceLastChange(scrapes))
  const untouched = medianOf(pick('untouched')) || undefined
  return {
    other: rangeOf(pick('other'), 0.1, MIB / 2),
    overhead:
      halfWay.length > 0
        ? rangeOf(halfWay, 0.3, 0.01)
        : rangeOfSeen(
            full.flatMap((row) => row.seen ?? []),
            limitCycle === undefined,
          ),
    isHalfWay: halfWay.length > 0,
    limitShare: limitCycle && limitCycle.live / limitCycle.end,
    outside: outsideRise
      ? rangeOfRise(outsideRise)
      : withSwing(rangeOf(pick('outside'), OUTSIDE_ERROR, LEAST_ERROR), outsideSwing),
    outsideRise,
    outsideSwing,
    untouched,
    touchedShare: untouched && medianOf(rows.flatMap(({ touchedShare }) => touchedShare ?? [])),
    mostResident: largest(pick('resident')) || largest(pick('counted')) || undefined,
    peakResident: largest(pick('peak')) || undefined,
    isPeakFinal: rows.some((row) => row.isPeakFinal),
    mostCounted: largest(pick('counted')) || undefined,
    lastResident: pick('resident').at(-1),
    ignoredResident: rows
      .flatMap(({ ignored: resident, counted = mostLive }) => (resident && counted ? { resident, counted } : []))
      .at(-1),
    mostIdle: largest(rows.flatMap(({ unreleased }) => unreleased ?? [])) || undefined,
    // A log shows the heap under the earlier settings too.
    mostTaken: largest((mostLive > 0 ? rows : own).map(({ sys = 0 }) => sys)) || undefined,
    mostHeld:
      largest(own.map(({ resident = 0, counted = 0 }) => Math.min(resident - MOST_FILE_PAGES, counted))) || undefined,
  }
}

/**
 * The rows from the last change of a setting on. What Go took from the system never shrinks, and it may keep free
 * memory that only the earlier settings needed: so after a change, memory in use counts alone.
 */
function ofLastSettings(rows: readonly ReturnType<typeof partsOf>[], from: number) {
  if (from === 0) return rows
  return rows.slice(from).map(({ resident, counted, unreleased = counted }) => {
    const inUse = sum(counted, times(-1, unreleased))
    return { resident, counted: inUse, sys: inUse }
  })
}

/** A process that reports one of these reports its own resident memory too. */
const OF_GO: readonly Field[] = ['allocTotal', 'sys']

/** The error of memory outside Go: this share of it, but at least this many bytes. */
const OUTSIDE_ERROR = 0.5
export const LEAST_ERROR = 4 * MIB

/** Memory that rises and falls may be higher by the same swing again: scrapes rarely catch its highest moment. */
function withSwing(range: Ranged | undefined, swing: Swing | undefined): Ranged | undefined {
  return range && swing ? { ...range, high: range.high + swing.high - swing.low } : range
}

/** The range of memory that rose: about the last value, up to the same rise again. */
function rangeOfRise({ first, last }: Rise): Ranged {
  return {
    value: last,
    low: atLeast0(last - LEAST_ERROR),
    high: last + Math.max(last - first, OUTSIDE_ERROR * last, LEAST_ERROR),
  }
}

/**
 * About the last value, up to the same rise again, if it rose over all scrapes.
 * @param mayRise false if a single cycle frees and fills so many slots that scrapes before and after it differ
 */
function rangeOfSeen(seen: readonly number[], mayRise: boolean): Ranged | undefined {
  const rise = mayRise ? riseOf(seen, LEAST_SHARE) : undefined
  const usual = rangeOf(rise ? [rise.last] : seen, 0.3, 0.01)
  return rise && usual ? { ...usual, high: Math.max(usual.high, 2 * rise.last - rise.first) } : usual
}

/** A smaller rise of the overhead, as a share of the objects, is chance. */
const LEAST_SHARE = 0.02

/** Tables that describe the heap, as shares of it: for spans, and for GC (measured in heaps of 60 to 420 MiB). */
const SPAN_TABLES = 0.015
const GC_TABLES = 0.008
export const TABLES = SPAN_TABLES + GC_TABLES

/** Share of a heap of small objects in slots that always stay unfilled: 4 to 5 % (tests/fixtures/metrics). */
export const UNFILLED = 0.045

/** A scrape shows the overhead of a program only with at least this share of its largest live heap. */
const FULL_HEAP = 0.25

/**
 * If more than this share of Go’s memory is not resident, both figures may be of different processes, unless the scrape
 * shows otherwise.
 */
const MOST_UNTOUCHED = 0.3

/** If less than this share of the way to the goal is left, a scrape does not show how many slots were filled. */
const LEAST_LEFT = 0.3

function partsOf(
  values: ReadonlyMap<Field, number>,
  setter: GoalSetter,
  mostLive: number,
  isAlone: boolean,
  goalBefore = 0,
) {
  const get = (field: Field) => values.get(field)
  const objects = get('heapAlloc')
  const inuse = get('heapInuse') ?? sum(objects, get('heapUnused'))
  const released = get('heapReleased') ?? 0
  const idle = get('heapIdle') ?? sum(get('heapFree'), released)
  const sys = get('sys')
  const counted = sum(sys, -released) ?? get('used') ?? sum(get('usedStack'), get('usedOther'))
  const { resident, ignored } = toResident(get('workingSet'), get('resident'), counted ?? mostLive, isAlone)
  const outside = sum(resident, times(-1, counted))
  const heap = sum(inuse, idle)
  // Tables that describe the heap grow with it, so they do not count as fixed memory.
  const tables = sum(get('spans') ?? times(SPAN_TABLES, heap), times(GC_TABLES, heap)) ?? 0
  const tableShare = heap ? tables / heap : 0
  const unused = unusedOf(inuse, objects)
  const { live: byGoal, end } = toCycle(setter, get('goal'))
  const live = byGoal === undefined ? undefined : (get('heapLive') ?? byGoal)
  const halfWay =
    unused === undefined || hasNoCycle(values) ? undefined : toHalfWay(unused, objects!, end, live, goalBefore)
  return {
    objects,
    resident,
    ignored,
    peak:
      resident === undefined && ignored !== undefined ? undefined : (get('residentPeakAtEnd') ?? get('residentPeak')),
    isPeakFinal: values.has('residentPeakAtEnd'),
    counted,
    sys,
    unreleased: sum(idle, -released),
    other: atLeast0(sum(sys, times(-1, heap), -(get('stacks') ?? 0), -tables)),
    seen: atLeast0(sum(unused, tableShare)),
    halfWay: atLeast0(sum(halfWay, tableShare)),
    outside: atLeast0(outside),
    untouched: atLeast0(times(-1, outside)),
    touchedShare: outside === undefined ? undefined : Math.min(1, resident! / counted!),
  }
}

interface GoalSetter {
  readonly liveShare: number | undefined
  readonly limitCycle: LimitCycle | undefined
}

function toCycle({ liveShare, limitCycle }: GoalSetter, goal: number | undefined): Partial<LimitCycle> {
  if (limitCycle) return limitCycle
  const live = times(liveShare, goal)
  return { ...(goal !== undefined && { end: goal }), ...(live !== undefined && { live }) }
}

/** Whether no cycle has run yet: only a cycle frees slots, and shows how much of the heap is live. */
export function hasNoCycle(values: ReadonlyMap<Field, number>): boolean {
  return values.get('cycles') === 0
}

/** Whether no more than one cycle has run. It may have found an unusual live heap, as while the program starts. */
export function hasFewCycles(values: ReadonlyMap<Field, number> = new Map()): boolean {
  return (values.get('cycles') ?? Infinity) <= 1
}

function unusedOf(inuse: number | undefined, objects: number | undefined): number | undefined {
  return inuse !== undefined && objects !== undefined && objects > MIB ? inuse / objects - 1 : undefined
}

/**
 * The resident memory, and a figure that we ignore because it may belong to another process. The process reports its
 * own together with Go’s figures, so we accept even a small one; without them it may be of another process than the log
 * (`isAlone`). The working set of a container must include that of the process, except file pages.
 */
function toResident(
  workingSet: number | undefined,
  own: number | undefined,
  counted: number,
  isAlone: boolean,
): { readonly resident?: number | undefined; readonly ignored?: number | undefined } {
  const fits = (bytes: number) => counted - bytes <= MOST_UNTOUCHED * counted
  // A process that runs has some memory: 0 is no measurement.
  const known = own !== undefined && own > 0 && (!isAlone || fits(own)) ? own : undefined
  const isOfProcess = (bytes: number) => fits(bytes) || (known !== undefined && bytes >= known - MOST_FILE_PAGES)
  if (workingSet !== undefined && isOfProcess(workingSet)) return { resident: workingSet }
  return { resident: known, ignored: workingSet ?? (known === undefined ? own || undefined : undefined) }
}

/**
 * As a share of the objects, half way from the live heap to the goal, as `fromOverhead` expects it. A scrape shows all
 * slots just after a cycle, and none just before the next. undefined if the scrape came too late, or does not show how
 * far the heap had grown.
 * @param goalBefore a higher goal, from which the last cycle may have come: we convert its slots to those below `goal`
 */
function toHalfWay(
  unused: number,
  objects: number,
  goal: number | undefined,
  live: number | undefined,
  goalBefore: number,
) {
  if (goal === undefined || live === undefined || !(goal > live)) return undefined
  const from = Math.max(goal, goalBefore)
  const left = Math.min(1, (from - objects) / (from - live))
  if (left < LEAST_LEFT) return undefined
  const freed = (atLeast0(unused - UNFILLED) * objects) / left
  const slots = from === goal ? freed / goal : slotsLeft(objectsPerSpan(freed / from, live / from) ?? 1, live / goal)
  return Math.min(unused, UNFILLED) + slots / (1 + live / goal)
}

/**
 * Just after a cycle, as a share s of the goal. k objects share a span, and the live heap is a share r of the goal
 * (src/model/runtime/spans.ts):
 *   1 − (1 − r)^k = r + s
 */
function slotsLeft(k: number, r: number): number {
  return 1 - (1 - r) ** k - r
}

/**
 * Objects per span of a heap whose slots were a share s of the goal just after a cycle, and whose live heap is a share
 * r of it (`fromOverhead`); undefined if no such heap can leave so many slots.
 */
export function objectsPerSpan(s: number, r: number): number | undefined {
  const free = 1 - r - s
  return free > 0 ? Math.log(free) / Math.log(1 - r) : undefined
}

function atLeast0<T extends number | undefined>(value: T): T | number {
  return value === undefined ? value : Math.max(0, value)
}

function sum(...values: readonly (number | undefined)[]): number | undefined {
  return values.reduce((a, b) => (a === undefined || b === undefined ? undefined : a + b), 0)
}

function times(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a * b
}

function rangeOf(values: readonly number[], error: number, least: number): Ranged | undefined {
  const value = medianOf(values)
  if (value === undefined) return undefined
  const width = Math.max(error * value, least)
  return {
    value,
    low: atLeast0(Math.min(value - width, smallest(values))),
    high: Math.max(value + width, largest(values, -Infinity)),
  }
}
