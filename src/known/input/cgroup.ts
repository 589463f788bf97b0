import { MOST_FILE_PAGES } from '../../gctrace/memory-estimate.ts'
import { readCpuQuota } from '../../manifest/kubernetes/kube-quantity.ts'
import type { Field } from '../../metrics/fields.ts'

/** What files of a cgroup show, as fields of metrics. */
interface CgroupFigures {
  readonly fields: readonly (readonly [Field, number])[]
  /** What we do not use of them. */
  readonly problems: readonly string[]
}

/** With more or longer lines, a text is not what files of a cgroup hold. */
const MOST_LINES = 1000
const MOST_LINE = 2000
/** In cgroups v1, a number this large means no limit. */
const MOST_LIMIT = 2 ** 60

/** Files of which we read only one each: with two, a text is about several cgroups. */
const LIMIT_FILES = ['memory.max', 'memory.limit_in_bytes']
const QUOTA_FILES = ['cpu.max', 'cpu.cfs_quota_us']

/**
 * Reads what `grep .`, `head`, `tail` or `cat` print of the files of one cgroup (v2, or v1).
 * @returns undefined for any other text, for several cgroups, and if nothing in it tells of a program
 */
export function cgroupIn(lines: readonly string[]): CgroupFigures | undefined {
  if (lines.length > MOST_LINES || lines.some((line) => line.length > MOST_LINE)) return undefined
  const { entries, folders } = filesIn(lines)
  if (folders.size > 1) return undefined
  const textsOf = (...files: readonly string[]) =>
    entries.flatMap(({ file, text }) => (files.includes(file) ? [text] : []))
  const limits = textsOf(...LIMIT_FILES)
  if (limits.length > 1 || textsOf(...QUOTA_FILES).length > 1) return undefined
  const stat = statIn(textsOf('memory.stat', ''))
  const workingSet = stat && workingSetOf(stat)
  const limit = limitIn(limits[0], stat)
  const [quota, period] = quotaIn(textsOf)
  const cpus = isNoQuota(textsOf) ? 0 : readCpuQuota(quota, period)
  const isKilled = textsOf('memory.events', 'memory.events.local', 'memory.oom_control', '').some((text) =>
    /^oom_kill [1-9]\d*$/.test(text),
  )
  const fields: CgroupFigures['fields'] = [
    ...(workingSet === undefined ? [] : [['workingSet', workingSet] as const]),
    // As cAdvisor writes it, 0 is no limit.
    ...(limit === undefined ? [] : [['containerLimit', limit < MOST_LIMIT ? limit : 0] as const]),
    ...highIn(textsOf('memory.high')),
    ...swapIn(textsOf, limit),
    ...(cpus === undefined ? [] : [['cpuLimit', cpus] as const]),
    ...(isKilled ? [['oomKills', 1] as const] : []),
  ]
  if (fields.length === 0) return undefined
  return { fields, problems: problemsOf(textsOf, workingSet !== undefined) }
}

