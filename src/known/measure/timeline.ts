import { NO_GOAL_MIB } from '../../gctrace/goals.ts'
import type { Column } from '../../metrics/columns.ts'
import { COUNTERS } from '../../metrics/falls.ts'
import { type Field, isGogcOff } from '../../metrics/fields.ts'
import { joinSamples } from '../../metrics/join.ts'
import type { MetricsKind } from '../../metrics/kind.ts'
import { describeLabels } from '../../metrics/labels.ts'
import type { Metrics, Process, ProcessSamples } from '../../metrics/samples.ts'
import { largest } from '../../numbers.ts'
import { MIB } from '../../units.ts'
import { type Given, processesIn, SAME_START_SECONDS } from './processes.ts'

export interface Scrape {
  /** Unix seconds, or seconds since the first scrape; NaN if unknown. */
  readonly seconds: number
  readonly values: ReadonlyMap<Field, number>
}

/** One process over time, from start to restart. */
export interface ProcessRun {
  /** The kind of inputs that it was read from. */
  readonly kind?: MetricsKind
  /** The same object for all runs of one process in inputs of one kind. */
  readonly process: Process
  /** The labels that may tell it from a process with the same names (`otherLabels`). */
  readonly labels?: ReadonlyMap<string, string>
  readonly goVersion: string | undefined
  readonly scrapes: readonly Scrape[]
  /** Ends of the last cycles, in Unix seconds (MemStats of its last dump). */
  readonly pauseEnds: readonly number[]
  /** For a run with one scrape: when it was taken, in Unix seconds; undefined if unknown. */
  readonly takenAt?: number | undefined
  /** Where the time between scrapes comes from. */
  readonly clock: TimeSource
  /** Whether its figures may be of several processes: no label shows that they come from one. */
  readonly isAnonymous?: boolean
  /** How many scrapes were left out because they are copies of another one. */
  readonly copies?: number
  /** In words, which samples were left out because the process comes with several labels at the same time. */
  readonly leftOut?: string | undefined
  /** Says that the samples that were left out show more memory. */
  readonly leftMore?: string | undefined
}

/** When a run ends, in Unix seconds: the time in its last scrape, else that of its last GC cycle; 0 if unknown. */
export function endOfRun({ clock, scrapes }: ProcessRun): number {
  const { seconds, values } = scrapes.at(-1)!
  return clock === 'stamps' ? seconds : (values.get('lastGc') ?? 0)
}

/** The label of a process without a name. */
export const UNNAMED = 'one process'

export function labelOf({ namespace, pod, container, job, instance, others }: Process): string {
  const names = [namespace, pod || instance || job, container, describeLabels(others)].filter((name) => name !== '')
  return names.join(' / ') || UNNAMED
}

export type TimeSource = 'stamps' | 'interval' | 'file-times' | 'last-gc' | 'log' | 'none'

export interface MetricsSource {
  readonly kind: MetricsKind
  readonly metrics: Metrics
  /** When the file was written, in Unix seconds; undefined if unknown. */
  readonly fileSeconds?: number | undefined
}

/** When the GC cycle of a number started, in seconds; undefined if no log has it. */
type CycleTimes = (number: number) => number | undefined

/**
 * The runs of all processes. A process that restarted has several, the newest first.
 * @param cycleAt from the log beside the metrics
 */
