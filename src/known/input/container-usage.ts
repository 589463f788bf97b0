import { asObject, listOf, parseObject } from '../../json.ts'
import { readQuantity } from '../../manifest/kubernetes/kube-quantity.ts'
import type { Field } from '../../metrics/fields.ts'
import { type Metrics, SampleStore } from '../../metrics/samples.ts'
import { parseSize } from '../../units.ts'
import { cgroupIn } from './cgroup.ts'
import { type KernelKill, kernelKillIn } from './kernel-lines.ts'
import { type MemoryFigure, memoryFigureIn } from './process-memory.ts'

/** Of docker stats: `81.2MiB / 512MiB`, followed by a percentage; before 2017 `96.27 MB/4.295 GB`. No line of a log in JSON. */
export const USAGE = /^[^\n"{]*?([\d.]{1,12} ?[kKMGT]?i?B) ?\/ ?([\d.]{1,12} ?[kKMGT]?i?B)\s{1,20}[\d.]{1,12}%/m
/** The same in JSON of docker or podman, by its key. */
export const USAGE_IN_JSON = /"[Mm]em_?[Uu]sage" ?: ?"([\d.]{1,12} ?[kKMGT]?i?B) ?\/ ?([\d.]{1,12} ?[kKMGT]?i?B)"/
/** Of kubectl top pod, also with --containers or -A. */
export const TOP_HEADING = /^(NAMESPACE\s+)?(POD\s+)?NAME\s+CPU\(cores\)/
/** Of crictl stats (cri-tools, cmd/crictl/container_stats.go); once without names. */
export const CRICTL_HEADING = /^CONTAINER\s+(NAME\s+)?CPU %\s+MEM\s+DISK\s+INODES\b/

interface Usage extends MemoryFigure {
  readonly labels: ReadonlyMap<string, string>
  /** As docker stats has it: the container’s limit, or the memory of the machine. */
  readonly limit?: string
}

/** Figures of a cgroup or a process without a name, as fields of metrics. */
interface Figures {
  readonly fields: readonly (readonly [Field, number])[]
  readonly problems?: readonly string[]
}

/** Reads the usage of the only container or process in a text; undefined if there are several, or none. */
export function usageIn(text: string): Usage | Figures | undefined {
  const lines = text.split(/\r?\n/).flatMap((line) => line.trim() || [])
  const kill = kernelKillIn(lines)
  if (kill) return { fields: fieldsOf(kill) }
  const figure = memoryFigureIn(lines)
  if (figure) return { ...figure, labels: new Map() }
  const ofFiles = cgroupIn(lines)
  if (ofFiles) return ofFiles
  const isJson = /^[[{]/.test(lines[0] ?? '')
  if (isJson) return ofDocker(lines, USAGE_IN_JSON) ?? ofCrictl(lines.join('\n'))
  return lines.length > MOST_LINES ? undefined : (ofDocker(lines, USAGE) ?? ofTable(lines))
}

function fieldsOf({ resident, isOfCgroup, limit }: KernelKill): Figures['fields'] {
  return [
    ['oomResident', resident],
    ...(isOfCgroup ? [['oomKills', 1] as const] : []),
    ...(limit === undefined ? [] : [['oomLimit', limit] as const]),
  ]
}

const metric = 'container_memory_working_set_bytes'

/** With more lines, a table is not of one container. */
const MOST_LINES = 4

function ofDocker(lines: readonly string[], usage: RegExp): Usage | undefined {
  const rows = lines.flatMap((line) => [...line.matchAll(new RegExp(usage, 'g'))])
  const [used = '', limit] = (rows[0] ?? []).slice(1).map((size) => size.replace(' ', ''))
  const bytes = sizeOf(used)
  if (rows.length !== 1 || bytes === undefined || limit === undefined) return undefined
  return { bytes, metric, labels: new Map(), limit }
}

/** A size as docker and podman print it: in KiB, MiB, GiB, or in kB, MB, GB of 1000 bytes. */
function sizeOf(text: string): number | undefined {
  const [, digits = '', letter = ''] = /^([\d.]+)([kMGT]?)B$/.exec(text) ?? []
  if (digits !== '') return Number(digits) * 1000 ** ' kMGT'.indexOf(letter || ' ') || undefined
  const size = parseSize(text)
  return size.ok && size.value > 0 ? size.value : undefined
}

/** Tables with the working set of each container, the column that has it, and how it is written. */
const TABLES = [
  // That of nodes has columns with percentages too.
  {
    heading: /^(?:NAMESPACE\s+)?(?:POD\s+)?NAME\s+CPU\(cores\)\s+MEMORY\(bytes\)$/,
    column: 'MEMORY(bytes)',
    read: readQuantity,
  },
  { heading: CRICTL_HEADING, column: 'MEM', read: sizeOf },
] as const

function ofTable(lines: readonly string[]): Usage | undefined {
  const at = lines.findIndex((line) => TABLES.some(({ heading }) => heading.test(line)))
  const table = TABLES.find(({ heading }) => heading.test(lines[at] ?? ''))
  const rows = lines.slice(at + 1)
  const cells = rows[0]?.split(/\s+/) ?? []
  const names = lines[at]?.replace('CPU %', 'CPU%').split(/\s+/) ?? []
  const cellOf = (name: string) => cells[names.indexOf(name)]
  const bytes = table?.read(cellOf(table.column) ?? '')
  if (rows.length !== 1 || cells.length !== names.length || !bytes) return undefined
  const [pod, name] = [cellOf('POD'), cellOf('NAME')]
  const isOfPod = pod === undefined && !names.includes('CONTAINER')
  return { bytes, metric, labels: labelsOf(isOfPod ? name : pod, isOfPod ? undefined : name) }
}

function labelsOf(pod: unknown, container: unknown): ReadonlyMap<string, string> {
  const named = Object.entries({ pod, container })
  return new Map(named.flatMap(([label, name]) => (typeof name === 'string' ? [[label, name]] : [])))
}

/**
 * crictl stats in JSON: `{"stats": [{"attributes": {"metadata": {"name": "api"}, "labels": {…}}, "memory":
 * {"workingSetBytes": {"value": "25317376"}}, …}]}` (ListContainerStatsResponse of the container runtime interface).
 */
function ofCrictl(text: string): Usage | undefined {
  const stats = text.includes('"workingSetBytes"') ? listOf(parseObject(text)?.stats) : []
  const { attributes, memory } = asObject(stats[0]) ?? {}
  const bytes = Number(asObject(asObject(memory)?.workingSetBytes)?.value)
  if (stats.length !== 1 || !(bytes > 0)) return undefined
  const { labels, metadata } = asObject(attributes) ?? {}
  const kubernetes = asObject(labels) ?? {}
  const name = kubernetes['io.kubernetes.container.name'] ?? asObject(metadata)?.name
  return { bytes, metric, labels: labelsOf(kubernetes['io.kubernetes.pod.name'], name) }
}

export function toMetrics(usage: Usage | Figures): Metrics {
  const store = new SampleStore()
  if ('fields' in usage) {
    for (const [field, value] of usage.fields) store.addField(field, value)
    return { ...store.finish(), problems: usage.problems ?? [] }
  }
  const { bytes, metric, labels, peak } = usage
  store.add(metric, labels, Number.NaN, bytes)
  if (peak) store.addField(peak === 'until-end' ? 'residentPeakAtEnd' : 'residentPeak', bytes)
  return store.finish()
}
