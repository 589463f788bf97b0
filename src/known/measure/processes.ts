import { differencesOf } from '../../metrics/labels.ts'
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

/**
 * The processes among samples with the same names. Those whose other labels differ are of several, unless they show that
 * they are of one (`isSame`), or only some of them have what a process has once.
 */
export function processesIn(given: readonly Given[]) {
  const byLabels = new Map<string, Given[]>()
  for (const one of given) {
    const key = JSON.stringify([...one.samples.labels])
    byLabels.set(key, [...(byLabels.get(key) ?? []), one])
  }
  const apart = [...byLabels.values()].filter((own) => own.some(({ samples }) => samples.columns.size > 0))
  const found = togetherIn(apart, isOfOne(apart))
  const others = given.filter(({ samples }) => samples.columns.size === 0)
  // A version of Go alone tells nothing of which process it is.
  const all = found.length > 1 ? found : [[...found.flat(), ...others]]
  const sets = all.map(([first]) => first!.samples.labels)
  return differencesOf(sets).map((labels, i) => {
    return { process: { ...all[i]![0]!.samples.process, others: labels }, labels: sets[i]!, given: all[i]! }
  })
}

/** The first and the last start that each shows: an answer may have thousands of samples of each. */
function startsIn(given: readonly Given[]): readonly number[] {
  return given.flatMap(({ samples }) => {
    const { values = [] } = samples.columns.get('startTime') ?? {}
    return values.length > 0 ? [values[0]!, values.at(-1)!] : []
  })
}

/** Whether a program labels only its other metrics, not what a process has once: then these are of one process. */
function isOfOne(apart: readonly Given[][]): boolean {
  const [own, ...others] = apart.filter((some) => startsIn(some).length > 0)
  if (!own || others.length > 0) return false
  const labels = [...own[0]!.samples.labels]
  return apart.every(([one]) => labels.every(([name, value]) => one!.samples.labels.get(name) === value))
}

/** The samples of each process together. @param isOne whether all are of one process */
function togetherIn(apart: readonly Given[][], isOne: boolean): Given[][] {
  const found: Labelled[] = []
  for (const given of apart) {
    const own = labelled(given)
    const at = isOne ? Math.min(0, found.length - 1) : found.findIndex((one) => isSame(one, own))
    if (at < 0) found.push(own)
    // The same process, scraped by another server at the same times: the first one’s figures count.
    else if (!isMeanwhile(found[at]!.given, given)) found[at] = labelled([...found[at]!.given, ...given])
  }
  return found.map(({ given }) => given)
}

/** Samples of one process, and what tells it from another. Kept, as each is compared with all others. */
interface Labelled {
  readonly given: Given[]
  readonly metrics: ReadonlySet<string>
  readonly starts: readonly number[]
  readonly cgroups: ReadonlySet<string>
}

function labelled(given: readonly Given[]): Labelled {
  const cgroups = new Set(given.map(({ samples }) => samples.cgroup).filter((cgroup) => cgroup !== ''))
  return { given: [...given], metrics: metricsIn(given), starts: startsIn(given), cgroups }
}

/**
 * Whether samples with different labels are of one process or container: they have no metric in common, as if a program
 * labels only some of them; or the same start; or one after the other the same cgroup.
 */
function isSame(a: Labelled, b: Labelled): boolean {
  if (!haveInCommon(a.metrics, b.metrics)) return true
  if (b.starts.some((one) => a.starts.some((other) => Math.abs(one - other) <= SAME_START_SECONDS))) return true
  return haveInCommon(a.cgroups, b.cgroups) && !isMeanwhile(a.given, b.given)
}

function haveInCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const one of b) if (a.has(one)) return true
  return false
}

/** Whether a metric that both have is of the same times in both, or of one scrape without a time. */
function isMeanwhile(a: readonly Given[], b: readonly Given[]): boolean {
  const ofA = metricsIn(a)
  const metrics = new Set([...metricsIn(b)].filter((metric) => ofA.has(metric)))
  if (metrics.size === 0) return false
  const [first, second] = [timesOf(a, metrics), timesOf(b, metrics)]
  if (first.length === 0 && second.length === 0) return a.some((one) => b.some(({ source }) => source === one.source))
  return smallest(first) <= largest(second) && smallest(second) <= largest(first)
}

function metricsIn(given: readonly Given[]): ReadonlySet<string> {
  return new Set(given.flatMap(({ samples }) => [...samples.names.values()]))
}

function timesOf(given: readonly Given[], metrics: ReadonlySet<string>): number[] {
  return given.flatMap(({ samples: { columns, names } }) =>
    [...columns].flatMap(([field, { times }]) =>
      metrics.has(names.get(field) ?? '') ? times.filter(Number.isFinite) : [],
    ),
  )
}