export function toRuns(
  sources: readonly MetricsSource[],
  interval: number | undefined,
  cycleAt: CycleTimes = () => undefined,
): ProcessRun[] {
  const byNames = new Map<string, { kind: MetricsKind; given: Given[] }>()
  for (const [source, { kind, metrics, fileSeconds }] of sources.entries()) {
    for (const samples of metrics.processes) {
      // A scrape and a dump of the same moment form no interval: each kind keeps its own clock.
      const key = JSON.stringify([kind, samples.process])
      const found = byNames.get(key) ?? { kind, given: [] }
      byNames.set(key, found)
      found.given.push({ samples, fileSeconds, source })
    }
  }
  return [...byNames.values()].flatMap(({ kind, given }) =>
    processesIn(given).flatMap(({ process, labels, given: own, ...left }) =>
      byCgroup(own)
        .flatMap(splitRuns)
        .toSorted((a, b) => endOf(b) - endOf(a))
        .map((all) => {
          const run = withoutCopies(all)
          return {
            kind,
            process,
            labels,
            goVersion: run.findLast((one) => one.goVersion)?.goVersion ?? versionAlone(own),
            pauseEnds: run.findLast((one) => one.pauseEnds)?.pauseEnds ?? [],
            takenAt: run.length === 1 ? timeOf(run[0]!) : undefined,
            ...withClock(run, interval, cycleAt),
            isAnonymous: isAnonymous(kind, process),
            copies: all.length - run.length,
            ...left,
          }
        }),
    ),
  )
}

/** The version of Go, from an input that shows nothing else of the process. */
function versionAlone(given: readonly Given[]): string | undefined {
  return given.findLast(({ samples }) => samples.columns.size === 0)?.samples.goVersion
}

function byCgroup(given: readonly Given[]): UntimedScrape[][] {
  const found = new Map<string, ProcessSamples[]>()
  for (const { samples } of given) {
    const own = found.get(samples.cgroup)
    if (own) own.push(samples)
    else found.set(samples.cgroup, [samples])
  }
  const timeOfFile = new Map(given.map(({ samples, fileSeconds }) => [samples, fileSeconds]))
  return [...found.values()].flatMap(joinSamples).map((all) =>
    all.flatMap((samples) => {
      const { goVersion, pauseEnds } = samples
      // Only samples with times of their own are joined.
      const fileSeconds = timeOfFile.get(samples)
      return toScrapes(samples).map((scrape) => ({ ...scrape, fileSeconds, goVersion, pauseEnds }))
    }),
  )
}

/** A Prometheus answer may contain series of many processes; only `instance` or `pod` distinguishes them. */
function isAnonymous(kind: MetricsKind, { instance, pod }: Process): boolean {
  return kind === 'prometheus-json' && instance === '' && pod === ''
}

/** A scrape itself allocates, so files with the same figures and no time of their own are copies. */
function withoutCopies(scrapes: readonly UntimedScrape[]): readonly UntimedScrape[] {
  const seen = new Set<string>()
  return scrapes.filter(({ seconds, values }) => {
    const figures = JSON.stringify([seconds, ...values])
    return Number.isFinite(seconds) || (!seen.has(figures) && seen.add(figures))
  })
}

interface UntimedScrape extends Scrape {
  readonly fileSeconds?: number | undefined
  readonly goVersion?: string | undefined
  readonly pauseEnds?: readonly number[] | undefined
}

function endOf(run: readonly UntimedScrape[]): number {
  const { seconds, values } = run.at(-1)!
  return Number.isFinite(seconds) ? seconds : (values.get('lastGc') ?? 0)
}

/** More rows add nothing: the run is cut into about 40 phases. */
const MOST_ROWS = 2500

/**
 * The scrapes of a process, put together from its columns by their times, or by their order if they have none. Of long
 * columns, we keep the same times.
 */
function toScrapes({ columns }: ProcessSamples): Scrape[] {
  const last = largest(
    [...columns.values()].flatMap(({ times }) => times.filter(Number.isFinite)),
    -Infinity,
  )
  const isTimed = last > -Infinity
  const keysOf = ({ times }: Column) => {
    if (!isTimed) return times.map((_, i) => i)
    // cAdvisor gives no times for limits.
    return times.some(Number.isFinite) ? times : times.map(() => last)
  }
  const all = [...new Set([...columns.values()].flatMap(keysOf))].filter(Number.isFinite).sort((a, b) => a - b)
  const step = Math.max(1, Math.ceil(all.length / MOST_ROWS))
  const chosen = new Set(all.filter((_, rank) => rank % step === 0))
  const rows = new Map<number, Map<Field, number>>()
  for (const [field, column] of columns) {
    keysOf(column).forEach((key, i, { length }) => {
      if (!Number.isFinite(key) || (i !== length - 1 && !chosen.has(key))) return
      const row = rows.get(key) ?? new Map<Field, number>()
      rows.set(key, row)
      row.set(field, column.values[i]!)
    })
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([key, values]) => ({
      seconds: isTimed ? key : Number.NaN,
      values: withoutNoGoal(withoutNoLive(withCycles(values))),
    }))
}

