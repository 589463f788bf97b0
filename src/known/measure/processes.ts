import { formatBriefSize } from '../../format.ts'
import { COUNTERS, type CounterSeries, fallsBetween, type Point, toCounterSeries } from '../../metrics/falls.ts'
import type { Field } from '../../metrics/fields.ts'
import { describeLabels, differencesOf } from '../../metrics/labels.ts'
import type { ProcessSamples } from '../../metrics/samples.ts'
import { largest, smallest } from '../../numbers.ts'

/** A restart moves the start time by more than this. Start times of one process may differ by rounding to a second. */
export const SAME_START_SECONDS = 1

/** Samples of an input. */
export interface Given {
  readonly samples: ProcessSamples
  readonly fileSeconds: number | undefined
  /** The index of its input. */
  readonly source: number
}

/** The processes among samples with the same names. Sets that differ in other labels are one only with a proof of it. */
export function processesIn(given: readonly Given[]) {
  const byLabels = new Map<string, Given[]>()
  // A version of Go alone tells nothing of which process it is.
  const versions = given.filter(({ samples }) => samples.columns.size === 0)
  for (const one of given) {
    const key = JSON.stringify([...one.samples.labels])
    if (!byLabels.has(key)) byLabels.set(key, [])
    if (one.samples.columns.size > 0) byLabels.get(key)!.push(one)
  }
  const found = toGroups([...byLabels.values()].filter((own) => own.length > 0))
  if (found.length < 2) found[0] = { given: [...(found[0]?.given ?? []), ...versions], left: found[0]?.left ?? [] }
  const sets = found.map((one) => one.given[0]!.samples.labels)
  return differencesOf(sets).map((others, i) => {
    const { given: own, left } = found[i]!
    const process = { ...own[0]!.samples.process, others }
    const leftOut = left.length > 0 ? sayLeftOut(sets[i]!, left.map(labelsOf)) : undefined
    return { process, labels: sets[i]!, given: own, leftOut, leftMore: whyLeftMore(own, left) }
  })
}

const MOST_NAMED = 5

function sayLeftOut(counted: ReadonlyMap<string, string>, left: readonly ReadonlyMap<string, string>[]): string {
  const [own, ...others] = differencesOf([counted, ...left]).map(describeLabels)
  const named = [...others.slice(0, MOST_NAMED), ...(others.length > MOST_NAMED ? ['…'] : [])].join(', ')
  return `the process comes with several labels at the same time: ${own} counts; left out: ${named}`
}

/** Figures of samples that are left out may differ by this factor: those that count are of other moments. */
const USUALLY_APART = 1.1

/** Why a process may need more than the samples that count show: those that are left out show more. */
function whyLeftMore(given: readonly Given[], left: readonly Group[]): string | undefined {
  for (const [field, what] of [
    ['resident', 'resident memory'],
    ['goal', 'a heap goal'],
  ] as const) {
    const mostIn = (all: readonly Given[]) =>
      largest(all.flatMap(({ samples }) => largest(samples.columns.get(field)?.values ?? [])))
    const [most, counted] = [mostIn(left.flatMap((one) => one.given)), mostIn(given)]
    if (counted > 0 && most > USUALLY_APART * counted)
      return `the samples that were left out, as the process comes with several labels, show ${what} of ${formatBriefSize(most)}, those that count ${formatBriefSize(counted)} at most`
  }
  return undefined
}

/** Samples with the same labels, or of the same process, and what tells it from another. */
interface Group {
  readonly given: Given[]
  /** The last time of each of `given`. */
  readonly ends: number[]
  /** Samples that do not count, as those in `given` show the process at the same time. */
  readonly left: Group[]
  readonly starts: Set<number>
  readonly cgroups: Set<string>
  /** The first and the last point of each metric. */
  readonly spans: Map<string, Span>
  /** Its counters, once they were needed. */
  readonly series: Map<string, CounterSeries>
}

interface Span {
  readonly field: Field
  readonly first: Point
  readonly last: Point
}

/** In the order of time, sets of one process that follow each other need only their first and last points compared. */
function toGroups(sets: readonly Given[][]): Pick<Group, 'given' | 'left'>[] {
  if (sets.length < 2) return sets.map((given) => ({ given, left: [] }))
  const one = labelsOnlySome(sets.map(groupOf))
    ? joinGroups(inTime(sets), (a, b) => !isMeanwhile(a, b) || !areApart(a, b))
    : []
  if (one.length === 1) return one
  const found = joinGroups(inTime(sets), (a, b) => hasSameStart(a, b) || isNextInCgroup(a, b))
  return joinGroups(
    found.toSorted((a, b) => b.spans.size - a.spans.size),
    canBePart,
  )
}

