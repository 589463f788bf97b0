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

function startsIn(given: readonly Given[]): readonly number[] {
  return [...new Set(given.flatMap(({ samples }) => [...(samples.columns.get('startTime')?.values ?? [])]))]
}

/** Whether a program labels only its other metrics, not what a process has once: then these are of one process. */
function isOfOne(apart: readonly Given[][]): boolean {
  const [own, ...others] = apart.filter((some) => startsIn(some).length > 0)
  if (!own || others.length > 0) return false
  const labels = [...own[0]!.samples.labels]
  return apart.every(([one]) => labels.every(([name, value]) => one!.samples.labels.get(name) === value))
}

/** @param isOne whether all are of one process */
function togetherIn(apart: readonly Given[][], isOne: boolean): Given[][] {
  const found: Given[][] = []
  for (const own of apart) {
    const known = isOne ? found[0] : found.find((one) => isSame(one, own))
    if (!known) found.push([...own])
    // The same process, scraped by another server at the same times: the first one’s figures count.
    else if (!isMeanwhile(known, own)) known.push(...own)
  }
  return found
}

/**
 * Whether samples with different labels are of one process or container: they have no metric in common, as if a program
 * labels only some of them; or the same start; or one after the other the same cgroup.
 */
function isSame(a: readonly Given[], b: readonly Given[]): boolean {
  if (metricsInCommon(a, b).size === 0) return true
  const starts = startsIn(a)
  if (startsIn(b).some((one) => starts.some((other) => Math.abs(one - other) <= SAME_START_SECONDS))) return true
  const cgroups = new Set(a.map(({ samples }) => samples.cgroup))
  return !isMeanwhile(a, b) && b.some(({ samples: { cgroup } }) => cgroup !== '' && cgroups.has(cgroup))
}

/** Whether a metric that both have is of the same times in both, or of one scrape without a time. */
function isMeanwhile(a: readonly Given[], b: readonly Given[]): boolean {
  const metrics = metricsInCommon(a, b)
  if (metrics.size === 0) return false
  const [first, second] = [timesOf(a, metrics), timesOf(b, metrics)]
  if (first.length === 0 && second.length === 0) return a.some((one) => b.some(({ source }) => source === one.source))
  return smallest(first) <= largest(second) && smallest(second) <= largest(first)
}

function metricsInCommon(a: readonly Given[], b: readonly Given[]): ReadonlySet<string> {
  const metrics = new Set(a.flatMap(({ samples }) => [...samples.names.values()]))
  return new Set(b.flatMap(({ samples }) => [...samples.names.values()].filter((name) => metrics.has(name))))
}

function timesOf(given: readonly Given[], metrics: ReadonlySet<string>): number[] {
  return given.flatMap(({ samples: { columns, names } }) =>
    [...columns].flatMap(([field, { times }]) =>
      metrics.has(names.get(field) ?? '') ? times.filter(Number.isFinite) : [],
    ),
  )
}
