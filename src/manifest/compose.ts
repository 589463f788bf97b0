import { setByCommand } from './command.ts'
import { toEnvEntry } from './env.ts'
import { readCpuQuota, readDockerSize } from './kubernetes/kube-quantity.ts'
import type { Container, EnvEntry, Manifest, Unread } from './manifest.ts'
import { DOCKER_LEAST, swapBeyond, toMemory, unreadMemory, type WrittenMemory } from './tiny-memory.ts'
import { FROM_CALLER, FROM_TEMPLATE, unreadLimit, withDefaults, withOpenLimits } from './unread.ts'
import { type Line, splitWords } from './words.ts'
import { child, children, countIn, isTemplate, lineOf, type Node, pairs, readDocuments, scalar, texts } from './yaml.ts'

/** Keys of a service that a whole compose file does not have. */
const OF_SERVICE = ['image', 'build', 'container_name', 'mem_limit', 'environment', 'deploy', 'extends']

/** Reads a compose file: services with or without the key `services`, or a single service. */
export function parseCompose(text: string): Manifest {
  const { nodes, problems } = readDocuments(text)
  const containers = nodes.flatMap((node) => {
    const services = child(node, 'services') ?? servicesAlone(node)
    if (!services) return [containerOfService(node, '')]
    return pairs(services).flatMap(({ key, node: service }) => (service ? containerOfService(service, key) : []))
  })
  return { kind: 'compose', containers, problems }
}

/** Services without the key `services`, as in version 1 of compose or in a part of a file. */
function servicesAlone(node: Node): Node | undefined {
  if (isService(node)) return undefined
  return pairs(node).some(({ node: one }) => one && isService(one)) ? node : undefined
}

function isService({ map }: Node): boolean {
  return OF_SERVICE.some((key) => map.has(key))
}

/** The maps of a service in which limits stand. */
const LIMITS_IN = [[], ['deploy'], ['deploy', 'resources'], ['deploy', 'resources', 'limits']]

/** We do not read what a service extends (Compose file reference, “extends”): it may set all that is missing here. */
function containerOfService(node: Node, name: string): Container {
  const sizes = sizesOf(node)
  const { cpuLimit, cpuRequest, ...cpus } = cpusOf(node)
  const memory = toMemory(sizes, DOCKER_LEAST)
  const unread = [...unreadMemory(sizes), ...cpus.unread]
  const env = [...fromList(node), ...fromMap(node, 'environment')]
  const container: Container = {
    name: name.slice(0, 63),
    role: 'main',
    ...memory,
    ...swapBeyond(memory.memoryLimit, textOf(node, 'memswap_limit')),
    cpuLimit,
    cpuRequest,
    env: [...env, ...setByCommand(wordsIn(node, ['entrypoint', 'command']).map(interpolatedWord), env)],
    unread: [...unread, ...filesIn(node, 'env_file'), ...unreadVariables(node, 'environment')],
    ...(!['image', 'build', 'extends'].some((key) => node.map.has(key)) && { isPart: true }),
  }
  const path = LIMITS_IN.find((one) => isTemplate(node, ...one))
  const at = path && child(node, ...path)
  const templated = at ? withOpenLimits(container, { from: FROM_TEMPLATE, line: lineOf(at), mayBe: true }) : container
  if (!node.map.has('extends')) return templated
  const by = { from: 'the service that it extends', line: lineOf(node, 'extends'), mayBe: true } as const
  const limited = withOpenLimits(templated, by)
  return { ...limited, unread: [...(limited.unread ?? []), { of: 'variables', ...by }] }
}

/** The variables under a key, if a template stands in place of some: in their list or map, or where the key would be. */
export function unreadVariables(node: Node, key: string): Unread[] {
  const isOpen = isTemplate(node, key) || children(node, key).some((one) => isTemplate(one))
  const isAbove = isTemplate(node) && !node.map.has(key)
  return isOpen || isAbove
    ? [{ of: 'variables', from: FROM_TEMPLATE, line: lineOf(node, isOpen ? key : undefined) }]
    : []
}

export function filesIn(node: Node, key: string): Unread[] {
  const file = { of: 'variables', from: key, line: lineOf(node, key) } as const
  return Array.from({ length: countIn(node, key) }, () => file)
}

