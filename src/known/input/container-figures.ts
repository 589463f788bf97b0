import { toSizeText } from '../../units.ts'
import { GREP } from './cgroup.ts'
import { CRICTL_HEADING, TOP_HEADING, USAGE, USAGE_IN_JSON } from './container-usage.ts'

/** Where the user can give a memory limit. @param size the limit as text */
export function asLimit(size = '512MiB'): string {
  return `with --container ${size}, or as “Container limit” on the page`
}

const NO_PROGRAM = 'memory at one moment, which shows neither live heap nor allocation rate'
const ONE_LINE = 'Of several containers paste the heading and the line of one, beside its log or metrics'
const ONE_OBJECT = 'Of several containers paste the object of one, beside its log or metrics'
/** The name of a cgroup file, which `head` and `grep` print before its content. */
const CGROUP_FILE =
  /\b(memory\.(max|high|current|peak|stat|events|limit_in_bytes|usage_in_bytes|oom_control)|cpu\.(max|stat))\b/
/** Lines of memory.stat (of cgroups v2 or v1), of memory.events, and of cpu.stat. */
const CGROUP_LINES = [/^(anon|cache|oom|under_oom|usage_usec) \d+$/, /^(file|rss|oom_kill|user_usec) \d+$/]

/**
 * What a text is that shows only the memory of a container, and how the user can give the container’s limit.
 * @param lines without empty lines
 */
export function describeContainerFigures(lines: readonly string[]): string | undefined {
  const start = lines.slice(0, 3).join('\n')
  const isJson = /^[[{]/.test(start)
  if (isJson && lines.some((line) => USAGE_IN_JSON.test(line))) return ofDockerStats(lines, USAGE_IN_JSON, ONE_OBJECT)
  if (/\bMEM USAGE ?\/ ?LIMIT\b/.test(start) || USAGE.test(start)) return ofDockerStats(lines, USAGE, ONE_LINE)
  const hasHeading = (heading: RegExp) => lines.slice(0, 2).some((line) => heading.test(line))
  if (hasHeading(TOP_HEADING)) return ofContainers('kubectl top', ONE_LINE)
  if (hasHeading(CRICTL_HEADING)) return ofContainers('crictl stats', ONE_LINE)
  // Not what a kubelet answers, which has no such key.
  const isOfCrictl = ['"stats"', '"workingSetBytes"'].every((key) => lines.some((line) => line.includes(key)))
  if (isJson && isOfCrictl)
    return ofContainers('crictl stats', 'Of several containers paste what crictl stats -o json ID prints of one')
  if (start === 'max') return `this is the memory limit of a cgroup: no limit. Give it ${asLimit('off')}`
  if (CGROUP_FILE.test(start) || CGROUP_LINES.every((pattern) => lines.some((line) => pattern.test(line))))
    return `these are files of a cgroup without a limit, a kill or its memory, or of several: paste what ${GREP} prints for one, or give the limit from memory.max ${asLimit()}`
  const isNumber = lines.length === 1 && /^\d{7,20}$/.test(start)
  if (!isNumber) return undefined
  return `this is only a number. If it is the container’s limit, from memory.max, give it ${asLimit(toSizeText(Number(start)))}`
}

function ofContainers(command: string, one: string): string {
  return `this is the output of ${command}: ${NO_PROGRAM}. ${one}; its limit is in the output of kubectl get pod NAME -o yaml, or give it ${asLimit()}`
}

function ofDockerStats(lines: readonly string[], usage: RegExp, one: string): string {
  const limits = new Set(lines.flatMap((line) => usage.exec(line)?.[2]?.replace(' ', '') ?? []))
  const [only] = limits.size === 1 ? limits : []
  return `this is the output of docker stats: ${NO_PROGRAM}. ${one}. ${aboutLimit(only)}`
}

/**
 * What the size after the slash in docker stats is, and how to give it: podman writes `512MB`, which Kubernetes refuses.
 * @param size undefined if there are several
 */
export function aboutLimit(size: string | undefined): string {
  const which = size ?? 'The limit of each container'
  return `${which} after the slash is the limit, or the memory of the machine if there is no limit: give it ${asLimit(size?.replace(/(?<=\d)(k|[MGT])B$/, '$1'))}`
}
