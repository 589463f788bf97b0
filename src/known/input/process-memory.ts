import { KIB } from '../../units.ts'

/** Where a process or its cgroup shows its memory, besides what Go reports of itself. */
export interface MemoryFigure {
  readonly bytes: number
  /** The metric that has the same figure. */
  readonly metric: 'process_resident_memory_bytes' | 'container_memory_working_set_bytes'
}

/** A text with more lines is no output of one of these programs. */
const MOST_LINES = 200

/**
 * The memory of one process: from /proc/PID/status, ps, or `time -v`; or of its cgroup, from memory.stat.
 * @returns undefined for any other text, and for several processes
 */
export function memoryFigureIn(lines: readonly string[]): MemoryFigure | undefined {
  if (lines.length > MOST_LINES) return undefined
  const resident = ofStatus(lines) ?? ofTime(lines) ?? ofPs(lines)
  if (resident !== undefined) return { bytes: resident, metric: 'process_resident_memory_bytes' }
  const workingSet = ofCgroup(lines)
  return workingSet === undefined ? undefined : { bytes: workingSet, metric: 'container_memory_working_set_bytes' }
}

/** proc_pid_status(5): VmHWM is the most memory that was resident, VmRSS what is. */
function ofStatus(lines: readonly string[]): number | undefined {
  const all = lines.flatMap((line) => /^Vm(?:HWM|RSS):\s+(\d{1,15}) kB$/.exec(line)?.[1] ?? [])
  const names = new Set(lines.flatMap((line) => /^Vm(?:HWM|RSS):/.exec(line)?.[0] ?? []))
  return names.size === all.length ? mostKiB(all) : undefined
}

/** GNU time, with -v. What go and docker start is another process, and the compiler may be the largest. */
const TIMED_OTHER = /^Command being timed: "(?:\S+=\S* )*(?:\S*\/)?(?:go|docker|podman|kubectl) /

function ofTime(lines: readonly string[]): number | undefined {
  if (lines.some((line) => TIMED_OTHER.test(line))) return undefined
  const all = lines.flatMap((line) => /^Maximum resident set size \(kbytes\): (\d{1,15})$/.exec(line)?.[1] ?? [])
  return all.length === 1 ? mostKiB(all) : undefined
}

/** A line of `ps aux`: user, PID, shares, VSZ, RSS, terminal, state, start, CPU time, command. */
const PS_AUX =
  /^\S+\s+\d+\s+[\d.]+\s+[\d.]+\s+\d+\s+(\d{1,15})\s+\S+\s+[A-Z]\S{0,6}\s+\S+\s+\d+:\d\d(?:\.\d\d)?\s+(?!grep\s)\S/

/** ps: with its heading, or `ps aux` through grep, which leaves the heading out. */
function ofPs(lines: readonly string[]): number | undefined {
  const at = lines.findIndex((line) => /(?:^|\s)PID\s/.test(`${line} `) && /(?:^|\s)RSS(?:\s|$)/.test(line))
  if (at < 0) {
    const rows = lines.flatMap((line) => PS_AUX.exec(line)?.[1] ?? [])
    return rows.length === 1 ? mostKiB(rows) : undefined
  }
  const column = lines[at]!.split(/\s+/).indexOf('RSS')
  const rows = lines.slice(at + 1).map((line) => line.split(/\s+/)[column] ?? '')
  return rows.length === 1 && /^\d{1,15}$/.test(rows[0]!) ? mostKiB(rows) : undefined
}

/** What `time -v` prints behind the output of its program, for a log that ends with it. */
export function timeBehind(text: string): string[] {
  const at = text.lastIndexOf('\tCommand being timed: "')
  const lines = text.slice(Math.max(0, at)).split(/\r?\n/)
  return at >= 0 && ofTime(lines.map((line) => line.trim())) !== undefined ? [lines.join('\n')] : []
}

function mostKiB(texts: readonly string[]): number | undefined {
  return Math.max(0, ...texts.map(Number)) * KIB || undefined
}

/**
 * The working set by memory.stat, as cAdvisor counts it: all memory of the cgroup without inactive file pages
 * (cgroups v2; v1 does not list the kernel’s own).
 */
function ofCgroup(lines: readonly string[]): number | undefined {
  const pairs = lines.flatMap((line) => {
    const [, name, bytes] = /^([a-z_]+) (\d{1,18})$/.exec(line) ?? []
    return name === undefined ? [] : [[name, Number(bytes)] as const]
  })
  const stat = new Map(pairs)
  if (stat.size < pairs.length) return undefined
  const sum = (...names: readonly string[]) => names.reduce((total, name) => total + (stat.get(name) ?? Number.NaN), 0)
  const ofV2 = sum('anon', 'file') - sum('inactive_file') + kernelOf(stat)
  const ofV1 = sum('total_rss', 'total_cache') - sum('total_inactive_file')
  const bytes = Number.isNaN(ofV2) ? ofV1 : ofV2
  return bytes > 0 ? bytes : undefined
}

/** Before Linux 5.18, memory.stat has only the parts of the kernel’s memory. Buffers of sockets are never among them. */
function kernelOf(stat: ReadonlyMap<string, number>): number {
  const sum = (...names: readonly string[]) => names.reduce((total, name) => total + (stat.get(name) ?? 0), 0)
  return sum('sock') + (stat.get('kernel') ?? sum('kernel_stack', 'pagetables', 'percpu', 'slab'))
}
