import { KIB } from '../../units.ts'

/** What lines of the kernel’s log say of the process that it killed for lack of memory. Sizes in bytes. */
export interface KernelKill {
  readonly resident: number
  /** Whether its cgroup had reached its memory limit; else the machine had no memory left. */
  readonly isOfCgroup: boolean
  /** The limit of the cgroup, if there is a line with it. */
  readonly limit?: number | undefined
}

/** A line such as `Killed process 15450 (etcd) total-vm:900kB, anon-rss:500kB, file-rss:4kB, shmem-rss:0kB`. */
export const KILLED =
  /\bKilled process \d{1,10} \((.{1,15}?)\),?(?: UID \d{1,10},?)? total-vm:\d{1,15}kB, anon-rss:(\d{1,15})kB, file-rss:(\d{1,15})kB(?:, shmem-rss:(\d{1,15})kB)?/
/** What systemd says of a unit whose process was killed for lack of memory, in its log or its status. */
export const KILLED_UNIT = /\bFailed with result 'oom-kill'|\(Result: oom-kill\)|\bkilled by the OOM killer\b/
const OF_CGROUP = /\bMemory cgroup out of memory\b|\bkilled as a result of limit of\b|\bconstraint=CONSTRAINT_MEMCG\b/
const LIMIT = /\bmemory: usage \d{1,15}kB, limit (\d{1,19})kB/
/** The largest limit that a cgroup can have means no limit. */
const MOST_LIMIT = 2 ** 60
/** With more lines, a text is no part of the kernel’s log about one kill. */
const MOST_LINES = 5000

/** What the kernel’s log says of a killed program, with the largest figures; undefined if it killed several programs. */
export function kernelKillIn(lines: readonly string[]): KernelKill | undefined {
  if (lines.length > MOST_LINES) return undefined
  const kills = lines.flatMap((line) => {
    const [, name, ...sizes] = KILLED.exec(line) ?? []
    return name === undefined ? [] : { name, resident: KIB * sizes.reduce((sum, size = '0') => sum + Number(size), 0) }
  })
  if (new Set(kills.map(({ name }) => name)).size !== 1) return undefined
  const resident = Math.max(...kills.map((one) => one.resident))
  const limits = lines.flatMap((line) => KIB * Number(LIMIT.exec(line)?.[1] ?? 0) || [])
  const limit = Math.max(0, ...limits)
  return {
    resident,
    isOfCgroup: lines.some((line) => OF_CGROUP.test(line)),
    // A limit that is less than what was resident is that of another kill.
    ...(limit >= resident && limit < MOST_LIMIT && { limit }),
  }
}
