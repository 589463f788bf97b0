import { withCommand } from './compose.ts'
import { parseDockerRun } from './docker-run.ts'
import { readCpuQuota } from './kubernetes/kube-quantity.ts'
import type { Container, EnvEntry, Manifest } from './manifest.ts'
import { DOCKER_LEAST, toMemory } from './tiny-memory.ts'
import { toEntries } from './words.ts'
import { child, children, lineOf, type Node, readDocuments, scalar, texts } from './yaml.ts'

/**
 * Reads a command that starts a container of docker or podman, or the output of `docker inspect` or
 * `docker service inspect`.
 */
export function parseDocker(text: string): Manifest {
  if (!/^\s*[[{]/.test(text)) return parseDockerRun(text)
  const { nodes, problems } = readDocuments(text.trimStart().startsWith('[') ? `{"containers": ${text}}` : text)
  const all = nodes.flatMap((node) => (node.map.has('containers') ? children(node, 'containers') : [node]))
  return { kind: 'docker-run', containers: all.flatMap(toContainers), problems }
}

function toContainers(node: Node): Container[] {
  const host = child(node, 'HostConfig')
  if (host) return [toContainer(node, host)]
  const spec = child(node, 'Spec')
  const task = spec && child(spec, 'TaskTemplate')
  return task ? [toService(spec, task)] : []
}

/** 0 means no limit in all fields (Docker Engine API, ContainerInspect). `Env` includes the variables of env files. */
function toContainer(node: Node, host: Node): Container {
  const cpus = toCpus(host, 'NanoCpus') ?? readCpuQuota(scalar(host, 'CpuQuota'), scalar(host, 'CpuPeriod'))
  return {
    name: (scalar(node, 'Name') ?? '').replace(/^\//, '').slice(0, 63),
    role: 'main',
    ...toMemory(
      [sizeIn(host, 'Memory', 'limits', '-m '), sizeIn(host, 'MemoryReservation', 'requests', '--memory-reservation ')],
      DOCKER_LEAST,
    ),
    cpuLimit: cpus,
    env: toEnv(child(node, 'Config'), 'Entrypoint', 'Cmd'),
  }
}

/** A service of a swarm (Docker Engine API, ServiceInspect). Absent parts are no limits. */
function toService(spec: Node, task: Node): Container {
  const resources = child(task, 'Resources')
  const [limits, reserved] = ['Limits', 'Reservations'].map((key) => resources && child(resources, key))
  const limit = sizeIn(limits, 'MemoryBytes', 'limits', '--limit-memory ')
  const request = sizeIn(reserved, 'MemoryBytes', 'requests', '--reserve-memory ')
  return {
    name: (scalar(spec, 'Name') ?? '').slice(0, 63),
    role: 'main',
    ...toMemory([limit, request], DOCKER_LEAST),
    cpuLimit: toCpus(limits, 'NanoCPUs'),
    env: toEnv(child(task, 'ContainerSpec'), 'Command', 'Args'),
  }
}

function sizeIn(node: Node | undefined, key: string, of: 'limits' | 'requests', setting: string) {
  const text = (node && scalar(node, key)) ?? ''
  return { of, setting, text, bytes: Number(text), line: node ? lineOf(node, key) : 1 }
}

/** undefined for 0, which is no limit. */
function toCpus(node: Node | undefined, key: string): number | undefined {
  const nano = Number((node && scalar(node, key)) ?? '')
  return nano > 0 ? nano / 1e9 : undefined
}

/** The variables of `Env`, and those that the command sets. */
function toEnv(config: Node | undefined, entry: string, args: string): EnvEntry[] {
  if (!config) return []
  const env = texts(config, 'Env').flatMap(({ text, line }) => toEntries([text], line))
  return withCommand(env, config, entry, args)
}
