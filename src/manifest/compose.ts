import { toEnvEntry } from './env.ts'
import { readDockerSize } from './kube-quantity.ts'
import type { Container, EnvEntry, Manifest } from './manifest.ts'
import { setByCommand } from './shell.ts'
import { DOCKER_LEAST, toMemory, unreadMemory } from './tiny-memory.ts'
import { FROM_CALLER, unreadLimit, withDefaults } from './unread.ts'
import { splitWords } from './words.ts'
import { child, countIn, isTemplate, keys, lineOf, type Node, readDocuments, scalar, texts } from './yaml.ts'

/** Reads docker-compose: services, or one of them alone. */
export function parseCompose(text: string): Manifest {
  const { nodes, problems } = readDocuments(text)
  const containers = nodes.flatMap((node) => {
    const services = child(node, 'services')
    if (!services) return [toContainer(node, '')]
    return keys(services).flatMap(({ key }) => {
      const service = child(services, key)
      return service ? [toContainer(service, key)] : []
    })
  })
  return { kind: 'compose', containers, problems }
}

function toContainer(node: Node, name: string): Container {
  const limits = child(node, 'deploy', 'resources', 'limits')
  const reserved = child(node, 'deploy', 'resources', 'reservations')
  const size = (of: 'limits' | 'requests', from: Node | undefined, key: string, within = '') => {
    const text = from ? textOf(from, key).trim() : ''
    return from
      ? [{ of, setting: `${within}${key}: `, text, bytes: readDockerSize(text), line: lineOf(from, key) }]
      : []
  }
  const sizes = [
    ...size('limits', node, 'mem_limit'),
    ...size('limits', limits, 'memory', 'limits: '),
    ...size('requests', node, 'mem_reservation'),
    ...size('requests', reserved, 'memory', 'reservations: '),
  ]
  const cpus = (of: Node | undefined, key: string) => {
    const value = of ? Number(textOf(of, key)) : Number.NaN
    return value > 0 ? value : undefined
  }
  const unreadCpus = (of: Node | undefined, key: string) =>
    of ? unreadLimit('cpuLimit', textOf(of, key), Number(textOf(of, key)), lineOf(of, key)) : []
  const files = Array.from({ length: countIn(node, 'env_file') }, () => ({
    of: 'variables' as const,
    from: 'env_file',
    line: lineOf(node, 'env_file'),
  }))
  return {
    name: name.slice(0, 63),
    role: 'main',
    ...toMemory(sizes, DOCKER_LEAST),
    cpuLimit: cpus(limits, 'cpus') ?? cpus(node, 'cpus'),
    cpuRequest: cpus(reserved, 'cpus'),
    env: withCommand([...fromList(node), ...fromMap(node, 'environment')], node, 'entrypoint', 'command'),
    unread: [...unreadMemory(sizes), ...unreadCpus(limits, 'cpus'), ...unreadCpus(node, 'cpus'), ...files],
  }
}

/** A text with the defaults that are written in it; of a template, the braces alone. */
function textOf(node: Node, key: string): string {
  return isTemplate(node, key) ? '{{}}' : withDefaults(scalar(node, key) ?? '')
}

function fromList(node: Node): EnvEntry[] {
  return texts(node, 'environment').flatMap(({ text, line }) => {
    const at = text.indexOf('=')
    const [name, value] = at < 0 ? [text, undefined] : [text.slice(0, at), withDefaults(text.slice(at + 1))]
    const entry = toEnvEntry(name, value, line, at < 0 ? FROM_CALLER : undefined)
    return entry ? [{ ...entry, isItem: true }] : []
  })
}

/** Variables with those that the command under these keys sets: each key a list of words, or a text of them. */
export function withCommand(env: readonly EnvEntry[], node: Node, ...under: readonly string[]): EnvEntry[] {
  const words = under.flatMap((key) => {
    const whole = scalar(node, key)
    const line = lineOf(node, key)
    return whole === undefined ? texts(node, key) : splitWords(whole).map((text) => ({ text, line }))
  })
  return [...env, ...setByCommand(words, env)]
}

/** Variables that stand in a map, by their names. */
export function fromMap(node: Node, under: string): EnvEntry[] {
  const environment = child(node, under)
  if (!environment) return []
  return keys(environment).flatMap(({ key }) => {
    const text = scalar(environment, key)
    const isOpen = text === undefined && !isTemplate(environment, key)
    const value = isOpen ? undefined : textOf(environment, key)
    return toEnvEntry(key, value, lineOf(environment, key), isOpen ? FROM_CALLER : undefined) ?? []
  })
}