/** `memory.max`, perhaps with its path. */
const FILE = String.raw`^(\S*\/)?((?:memory|cpu)\.[\w.]+)`
const WHOLE = new RegExp(`${FILE}$`)
const WITH_TEXT = new RegExp(`${FILE}:(.*)$`)
/** A heading (head, tail) or a prompt of a shell: what follows is not of the file before. */
const BEGINS = /^==> .* <==$|^.{0,200}[$#%>❯](?:\s|$)/
const OTHER = 'another file'
/** In cgroups v1, each kind of limit has a tree of its own. */
const OF_TREE = /(^|\/)(?:memory|cpu|cpu,cpuacct|cpuacct,cpu)\/|^\.\//

/**
 * The lines of files, and the folders of those that are named. A file is named on each of its lines (grep), in a heading
 * (head, tail), or in the command that prints it alone; `file` is empty if nothing names it.
 */
function filesIn(lines: readonly string[]) {
  let file = ''
  const folders = new Set<string>()
  const entries = lines.flatMap((line) => {
    const [, folder = '', named, text] = WITH_TEXT.exec(line) ?? []
    if (named !== undefined && text !== undefined) {
      folders.add(folder.replace(OF_TREE, '$1'))
      return [{ file: named, text: text.trim() }]
    }
    const words = line.replace(/['"]?(?: <==)?$/, '').split(/[\s;'"]+/)
    if (!BEGINS.test(line) && !WHOLE.test(words.at(-1)!)) return [{ file, text: line }]
    const files = words.flatMap((word) => {
      const [, of = '', name] = WHOLE.exec(word) ?? []
      if (name !== undefined) folders.add(of.replace(OF_TREE, '$1'))
      return name ?? []
    })
    // With a pattern for their names, or several of them, nothing shows where the lines of a file begin.
    file = files.length === 0 && !line.includes('*') ? OTHER : files.length === 1 ? files[0]! : ''
    return []
  })
  return { entries, folders }
}

type TextsOf = (...files: readonly string[]) => readonly string[]

/** Microseconds and their period. Lines of cpu.stat show that two numbers without a name are those of cpu.max. */
function quotaIn(textsOf: TextsOf): readonly (string | undefined)[] {
  const unnamed = textsOf('')
  const isOfCpu = unnamed.some((text) => text.startsWith('usage_usec '))
  const pair = [...textsOf('cpu.max'), ...(isOfCpu ? unnamed : [])].find((text) => /^\d+ \d+$/.test(text))
  return pair?.split(' ') ?? [textsOf('cpu.cfs_quota_us')[0], textsOf('cpu.cfs_period_us')[0]]
}

function isNoQuota(textsOf: TextsOf): boolean {
  return textsOf('cpu.max').some((text) => text.startsWith('max')) || textsOf('cpu.cfs_quota_us').includes('-1')
}

function readLimit(text: string | undefined): number | undefined {
  if (text === 'max') return Infinity
  return text !== undefined && /^\d{1,20}$/.test(text) ? Number(text) : undefined
}

/** In cgroups v1, memory.stat shows the smallest limit of the cgroup and those above it. */
function limitIn(text: string | undefined, stat: Stat | undefined): number | undefined {
  const own = readLimit(text)
  const ofAll = stat?.get('hierarchical_memory_limit')
  return own === undefined || ofAll === undefined ? (own ?? ofAll) : Math.min(own, ofAll)
}

function highIn([text]: readonly string[]): CgroupFigures['fields'] {
  const high = readLimit(text) ?? 0
  return high > 0 && high < MOST_LIMIT ? [['memoryHigh', high]] : []
}

/** In cgroups v1, the limit of swap is that of memory and swap together. */
function swapIn(textsOf: TextsOf, limit = Infinity): CgroupFigures['fields'] {
  const own = readLimit(textsOf('memory.swap.max')[0]) ?? 0
  const sum = readLimit(textsOf('memory.memsw.limit_in_bytes')[0]) ?? 0
  return limit < MOST_LIMIT && (own > 0 || sum > limit) ? [['hasSwap', 1]] : []
}

type Stat = ReadonlyMap<string, number>

/**
 * The figures of memory.stat; undefined if a name comes twice, as then there are two cgroups. Lines without a file name
 * may be of memory.events, whose names repeat in memory.swap.events: we leave them out.
 */
function statIn(texts: readonly string[]): Stat | undefined {
  const pairs = texts.flatMap((line) => {
    const [, name = '', number] = /^([a-z_]+) (\d{1,18})$/.exec(line) ?? []
    return number === undefined || /^(low|high|max|oom|oom_\w+|fail)$/.test(name)
      ? []
      : [[name, Number(number)] as const]
  })
  const stat = new Map(pairs)
  return stat.size < pairs.length ? undefined : stat
}

/**
 * Memory that the kernel cannot take back before it kills, in bytes. That is the working set of cAdvisor (without
 * inactive file pages; v1 does not list the kernel’s memory), less caches of the kernel and active file pages. As many
 * of these as the program’s own file may have still count.
 */
function workingSetOf(stat: Stat): number | undefined {
  const sum = (...names: readonly string[]) => names.reduce((total, name) => total + (stat.get(name) ?? Number.NaN), 0)
  // The cache includes memory that processes share, which the kernel cannot take back.
  const ofV2 = sum('anon', 'file') - sum('inactive_file') + kernelOf(stat)
  const takenV2 = mostlyTaken(sum('file') - sum('inactive_file', 'shmem')) + (stat.get('slab_reclaimable') ?? 0)
  const ofV1 = sum('total_rss', 'total_cache') - sum('total_inactive_file')
  const takenV1 = mostlyTaken(sum('total_cache') - sum('total_inactive_file', 'total_shmem'))
  const bytes = Number.isNaN(ofV2) ? ofV1 - takenV1 : ofV2 - takenV2
  return bytes > 0 ? bytes : undefined
}

/** @param active bytes in active pages of files; NaN if a file of an old kernel does not tell them from shared memory */
function mostlyTaken(active: number): number {
  return Math.max(0, (active || 0) - MOST_FILE_PAGES)
}

/** Before Linux 5.18, memory.stat has only the parts of the kernel’s memory. Buffers of sockets are never among them. */
function kernelOf(stat: Stat): number {
  const sum = (...names: readonly string[]) => names.reduce((total, name) => total + (stat.get(name) ?? 0), 0)
  return sum('sock') + (stat.get('kernel') ?? sum('kernel_stack', 'pagetables', 'percpu', 'slab'))
}

export const GREP = 'grep . memory.max memory.events memory.stat cpu.max'
const UNNAMED = `numbers without the name of their file were skipped: paste what ${GREP} prints`
const WITH_FILES =
  'memory.current and memory.peak include pages of files, which the kernel takes back before it kills, so we do not use them: paste memory.stat, too'

function problemsOf(textsOf: TextsOf, hasStat: boolean): string[] {
  const isUnnamed = textsOf('').some((text) => /^(max|\d+)$/.test(text))
  const usage = textsOf('memory.current', 'memory.peak', 'memory.usage_in_bytes', 'memory.max_usage_in_bytes')
  return [...(isUnnamed ? [UNNAMED] : []), ...(usage.length > 0 && !hasStat ? [WITH_FILES] : [])]
}