function inTime(sets: readonly Given[][]): Group[] {
  const from = ({ spans }: Group) => smallest([...spans.values()].map(({ first }) => first[0]))
  return sets.map(groupOf).toSorted((a, b) => from(a) - from(b))
}

/** Joins groups of the same process. A group that may belong to two processes stays alone. */
function joinGroups(groups: readonly Group[], isSame: (a: Group, b: Group) => boolean): Group[] {
  const found: Group[] = []
  for (const own of groups) {
    const [same, ...others] = found.filter((one) => isSame(one, own))
    if (same && others.length === 0) add(same, own)
    else found.push(own)
  }
  return found
}

/** Proof 1: only one group has a start, and the others all its labels: a program labels some of its metrics. */
function labelsOnlySome(groups: readonly Group[]): boolean {
  const [own, ...others] = groups.filter(({ starts }) => starts.size > 0)
  if (!own || others.length > 0) return false
  return groups.every((one) => [...labelsOf(own)].every(([name, value]) => labelsOf(one).get(name) === value))
}

/**
 * Proof 2: the same start to a hundredth of a second in the same pod or instance. Else the same start, and no counter that
 * falls from one to the other: many processes of a machine may start in one second, and an exporter may round to it.
 */
function hasSameStart(a: Group, b: Group): boolean {
  const pairs = [...b.starts].flatMap((one) => [...a.starts].map((other) => [one, other] as const))
  const isRounded = pairs.some(
    (pair) => pair.some(Number.isInteger) && Math.abs(pair[0] - pair[1]) <= SAME_START_SECONDS,
  )
  const isExact = pairs.some(([one, other]) => one === other && !Number.isInteger(one))
  // Two servers may scrape it seconds apart, so that its counters seem to fall.
  if (isExact && isNamed(a)) return true
  return (isRounded || isExact) && !areApart(a, b, isExact)
}

function isNamed({ given }: Group): boolean {
  const { instance, pod } = given[0]!.samples.process
  return instance !== '' || pod !== ''
}

/** Proof 3: a container has the same cgroup at another time: a label of its node changed. */
function isNextInCgroup(a: Group, b: Group): boolean {
  return [...b.cgroups].some((cgroup) => a.cgroups.has(cgroup)) && !isMeanwhile(a, b)
}

/** Proof 4: the two groups share no metric and no label with different values, and that is true of no other pair. */
function canBePart(a: Group, b: Group): boolean {
  for (const metric of b.spans.keys()) if (a.spans.has(metric)) return false
  return [...labelsOf(b)].every(([name, value]) => (labelsOf(a).get(name) ?? value) === value)
}

const labelsOf = ({ given }: Group) => given[0]!.samples.labels

/** Whether they have a metric of the same times, or of one scrape without a time. */
function isMeanwhile(a: Group, b: Group): boolean {
  return [...b.spans].some(([metric, { first, last }]) => {
    const known = a.spans.get(metric)
    return known !== undefined && known.first[0] <= last[0] && first[0] <= known.last[0]
  })
}

/**
 * Whether a counter shows that they are of two processes: it falls from one to the other. Where both have one scrape, it
 * hardly can: then it has two values. @param isExact whether their start alone is a proof then
 */
function areApart(a: Group, b: Group, isExact = false): boolean {
  return [...b.spans].some(([metric, { field, first, last }]) => {
    const known = a.spans.get(metric)
    if (!known || !COUNTERS.includes(field)) return false
    const isOnce = known.first[0] === known.last[0] && first[0] === last[0]
    if (isOnce && !isExact) return known.first[1] !== first[1]
    if (known.last[0] < first[0]) return known.last[1] > first[1]
    if (last[0] < known.first[0]) return last[1] > known.first[1]
    const from = first[0] - LOOKBACK_SECONDS
    return fallsBetween(seriesIn(a, metric, field, from), seriesIn(b, metric, field, from))
  })
}

/** Adds a group of the same process. If both show it at the same time, only the first counts, unless a label changed. */
function add(to: Group, from: Group): void {
  to.left.push(...from.left)
  if (isMeanwhile(to, from) && !cutAtChange(to, from)) {
    to.left.push(from)
    return
  }
  to.series.clear()
  to.given.push(...from.given)
  to.ends.push(...from.ends)
  for (const start of from.starts) to.starts.add(start)
  for (const cgroup of from.cgroups) to.cgroups.add(cgroup)
  for (const [metric, span] of from.spans) extendSpan(to.spans, metric, span)
}

/** Prometheus repeats the last scrape of a series for so many seconds (query.lookback-delta). */
const LOOKBACK_SECONDS = 300

/**
 * Ends a process where the label of the other begins, if it is one process whose label changed: the old one may go on for
 * a while, and repeat its last scrape.
 * @returns whether the label changed: not if they overlap for longer, or for most of the time of one of both, or if a
 * counter does not go on
 */
