import { sumOf } from '../numbers.ts'
import { ok, type Result } from '../result.ts'
import { type Column, Columns } from './columns.ts'
import { type Field, fieldOf, KIND_LABELS } from './fields.ts'
import { isContainerMetric, otherLabels } from './labels.ts'

/** The process of a sample, as far as its labels show it. */
export interface Process {
  readonly job: string
  readonly instance: string
  readonly namespace: string
  readonly pod: string
  readonly container: string
  /** Its other labels in which processes with the same names differ, once all inputs are read. */
  readonly others?: ReadonlyMap<string, string>
}

/** The samples of one process. If its scrapes have no times, each column has one entry per scrape, in order. */
export interface ProcessSamples {
  readonly process: Process
  /** All other labels that may tell it from a process with the same names. */
  readonly labels: ReadonlyMap<string, string>
  readonly columns: ReadonlyMap<Field, Column>
  /** The metric that each figure comes from. */
  readonly names: ReadonlyMap<Field, string>
  goVersion?: string
  /** The cgroup, as cAdvisor names it: a container that was started again has another one. Empty for other metrics. */
  readonly cgroup: string
  /** Unix seconds at which the last cycles ended, oldest first (MemStats). */
  pauseEnds?: readonly number[]
}

export interface Metrics {
  /** One may have only a version of Go, as in an answer with only `go_info`. */
  readonly processes: readonly ProcessSamples[]
  /** If there are none: a metric of a Go program, or of a container, that we do not use. */
  readonly unused?: string
  readonly problems: readonly string[]
  /** Asks for the container’s limit: nothing to say once the user has given it. */
  readonly limitNote?: string
}

/** Combines the dumps of one text; a problem if one of them cannot be read. */
export function together(read: readonly Result<Metrics>[]): Result<Metrics> {
  const failed = read.find((one) => !one.ok)
  if (failed) return failed
  const all = read.flatMap((one) => (one.ok ? [one.value] : []))
  return ok({ processes: all.flatMap(({ processes }) => processes), problems: all.flatMap(({ problems }) => problems) })
}

/** With this many samples of all processes, about 130 MB, we take no new process. */
const MOST_KEPT = 8_000_000
/** A scrape of a whole cluster may have more processes; nobody chooses from so many. */
const MOST_PROCESSES = 2000
const MOST_LABEL = 200
/** No program has a higher GOGC, in percent. */
const MOST_GOGC = 1e6

/** The GOGC that VictoriaMetrics set itself; 0 if it set none (lib/cgroup, GetGOGC). */
const VM_GOGC = 'vm_gogc'

/** Names of metrics of a Go process, or of its container. */
const OF_GO = /^(?:go|process|container|kube_pod)_\w{1,100}$/

export const NO_LABELS: ReadonlyMap<string, string> = new Map()

/** Collects samples by process, in bounded memory. */
export class SampleStore {
  private readonly byKey = new Map<string, Entry>()
  private left = 0
  private kept = 0
  private unused: string | undefined

  /** Takes a sample of a metric that we read. @param time Unix seconds; NaN if it has no time */
  add(name: string, labels: ReadonlyMap<string, string>, time: number, value: number): void {
    this.adderOf(name, labels)?.(time, value)
  }

  /** A function that takes the samples of one series; undefined for a metric that we do not read. */
  adderOf(name: string, labels: ReadonlyMap<string, string>): ((time: number, value: number) => void) | undefined {
    if (name === 'go_info') {
      this.noteVersion(labels)
      return undefined
    }
    const kind = KIND_LABELS.map((label) => labels.get(label)).find((found) => found !== undefined)
    const field = fieldOf(name, kind)
    if (!field && this.unused === undefined && OF_GO.test(name)) this.unused = name
    const entry = field && !isPause(labels, name) ? this.entryOf(labels, name) : undefined
    if (!field || !entry) return undefined
    // cAdvisor may give the CPU time of a container by CPU.
    const cpu = field === 'processCpu' ? labels.get('cpu') : undefined
    const isPart = cpu !== undefined && cpu !== 'total'
    const series = isPart ? `${name} by CPU` : name
    // `MetricsAll` gives some figures under two names: we read the first.
    const first = entry.names.get(field) ?? series
    if (first !== series) return undefined
    entry.names.set(field, first)
    return (time, value) => {
      if (!isPossible(field, value) || (name === VM_GOGC && value === 0)) return
      if (!isPart) {
        this.kept += entry.columns.add(field, time, toFigure(field, value))
        return
      }
      entry.byCpu.set(time, (entry.byCpu.get(time) ?? new Map<string, number>()).set(cpu, value))
      this.kept++
    }
  }

  /** Takes a figure of a known field, from a scrape without labels and without a time. */
  addField(field: Field, value: number): void {
    const entry = isPossible(field, value) ? this.entryOf(NO_LABELS) : undefined
    if (entry) this.kept += entry.columns.add(field, Number.NaN, toFigure(field, value))
  }

  finish(): Metrics {
    for (const { columns, byCpu } of this.byKey.values()) {
      for (const [time, cpus] of byCpu) columns.add('processCpu', time, sumOf([...cpus.values()]))
      columns.finish()
    }
    const entries = [...this.byKey.values()]
    const collectors = collectorsIn(entries)
    const processes = entries
      .map((entry) => withoutCollector(entry, collectors))
      .filter(({ columns, goVersion }) => columns.size > 0 || goVersion)
    const problems = this.left > 0 ? [`is too large: only the first ${this.byKey.size} processes were read`] : []
    return { processes, problems, ...(processes.length === 0 && this.unused && { unused: this.unused }) }
  }