function sizesOf(node: Node): WrittenMemory[] {
  const size = (of: 'limits' | 'requests', from: Node | undefined, key: string, within = '') => {
    const text = from ? textOf(from, key).trim() : ''
    return from
      ? [{ of, setting: `${within}${key}: `, text, bytes: readDockerSize(text), line: lineOf(from, key) }]
      : []
  }
  return [
    ...size('limits', node, 'mem_limit'),
    ...size('limits', child(node, 'deploy', 'resources', 'limits'), 'memory', 'limits: '),
    ...size('requests', node, 'mem_reservation'),
    ...size('requests', child(node, 'deploy', 'resources', 'reservations'), 'memory', 'reservations: '),
  ]
}

/** In CPUs. The quota and its period are in microseconds (Compose file reference, “cpu_quota”). */
function cpusOf(node: Node) {
  const limits = child(node, 'deploy', 'resources', 'limits')
  const reserved = child(node, 'deploy', 'resources', 'reservations')
  const read = (of: Node | undefined, key: string) => {
    const value = of ? Number(textOf(of, key)) : Number.NaN
    return value > 0 ? value : undefined
  }
  const unread = (of: Node | undefined, key: string) =>
    of ? unreadLimit('cpuLimit', textOf(of, key), Number(textOf(of, key)), lineOf(of, key)) : []
  const byQuota = readCpuQuota(textOf(node, 'cpu_quota'), microsecondsIn(textOf(node, 'cpu_period')))
  return {
    cpuLimit: read(limits, 'cpus') ?? read(node, 'cpus') ?? byQuota,
    cpuRequest: read(reserved, 'cpus'),
    unread: [...unread(limits, 'cpus'), ...unread(node, 'cpus'), ...unread(node, 'cpu_quota')],
  }
}

/** A period may be a duration: `50ms` (Compose file reference, “Specifying durations”). */
function microsecondsIn(text: string): string {
  const [, digits = text, unit = 'us'] = /^([\d.]+)(us|ms|s)$/.exec(text.trim()) ?? []
  return unit === 'us' ? digits : String(Number(digits) * (unit === 'ms' ? 1e3 : 1e6))
}

/** Stands for `$$` and `$${`: like a `$`, it is a part of no valid value, but it is no sign of a variable. */
const DOLLAR = '＄'

/** A value with the defaults of its variables filled in. `$$` is a literal `$` (Compose file reference, “Interpolation”). */
function interpolated(text: string): string {
  return withDefaults(text.replace(/\$\$\{?/g, DOLLAR))
}

/** A word of a command as its shell gets it: Compose itself replaces `${GOGC:-50}`, and `$$GOGC` becomes `$GOGC`. */
function interpolatedWord({ text, line }: Line): Line {
  return { text: text.replace(/\$(?:(\$)|\{[^{}]*\}|\w+)/g, (_, dollar = '…') => dollar), line }
}

/** The text of a key with its defaults filled in; `{{}}` for a template. */
function textOf(node: Node, key: string): string {
  return isTemplate(node, key) ? '{{}}' : interpolated(scalar(node, key) ?? '')
}

function fromList(node: Node): EnvEntry[] {
  return texts(node, 'environment').flatMap(({ text, line }) => {
    const at = text.indexOf('=')
    const [name, value] = at < 0 ? [text, undefined] : [text.slice(0, at), interpolated(text.slice(at + 1))]
    const entry = toEnvEntry(name, value, line, at < 0 ? FROM_CALLER : undefined)
    return entry ? [{ ...entry, isItem: true }] : []
  })
}

/** The variables, and those that the command sets. @param under the keys of the command: lists of words, or texts */
export function withCommand(env: readonly EnvEntry[], node: Node, ...under: readonly string[]): EnvEntry[] {
  return [...env, ...setByCommand(wordsIn(node, under), env)]
}

function wordsIn(node: Node, under: readonly string[]): Line[] {
  return under.flatMap((key) => {
    const whole = scalar(node, key)
    const line = lineOf(node, key)
    return whole === undefined ? texts(node, key) : splitWords(whole).map((text) => ({ text, line }))
  })
}

export function fromMap(node: Node, under: string): EnvEntry[] {
  const environment = child(node, under)
  if (!environment) return []
  return pairs(environment).flatMap(({ key, text, isTemplate, line }) => {
    if (isTemplate) return toEnvEntry(key, '{{}}', line) ?? []
    const value = text === undefined ? undefined : interpolated(text)
    return toEnvEntry(key, value, line, text === undefined ? FROM_CALLER : undefined) ?? []
  })
}
