import { MOST_FILE_PAGES } from '../../gctrace/memory-estimate.ts'
import { KIB } from '../../units.ts'

export interface MemoryFigure {
  readonly bytes: number
  /** The metric that has the same figure. */
  readonly metric: 'process_resident_memory_bytes' | 'container_memory_working_set_bytes'
  /** Whether these are the most bytes that were resident until now, or until the process ended; left out for neither. */
  readonly peak?: 'until-now' | 'until-end' | undefined
}

const METRIC = 'process_resident_memory_bytes'
const MOST_LINES = 200
const MOST_LINE = 20_000

/**
 * Resident memory from /proc/PID/status or smaps_rollup, ps, or `time -v`.
 * @returns undefined for any other text, and for several processes
 */
export function memoryFigureIn(lines: readonly string[]): MemoryFigure | undefined {
  if (lines.length > MOST_LINES || lines.some((line) => line.length > MOST_LINE)) return undefined
  const ofStatusFile = ofStatus(lines)
  if (ofStatusFile !== undefined) return ofStatusFile
  const most = ofTime(lines)
  if (most !== undefined) return { bytes: most, metric: METRIC, peak: 'until-end' }
  const resident = ofPs(lines)
  return resident === undefined ? undefined : { bytes: resident, metric: METRIC }
}

/**
 * Resident memory from /proc/PID/status (proc_pid_status(5)): VmHWM is its peak, VmRSS the present value. Before the
 * kernel kills, it takes file pages (RssFile) back, so of these only as many count as the program’s own file may have.
 * In smaps_rollup (proc_pid_smaps(5)), Rss is the present value, and Pss_File the file pages without the part of other
 * processes that share them.
 */
function ofStatus(lines: readonly string[]): MemoryFigure | undefined {
  const pairs = lines.flatMap((line) => {
    const [, name, kib = ''] = /^(Name|Pid|VmHWM|VmRSS|RssFile|Rss|Pss_File):\s+(?:(\d{1,15}) kB$)?/.exec(line) ?? []
    return name === undefined ? [] : [[name, KIB * Number(kib)] as const]
  })
  const bytesOf = new Map(pairs)
  if (bytesOf.size < pairs.length) return undefined
  const get = (name: string, other = name) => bytesOf.get(name) ?? bytesOf.get(other)
  const [now, most, ofFiles = 0] = [get('VmRSS', 'Rss'), get('VmHWM'), get('RssFile', 'Pss_File')]
  const mapped = now === undefined ? 0 : Math.max(0, ofFiles - MOST_FILE_PAGES)
  const bytes = Math.max(now ?? 0, most ?? 0) - mapped
  return bytes > 0 ? { bytes, metric: METRIC, peak: most === undefined ? undefined : 'until-now' } : undefined
}

/** What `time -v` prints before its figures. */
const TIMED = 'Command being timed: "'
/** GNU time, with -v, prints when the process has ended. A command that starts another program has its own memory, or that of a compiler. */
function ofTime(lines: readonly string[]): number | undefined {
  const all = lines.flatMap((line) => /^Maximum resident set size \(kbytes\): (\d{1,15})$/.exec(line)?.[1] ?? [])
  const commands = lines.flatMap((line) => (line.startsWith(TIMED) ? line.slice(TIMED.length) : []))
  return all.length === 1 && commands.length === 1 && isProgram(commands[0]!) ? mostKiB(all) : undefined
}

/** Whether a command is a program by its path, perhaps with variables before it: not go, docker, sudo or a shell. */
function isProgram(command: string): boolean {
  const [first = ''] = command
    .slice(0, MOST_COMMAND)
    .split(' ')
    .filter((word) => !/^\w+=/.test(word))
  return first.includes('/') && !/^\/(?:usr\/)?s?bin\//.test(first) && !isOtherProgram(first)
}

const MOST_COMMAND = 2000

/** Commands that only start or show other programs: their memory is not that of the program. */
const OTHERS =
  /^(?:go[\d.]*|gotip|make|docker(?:-compose)?|podman|nerdctl|kubectl|ssh|sudo|env|timeout|nice|(?:ba|da|z|a)?sh|[efz]?grep|ps|awk|sed|watch|tmux|screen)$/

function isOtherProgram(word: string): boolean {
  return OTHERS.test(word.slice(word.lastIndexOf('/') + 1))
}

/** A line of `ps aux`: user, PID, shares, VSZ, RSS, terminal, state, start, CPU time, command. */
const PS_AUX =
  /^\S+\s+\d+\s+[\d.]+\s+[\d.]+\s+\d+\s+(\d{1,15})\s+\S+\s+[A-Z]\S{0,6}\s+\S+\s+\d+:\d\d(?:\.\d\d)?\s+(\S+)/
/** Columns of ps whose values are one word. */
const ONE_WORD =
  /^(?:USER|[PU]ID|PPID|PGID|LWP|%CPU|%MEM|VSZ|SZ|C|F|NI|PRI|PSR|S|STAT|TTY?|TIME|STIME|ELAPSED|MAJFLT?|TRS|DRS|ADDR|WCHAN)$/

/** ps: with its heading, or `ps aux` through grep, which leaves the heading out. */
function ofPs(lines: readonly string[]): number | undefined {
  const at = lines.findIndex((line) => /(?:^|\s)PID\s/.test(`${line} `) && /(?:^|\s)RSS(?:\s|$)/.test(line))
  if (at < 0) {
    const rows = lines.flatMap((line) => {
      const [, size, command = ''] = PS_AUX.exec(line) ?? []
      return size === undefined || isOtherProgram(command) ? [] : size
    })
    return rows.length === 1 ? mostKiB(rows) : undefined
  }
  const columns = lines[at]!.split(/\s+/)
  const column = columns.indexOf('RSS')
  const rows = lines.slice(at + 1).map((line) => line.split(/\s+/)[column] ?? '')
  const isPlain = columns.slice(0, column).every((name) => ONE_WORD.test(name))
  return isPlain && rows.length === 1 && /^\d{1,15}$/.test(rows[0]!) ? mostKiB(rows) : undefined
}

function mostKiB(texts: readonly string[]): number | undefined {
  return Math.max(0, ...texts.map(Number)) * KIB || undefined
}