function withCycles(values: ReadonlyMap<Field, number>): ReadonlyMap<Field, number> {
  const automatic = values.get('automatic')
  if (automatic === undefined || values.has('cycles')) return values
  return new Map([...values, ['cycles', automatic + (values.get('forced') ?? 0)]])
}

/** The figures of a scrape, without the live heap of 0 that Go reports until its first cycle has found one. */
function withoutNoLive(values: ReadonlyMap<Field, number>): ReadonlyMap<Field, number> {
  return new Map([...values].filter(([field, value]) => field !== 'heapLive' || value > 0))
}

/**
 * Go has a goal that no machine has memory for only with GOGC=off and no memory limit, which MemStats does not show.
 */
function withoutNoGoal(values: ReadonlyMap<Field, number>): ReadonlyMap<Field, number> {
  if ((values.get('goal') ?? 0) < NO_GOAL_MIB * MIB) return values
  const kept = [...values].filter(([field]) => field !== 'goal')
  return new Map<Field, number>([['gogc', -1], ['memoryLimit', 2 ** 63], ...kept])
}

function splitRuns(scrapes: readonly UntimedScrape[]): UntimedScrape[][] {
  const isTimed = scrapes.every(({ seconds }) => Number.isFinite(seconds))
  const ordered = isTimed ? scrapes.toSorted((a, b) => a.seconds - b.seconds) : inOrder(scrapes)
  const runs: UntimedScrape[][] = []
  const last = new Map<Field, number>()
  for (const scrape of ordered) {
    const before = runs.at(-1)?.at(-1)
    if (!before || isRestart(last, scrape.values) || hasOtherCycles(before, scrape)) {
      runs.push([])
      last.clear()
    }
    runs.at(-1)!.push(scrape)
    for (const [field, value] of scrape.values) last.set(field, value)
  }
  return runs
}

/** Scrapes of one process may come in any order: we sort them by a counter, if nothing then looks like a restart. */
function inOrder(scrapes: readonly UntimedScrape[]): readonly UntimedScrape[] {
  const totalOf = ({ values }: Scrape) => values.get('allocTotal') ?? 0
  const sorted = scrapes.toSorted((a, b) => totalOf(a) - totalOf(b))
  const showsRestarts = scrapes.every(({ values }) => values.has('startTime') || values.has('lastGc'))
  const isOneProcess = showsRestarts && sorted.every((one, i) => i === 0 || !isOtherProcess(sorted[i - 1]!, one))
  return isOneProcess ? sorted : scrapes
}

function isOtherProcess(before: UntimedScrape, now: UntimedScrape): boolean {
  return isRestart(before.values, now.values) || hasOtherCycles(before, now)
}

/**
 * Whether a later dump is of another process: its list of cycles reaches back to the earlier dump, but lacks the last
 * cycle of that dump.
 */
function hasOtherCycles(before: UntimedScrape, { values, pauseEnds = [] }: UntimedScrape): boolean {
  const since = (values.get('cycles') ?? Infinity) - (before.values.get('cycles') ?? 0)
  const lastGc = before.values.get('lastGc')
  if (lastGc === undefined || !(since < pauseEnds.length)) return false
  return !pauseEnds.some((end) => Math.abs(end - lastGc) < 1e-3)
}

