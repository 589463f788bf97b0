import { KIND_LABELS } from './fields.ts'

/** Labels that `Process` has, and those that say at which address Prometheus scraped a process. */
const NAMES = ['job', 'instance', 'namespace', 'pod', 'container', 'endpoint', 'metrics_path']
/** Labels of one metric: several series of one process differ in them. */
const OF_METRIC = ['__name__', ...KIND_LABELS, 'unit', 'cpu']
const IGNORED: ReadonlySet<string> = new Set([...NAMES, ...NAMES.map((name) => `exported_${name}`), ...OF_METRIC])

/**
 * Labels of one of several Prometheus servers that scrape the same processes: `prometheus_replica`, `__replica__` of
 * Mimir, `receive_replica` of Thanos. A program may have a `replica_id`. The scope of OpenTelemetry is a library.
 */
const OF_SCRAPER = /^(?:prometheus(?:_\w+)?|monitor|receive|_*(?:\w+_)?replica_*|otel_scope_\w+)$/

/**
 * Labels by which cAdvisor and kube-state-metrics tell one life of a container from another, or that they copy from it:
 * `Process` and `cgroup` name a container.
 */
const OF_CONTAINER = /^(?:id|image|name|node|uid|container_(?:label|env|id)\w*)$/

/** Whether cAdvisor or kube-state-metrics gives a metric: of a container, by way of a process that is another one. */
export function isContainerMetric(metric: string): boolean {
  return /^(?:container|kube)_/.test(metric)
}

const MOST_LABELS = 50
const MOST_VALUE = 200

/**
 * The labels of a series, whatever they are called, that may tell its process from another with the same names
 * (`cluster`, `tenant`, `shard`, `service_instance_id`). Two series of one figure that differ in them are of two processes.
 */
export function otherLabels(labels: ReadonlyMap<string, string>, metric: string): ReadonlyMap<string, string> {
  if (labels.size === 0) return labels
  const isOfContainer = isContainerMetric(metric)
  const isOther = ([name, value]: readonly [string, string]) => {
    if (value === '' || IGNORED.has(name) || OF_SCRAPER.test(name)) return false
    return !(metric === 'go_info' && name === 'version') && !(isOfContainer && OF_CONTAINER.test(name))
  }
  const found = [...labels].filter(isOther).slice(0, MOST_LABELS)
  return new Map(found.map(([name, value]): [string, string] => [name, value.slice(0, MOST_VALUE)]).sort())
}

/** For each of these sets, its values of the labels in which the sets differ; empty where it lacks one. */
export function differencesOf(sets: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, string>[] {
  const names = [...new Set(sets.flatMap((set) => [...set.keys()]))]
  const differing = names.filter((name) => new Set(sets.map((set) => set.get(name))).size > 1)
  return sets.map((set) => new Map(differing.map((name) => [name, set.get(name) ?? ''])))
}

export function describeLabels(labels: ReadonlyMap<string, string> = new Map()): string {
  return [...labels].map(([name, value]) => `${name}=${value || '(none)'}`).join(' ')
}