function cutAtChange(a: Group, b: Group): boolean {
  const shared = [...b.spans].flatMap(([metric, { first, last }]) => {
    const known = a.spans.get(metric)
    return known ? [{ metric, known, from: known.first[0], start: first[0], end: known.last[0], to: last[0] }] : []
  })
  const start = smallest(shared.map((one) => one.start))
  const overlap = largest(shared.map(({ end }) => end)) - start
  const least = Math.min(...shared.map(({ from, end, to }) => Math.min(start - from, to - end)))
  if (overlap > LOOKBACK_SECONDS || overlap >= least || !isTimed(b)) return false
  const late: number[] = []
  for (let i = 0; i < a.ends.length; i++) if (a.ends[i]! >= start) late.push(i)
  const cut = late.map((i) => ({ ...a.given[i]!, samples: samplesBefore(start, a.given[i]!.samples, b.spans) }))
  const before = groupOf(cut)
  for (const { metric, known } of shared) {
    const last = before.spans.get(metric)?.last ?? lastPoint(start, metric, a.given) ?? known.first
    before.spans.set(metric, { ...known, last })
  }
  if (areApart(before, b)) return false
  for (const [k, i] of late.entries()) {
    a.given[i] = cut[k]!
    a.ends[i] = before.ends[k]!
  }
  for (const { metric } of shared) a.spans.set(metric, before.spans.get(metric)!)
  return true
}

const isTimed = ({ given }: Group) =>
  given.every(({ samples }) => [...samples.columns.values()].some(({ times }) => times.some(Number.isFinite)))

function lastPoint(end: number, metric: string, given: readonly Given[]): Point | undefined {
  let last: Point | undefined
  for (const { samples } of given)
    for (const [field, { times, values }] of samples.columns) {
      if (samples.names.get(field) !== metric) continue
      for (const [i, time] of times.entries())
        if (time < end && time >= (last?.[0] ?? -Infinity)) last = [time, values[i]!]
    }
  return last
}

function samplesBefore(end: number, samples: ProcessSamples, metrics: ReadonlyMap<string, unknown>): ProcessSamples {
  const columns = [...samples.columns].map(([field, column]) => {
    if (!metrics.has(samples.names.get(field) ?? '')) return [field, column] as const
    const kept = column.times.flatMap((time, i) => (time >= end ? [] : [i]))
    return [field, { times: kept.map((i) => column.times[i]!), values: kept.map((i) => column.values[i]!) }] as const
  })
  return { ...samples, columns: new Map(columns.filter(([, { times }]) => times.length > 0)) }
}

function groupOf(given: readonly Given[]): Group {
  const spans = new Map<string, Span>()
  const starts = new Set<number>()
  const ends: number[] = []
  for (const one of given) {
    let end = -Infinity
    for (const [field, metric] of one.samples.names) {
      const points = pointsOf(one, field)
      for (const point of points) {
        extendSpan(spans, metric, { field, first: point, last: point })
        end = Math.max(end, point[0])
      }
      // An answer may have thousands of samples of a start.
      if (field === 'startTime' && points.length > 0) starts.add(points[0]![1]).add(points.at(-1)![1])
    }
    ends.push(end)
  }
  const cgroups = new Set(given.map(({ samples }) => samples.cgroup).filter((cgroup) => cgroup !== ''))
  return { given: [...given], ends, left: [], starts, cgroups, spans, series: new Map() }
}

function extendSpan(spans: Map<string, Span>, metric: string, { field, first, last }: Span): void {
  const known = spans.get(metric) ?? { first, last }
  const isEarlier = first[0] < known.first[0]
  const isLater = last[0] > known.last[0]
  spans.set(metric, { field, first: isEarlier ? first : known.first, last: isLater ? last : known.last })
}

/** A counter of the samples that end no earlier than `from`. */
function seriesIn({ given, ends, series }: Group, metric: string, field: Field, from: number): CounterSeries {
  const late = given.filter((_, i) => ends[i]! >= from)
  const isAll = late.length === given.length
  const isOf = ({ samples }: Given) => samples.names.get(field) === metric
  const known = isAll ? series.get(metric) : undefined
  const found = known ?? toCounterSeries(late.filter(isOf).flatMap((one) => pointsOf(one, field)))
  if (isAll) series.set(metric, found)
  return found
}

/** The points of a figure. Those of an input without times have its number as their time. */
function pointsOf({ samples: { columns }, source }: Given, field: Field): Point[] {
  const { times = [], values = [] } = columns.get(field) ?? {}
  const isUntimed = [...columns.values()].every((column) => !column.times.some(Number.isFinite))
  const points = values.map((value, i): Point => [isUntimed ? source + i / values.length : times[i]!, value])
  return points.filter(([time]) => Number.isFinite(time))
}
