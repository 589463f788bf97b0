import { formatShare, formatSize } from '../../format.ts'
import { toGoMemLimit } from '../../scenario/go-env.ts'
import type { Scenario } from '../../scenario/types.ts'
import { GIB, KIB, limitBytes, MIB, toLimit } from '../../units.ts'
import { toGoSettings } from './settings.ts'

/** Share of the container's memory that is usually left for what Go does not count. */
const HEADROOM = 0.1
/** Less than this is no headroom worth the name. */
const LEAST_HEADROOM = 0.05

/**
 * The settings as part of a Kubernetes container: `resources` and `env`. GOMEMLIMIT is a value of its own with
 * headroom below `limits.memory`, since a `resourceFieldRef` gives Go all of the container's memory.
 */
export function toKubernetesYaml(scenario: Scenario): string {
  const { gogc, memoryLimit, procs, notes } = toGoSettings(scenario)
  const memory = toMemory(scenario)
  const lines = [
    '# Part of a container in a pod template.',
    ...[...notes, ...memory.notes].map((note) => `# ${note}`),
    'resources:',
    '  limits:',
    `    cpu: "${procs}"`,
    ...(memory.limit === undefined ? [] : [`    memory: "${memory.limit}"`]),
    'env:',
    ...variable('GOGC', gogc),
    ...variable('GOMEMLIMIT', memoryLimit),
    ...variable('GOMAXPROCS', procs),
  ]
  return `${lines.join('\n')}\n`
}

function variable(name: string, value: string): readonly string[] {
  return [`  - name: ${name}`, `    value: "${value}"`]
}

interface Memory {
  /** As Kubernetes writes quantities; undefined for no limit. */
  readonly limit: string | undefined
  readonly notes: readonly string[]
}

function toMemory({ memoryLimit, containerLimit, program }: Scenario): Memory {
  const goLimit = limitBytes(memoryLimit)
  const container = limitBytes(containerLimit)
  const outside = program.outsideMemory
  if (goLimit === Infinity && container === Infinity) return { limit: undefined, notes: ['No limits in this run.'] }
  if (container === Infinity) {
    const bytes = Math.ceil((goLimit + outside) / (1 - HEADROOM) / MIB) * MIB
    const notes = [
      `limits.memory is no part of the run: GOMEMLIMIT${outside > 0 ? ' and memory outside Go' : ''} and 10 % of headroom.`,
    ]
    return { limit: toQuantity(bytes), notes }
  }
  const limit = toQuantity(container)
  const room = (container - outside) * (1 - HEADROOM)
  const advised = room >= MIB ? toGoMemLimit(toLimit(Math.floor(room / MIB) * MIB)) : undefined
  const advice = advised === undefined ? [] : [`With 10 % of headroom it would be ${advised}.`]
  if (goLimit === Infinity) return { limit, notes: ['GOMEMLIMIT is off in this run.', ...advice] }
  const left = container - outside - goLimit
  if (left <= LEAST_HEADROOM * container)
    return { limit, notes: ['GOMEMLIMIT leaves hardly any headroom below limits.memory.', ...advice] }
  const share = formatShare(left / container)
  return {
    limit,
    notes: [`Headroom for what GOMEMLIMIT does not count: ${formatSize(left)}, ${share} of limits.memory.`],
  }
}

const UNITS = [
  ['Gi', GIB],
  ['Mi', MIB],
  ['Ki', KIB],
] as const

/** A Kubernetes quantity of at most these bytes: exact where they are whole. */
function toQuantity(bytes: number): string {
  const whole = Math.floor(bytes)
  const [suffix, unit] = UNITS.find(([, factor]) => whole >= factor && whole % factor === 0) ?? ['', 1]
  return whole / unit + suffix
}