  private noteVersion(labels: ReadonlyMap<string, string>): void {
    const version = labels.get('version')
    const isGo = version !== undefined && /^go\d[\w.-]{0,30}$/.test(version)
    const entry = isGo ? this.entryOf(labels, 'go_info') : undefined
    if (entry && version) entry.samples.goVersion = version
  }

  private entryOf(labels: ReadonlyMap<string, string>, metric = ''): Entry | undefined {
    const process = toProcess(labels, metric)
    const cgroup = toCgroup(labels, metric)
    const others = otherLabels(labels, metric)
    const key = JSON.stringify([process, cgroup, ...others])
    const found = this.byKey.get(key)
    if (found) return found
    if (this.byKey.size >= MOST_PROCESSES || this.kept >= MOST_KEPT) {
      this.left++
      return undefined
    }
    const columns = new Columns()
    const names = new Map<Field, string>()
    const fresh: Entry = {
      samples: { process, labels: others, cgroup, columns: columns.columns, names },
      columns,
      names,
      byCpu: new Map(),
      isPassedOn: !isContainerMetric(metric) && Boolean(labels.get('exported_instance')) && !labels.get('exported_pod'),
    }
    this.byKey.set(key, fresh)
    return fresh
  }
}

interface Entry {
  readonly samples: ProcessSamples
  readonly columns: Columns
  /** The first name of each field in this input. */
  readonly names: Map<Field, string>
  /** CPU time by time and CPU, of a container whose CPU time comes in a series for each CPU. */
  readonly byCpu: Map<number, Map<string, number>>
  /** Whether Prometheus got it from another address than that in `instance`, whose pod may be the one in `pod`. */
  readonly isPassedOn: boolean
}

/** The places of collectors: if processes of several hosts come from one place, that is no pod, which has one host. */
function collectorsIn(entries: readonly Entry[]): ReadonlySet<string> {
  const hosts = new Map<string, Set<string>>()
  for (const { isPassedOn, samples } of entries) {
    if (!isPassedOn) continue
    const place = placeOf(samples.process)
    hosts.set(place, (hosts.get(place) ?? new Set()).add(samples.process.instance.replace(/:\d+$/, '')))
  }
  return new Set([...hosts].filter(([, { size }]) => size > 1).map(([place]) => place))
}

const placeOf = ({ namespace, pod, container }: Process) => JSON.stringify([namespace, pod, container])

/** The samples of a process without the place of the collector that passed them on: the process is elsewhere. */
function withoutCollector({ isPassedOn, samples }: Entry, collectors: ReadonlySet<string>): ProcessSamples {
  if (!isPassedOn || !collectors.has(placeOf(samples.process))) return samples
  return { ...samples, process: { ...samples.process, namespace: '', pod: '', container: '' } }
}

/** Go’s figures are neither negative nor larger than 64 bits, except GOGC=off, which is -1 or the same as unsigned. */
function isPossible(field: Field, value: number): boolean {
  return value <= 2 ** 64 && value >= (field === 'gogc' ? -1 : 0)
}

/** The figure with one form of GOGC=off: −1. Go’s metrics give it as an unsigned number. */
function toFigure(field: Field, value: number): number {
  return field === 'gogc' && value > MOST_GOGC ? -1 : value
}

/** Whether cAdvisor gives a figure of the container that only keeps the network of a pod. Of the pod, it names only `id`. */
function isPause(labels: ReadonlyMap<string, string>, metric: string): boolean {
  if (!metric.startsWith('container_') || !labels.get('pod')) return false
  const container = labels.get('container') ?? ''
  return container === 'POD' || (container === '' && Boolean(labels.get('image') || labels.get('name')))
}

function toCgroup(labels: ReadonlyMap<string, string>, metric: string): string {
  if (!metric.startsWith('container_')) return ''
  return ['id', 'image', 'name']
    .map((name) => (labels.get(name) ?? '').slice(0, MOST_LABEL))
    .join(' ')
    .trim()
}

function toProcess(labels: ReadonlyMap<string, string>, metric: string): Process {
  // Prometheus renames labels that its own labels would hide. If it renamed the pod, the other labels of the place name
  // whoever passed the series on.
  const isPlaceRenamed = Boolean(labels.get('exported_pod'))
  const valueIn = (name: string) => labels.get(`exported_${name}`) || labels.get(name)
  const get = (...names: string[]) => (names.map(valueIn).find(Boolean) ?? '').slice(0, MOST_LABEL)
  const place = (name: string) => (isPlaceRenamed && !labels.get(`exported_${name}`) ? '' : get(name))
  const pod = get('pod')
  const isOutsidePods = pod === '' && metric.startsWith('container_')
  return {
    job: get('job', 'service_name', 'service.name'),
    instance: get('instance'),
    namespace: place('namespace'),
    pod,
    // Without Kubernetes, cAdvisor names a container only by these labels, and other cgroups only by `id`.
    container: isOutsidePods ? get('container', 'name', 'id') : place('container'),
  }
}
