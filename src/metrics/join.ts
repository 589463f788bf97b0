import { largest, smallest } from '../numbers.ts'
import { COUNTERS, fallsBetween, toCounterSeries } from './falls.ts'
import type { Field } from './fields.ts'
import type { ProcessSamples } from './samples.ts'

/** The values of a metric by their times, and the first and the last time. */
interface Points {
  readonly field: Field
  readonly name: string
  readonly values: Map<number, number>
  readonly first: number
  readonly last: number
}

/** Samples that belong together, and their points by the name of the metric. */
interface Group {
  readonly first: ProcessSamples
  readonly points: Map<string, Points>
  isSeveral: boolean
  goVersion: string | undefined
}

/**
 * The samples of one process, put together where several inputs have some of them, such as one answer of Prometheus for
 * each metric: those without times, and those of each process. Those with another figure at the same time, a counter
 * that falls, or another version of Go may be of another process.
 */
export function joinSamples(all: readonly ProcessSamples[]): readonly ProcessSamples[][] {
  if (all.length < 2) return [[...all]]
  const untimed: ProcessSamples[] = []
  const groups: Group[] = []
  for (const samples of all) {
    const points = pointsOf(samples)
    if (points.length === 0) {
      untimed.push(samples)
      continue
    }
    const { goVersion } = samples
    const own = groups.find((group) => canJoin(group, points, goVersion))
    const group = own ?? { first: samples, points: new Map(), isSeveral: false, goVersion }
    if (!own) groups.push(group)
    group.isSeveral = own !== undefined
    group.goVersion ??= goVersion
    for (const one of points) addTo(group.points, one)
  }
  const timed = groups.map((group) => (group.isSeveral ? joined(group) : group.first))
  return timed.length < 2 ? [[...timed, ...untimed]] : [...timed.map((one) => [one]), untimed]
}

function canJoin(group: Group, points: readonly Points[], goVersion: string | undefined): boolean {
  if (goVersion && group.goVersion && goVersion !== group.goVersion) return false
  return points.every((one) => {
    const known = group.points.get(`${one.field} ${one.name}`)
    if (!known || known.last < one.first || one.last < known.first) return true
    for (const [time, value] of one.values) if ((known.values.get(time) ?? value) !== value) return false
    // It falls once where a process restarts between two answers.
    const isCounter = COUNTERS.includes(one.field)
    return !isCounter || !fallsBetween(toCounterSeries([...known.values]), toCounterSeries([...one.values]), 1)
  })
}

function addTo(points: Map<string, Points>, one: Points): void {
  const key = `${one.field} ${one.name}`
  const known = points.get(key)
  for (const [time, value] of known ? one.values : []) known?.values.set(time, value)
  const [first, last] = [Math.min(one.first, known?.first ?? Infinity), Math.max(one.last, known?.last ?? -Infinity)]
  points.set(key, { ...one, values: known?.values ?? one.values, first, last })
}

/** The points that have a time. If none of a column has one, as limits of cAdvisor, they have that of the last sample. */
function pointsOf({ columns, names }: ProcessSamples): Points[] {
  let end = -Infinity
  for (const { times } of columns.values()) for (const time of times) if (time > end) end = time
  if (end === -Infinity) return []
  return [...columns].map(([field, { times, values }]) => {
    const last = times.some(Number.isFinite) ? undefined : end
    const points = times.map((time, i) => [last ?? time, values[i]!] as const).filter(([time]) => Number.isFinite(time))
    const span = {
      first: smallest(points.map(([time]) => time)),
      last: largest(
        points.map(([time]) => time),
        -Infinity,
      ),
    }
    return { field, name: names.get(field) ?? '', values: new Map(points), ...span }
  })
}

function joined({ first, points, goVersion }: Group): ProcessSamples {
  const names = new Map<Field, string>()
  const byField = new Map<Field, Map<number, number>>()
  // Two names of a figure differ a little. The first in the alphabet counts, as in one answer, in any order of inputs.
  for (const { field, name, values } of [...points.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!names.has(field)) names.set(field, name)
    byField.set(field, new Map([...values, ...(byField.get(field) ?? [])]))
  }
  const columns = [...byField].map(([field, values]) => {
    const sorted = [...values].sort(([a], [b]) => a - b)
    return [field, { times: sorted.map(([time]) => time), values: sorted.map(([, value]) => value) }] as const
  })
  return { ...first, names, columns: new Map(columns), ...(goVersion && { goVersion }) }
}
