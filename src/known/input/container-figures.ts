import { toSizeText } from '../../units.ts'

/** Where a memory limit can be given that no input shows. @param size as it is to be written */
export function asLimit(size = '512MiB'): string {
  return `with --container ${size}, or as “Container limit” on the page`
}

const NO_PROGRAM = 'the memory of now, which tells neither live heap nor allocation rate'

/** `81.2MiB / 512MiB`, beside a percentage. */
const USAGE = /[\d.]{1,12}[KMGT]?i?B \/ ([\d.]{1,12}[KMGT]?i?B)\s{1,20}[\d.]{1,12}%/
const TOP_HEADER = /^(NAMESPACE\s+)?(POD\s+)?NAME\s+CPU\(cores\)/
/** A file of a cgroup, as `cat`, `head` or `grep` name it before what stands in it. */
const CGROUP_FILE = /\bmemory\.(max|high|current|stat|limit_in_bytes|usage_in_bytes)\b/
const CGROUP_LIMIT = /\bmemory\.(?:max|limit_in_bytes)(?: <==)?[\s:=]+(max|\d{1,20})\b/
/** As memory.stat has it, of cgroups v2 or v1. */
const STAT_LINES = [/^(anon|cache) \d+$/, /^(file|rss) \d+$/]
/** No container has this much: it stands for no limit in cgroups v1. */
const MOST_LIMIT = 2 ** 60

/**
 * What a text is that has the memory of a container alone, and how its limit is given; undefined for any other text.
 * @param lines those with something in them
 */
export function describeContainerFigures(lines: readonly string[]): string | undefined {
  const start = lines.slice(0, 3).join('\n')
  if (/\bMEM USAGE \/ LIMIT\b/.test(start) || USAGE.test(start)) return ofDockerStats(lines)
  if (lines.slice(0, 2).some((line) => TOP_HEADER.test(line)))
    return `this is what kubectl top prints: ${NO_PROGRAM}. The limit is in what kubectl get pod NAME -o yaml prints: paste that, or give it ${asLimit()}`
  const [, limit] = CGROUP_LIMIT.exec(CGROUP_FILE.test(start) ? lines.join('\n') : '') ?? []
  if (limit !== undefined || start === 'max') return ofLimit(limit ?? start)
  if (CGROUP_FILE.test(lines[0] ?? '') || STAT_LINES.every((pattern) => lines.some((line) => pattern.test(line))))
    return `these are figures of a cgroup: ${NO_PROGRAM}. The limit is in memory.max: give it ${asLimit()}`
  const isNumber = lines.length === 1 && /^\d{7,20}$/.test(start)
  if (!isNumber) return undefined
  return `this is a number alone. If it is the container’s limit, from memory.max, give it ${asLimit(toSizeText(Number(start)))}`
}

function ofDockerStats(lines: readonly string[]): string {
  const limits = new Set(lines.flatMap((line) => USAGE.exec(line)?.[1] ?? []))
  const [only] = limits.size === 1 ? limits : []
  const which = only === undefined ? 'The limit of each container' : `${only}`
  return `this is what docker stats prints: ${NO_PROGRAM}. ${which} behind the slash is the limit, or the memory of the machine if there is none: give it ${asLimit(only)}`
}

function ofLimit(text: string): string {
  const bytes = Number(text)
  return text === 'max' || bytes >= MOST_LIMIT
    ? `this is the memory limit of a cgroup, which has none: give that ${asLimit('off')}`
    : `this is the memory limit of a cgroup: give it ${asLimit(toSizeText(bytes))}`
}