function isRestart(last: ReadonlyMap<Field, number>, now: ReadonlyMap<Field, number>): boolean {
  const start = now.get('startTime')
  const before = last.get('startTime')
  if (start !== undefined && before !== undefined && Math.abs(start - before) > SAME_START_SECONDS) return true
  // The dump of an earlier run may come later in the input.
  if ((now.get('lastGc') ?? Infinity) < (last.get('lastGc') ?? -Infinity) - SAME_START_SECONDS) return true
  return COUNTERS.some((field) => (now.get(field) ?? Infinity) < (last.get(field) ?? -Infinity))
}

/**
 * The time of a scrape is its own; else from the typed interval; else that of its file, if the last GC times agree;
 * else that of its last GC cycle, by its own figures or by the log. If none of these can be right, it is NaN.
 */
function withClock(
  scrapes: readonly UntimedScrape[],
  interval: number | undefined,
  cycleAt: CycleTimes,
): { readonly scrapes: readonly Scrape[]; readonly clock: TimeSource } {
  const at = (toSeconds: (scrape: UntimedScrape, i: number) => number): Scrape[] =>
    scrapes.map((scrape, i) => ({ seconds: toSeconds(scrape, i), values: scrape.values }))
  if (scrapes.every(({ seconds }) => Number.isFinite(seconds))) return { scrapes, clock: 'stamps' }
  if (interval !== undefined) return { scrapes: at((_, i) => i * interval), clock: 'interval' }
  const byFiles = at(({ fileSeconds }) => fileSeconds ?? Number.NaN)
  if (areFileTimesPlausible(byFiles)) return { scrapes: byFiles, clock: 'file-times' }
  const byLastGc = at(({ values }) => values.get('lastGc') ?? Number.NaN)
  if (scrapes.length > 1 && isRising(byLastGc)) return { scrapes: byLastGc, clock: 'last-gc' }
  const byLog = at(({ values }) => cycleAt(values.get('cycles') ?? Number.NaN) ?? Number.NaN)
  if (scrapes.length > 1 && isRising(byLog)) return { scrapes: byLog, clock: 'log' }
  return { scrapes: at(() => Number.NaN), clock: 'none' }
}

/** Whether the times of the files can be those of the scrapes: each just after the last cycle that its file shows. */
function areFileTimesPlausible(scrapes: readonly Scrape[]): boolean {
  if (scrapes.length < 2 || !isRising(scrapes)) return false
  return scrapes.every(({ seconds, values }, i) => {
    const lastGc = values.get('lastGc')
    if (lastGc === undefined) return true
    // With GOGC off, nothing forces a cycle after the last one.
    const latest = scrapes[i + 1]?.values.get('lastGc') ?? (isGogcOff(values.get('gogc') ?? 100) ? Infinity : lastGc)
    // A file that was copied or saved again may have that time: long after its scrape.
    return seconds >= lastGc - 1 && seconds <= Math.max(latest + 1, lastGc + LATEST_SECONDS)
  })
}

/** Go forces a cycle after this long without one (Go 1.26, proc.go, forcegcperiod), unless GOGC is off. */
export const FORCED_SECONDS = 120

/** When the only scrape of a run was taken, in Unix seconds: its own time, else the time of its file, if plausible. */
function timeOf({ seconds, values, fileSeconds }: UntimedScrape): number | undefined {
  if (Number.isFinite(seconds)) return seconds
  const after = (fileSeconds ?? Number.NaN) - (values.get('lastGc') ?? Number.NaN)
  return after >= 0 && after <= FORCED_SECONDS ? fileSeconds : undefined
}

const LEAST_SECONDS = 0.5
/** A file written later than this was copied or saved again. Twice `FORCED_SECONDS`, plus a minute. */
const LATEST_SECONDS = 300

function isRising(scrapes: readonly Scrape[]): boolean {
  return scrapes.every(({ seconds }, i) => {
    if (!Number.isFinite(seconds)) return false
    return i === 0 || seconds - scrapes[i - 1]!.seconds >= LEAST_SECONDS
  })
}
