import { toSizeText } from '../../units.ts'
import { TOP_HEADING, USAGE } from './container-usage.ts'

/** Where the user can give a memory limit. @param size the limit as text */
export function asLimit(size = '512MiB'): string {
  return `with --container ${size}, or as “Container limit” on the page`
}

const NO_PROGRAM = 'memory at one moment, which shows neither live heap nor allocation rate'
const ONE_LINE = 'Of several containers paste the heading and the line of one, beside its log or metrics'
/** The name of a cgroup file, which `head` and `grep` print before its content. */
const CGROUP_FILE = /\bmemory\.(max|high|current|stat|limit_in_bytes|usage_in_bytes)\b/
const CGROUP_LIMIT = /\bmemory\.(?:max|limit_in_bytes)(?: <==)?[\s:=]+(max|\d{1,20})\b/
/** Lines of memory.stat, of cgroups v2 or v1. */
const STAT_LINES = [/^(anon|cache) \d+$/, /^(file|rss) \d+$/]
/** In cgroups v1, a number this large means no limit. */
const MOST_LIMIT = 2 ** 60

/**
 * What a text is that shows only the memory of a container, and how the user can give the container’s limit.
 * @param lines without empty lines
 */
export function describeContainerFigures(lines: readonly string[]): string | undefined {
  const start = lines.slice(0, 3).join('\n')
  if (/\bMEM USAGE ?\/ ?LIMIT\b/.test(start) || USAGE.test(start)) return ofDockerStats(lines)
  if (lines.slice(0, 2).some((line) => TOP_HEADING.test(line)))
    return `this is the output of kubectl top: ${NO_PROGRAM}. ${ONE_LINE}; its limit is in the output of kubectl get pod NAME -o yaml, or give it ${asLimit()}`
  const [, limit] = CGROUP_LIMIT.exec(CGROUP_FILE.test(start) ? lines.join('\n') : '') ?? []
  if (limit !== undefined || start === 'max') return ofLimit(limit ?? start)
  if (CGROUP_FILE.test(lines[0] ?? '') || STAT_LINES.every((pattern) => lines.some((line) => pattern.test(line))))
    return `these are figures of a cgroup: ${NO_PROGRAM}. Give the limit from memory.max ${asLimit()}`
  const isNumber = lines.length === 1 && /^\d{7,20}$/.test(start)
  if (!isNumber) return undefined
  return `this is only a number. If it is the container’s limit, from memory.max, give it ${asLimit(toSizeText(Number(start)))}`
}

function ofDockerStats(lines: readonly string[]): string {
  const limits = new Set(lines.flatMap((line) => USAGE.exec(line)?.[2]?.replace(' ', '') ?? []))
  const [only] = limits.size === 1 ? limits : []
  return `this is the output of docker stats: ${NO_PROGRAM}. ${ONE_LINE}. ${aboutLimit(only)}`
}

/** What the size after the slash in docker stats is. @param size undefined if there are several */
export function aboutLimit(size: string | undefined): string {
  const which = size ?? 'The limit of each container'
  return `${which} after the slash is the limit, or the memory of the machine if there is no limit: give it ${asLimit(size)}`
}

function ofLimit(text: string): string {
  const bytes = Number(text)
  return text === 'max' || bytes >= MOST_LIMIT
    ? `this is the memory limit of a cgroup: no limit. Give it ${asLimit('off')}`
    : `this is the memory limit of a cgroup: give it ${asLimit(toSizeText(bytes))}`
}
