import { MIB } from '../units.ts'
import { filesIn, withCommand } from './compose.ts'
import { above } from './contradictions.ts'
import { toEnvEntry } from './env.ts'
import { readDockerSize } from './kubernetes/kube-quantity.ts'
import { type Container, type EnvEntry, type Manifest, roleOfName } from './manifest.ts'
import { DOCKER_LEAST, toMemory, unreadMemory } from './tiny-memory.ts'
import { unreadLimit } from './unread.ts'
import { child, children, lineOf, type Node, readDocuments, scalar } from './yaml.ts'

/** Units that make a CPU. */
const UNITS_PER_CPU = 1024

/**
 * Reads a task definition of Amazon ECS, which is JSON: as it is registered, as `describe-task-definition` answers it, or
 * the list of its containers alone (docs.aws.amazon.com, “Amazon ECS task definition parameters”).
 */
export function parseEcs(text: string): Manifest {
  const whole = text.trimStart().startsWith('[') ? `{"containerDefinitions": ${text}}` : text
  const { nodes, problems } = readDocuments(whole)
  const tasks = nodes.map((node) => child(node, 'taskDefinition') ?? node)
  const containers = tasks.flatMap((task) =>
    children(task, 'containerDefinitions').map((one) => toContainer(one, task)),
  )
  return { kind: 'ecs', containers, problems }
}

/** A container without a hard limit has that of its task. Its own `cpu` is a share, no limit; that of the task is one. */
function toContainer(node: Node, task: Node): Container {
  const limit = scalar(node, 'memory') === undefined ? task : node
  const sizes = [sizeOf('limits', limit, 'memory'), sizeOf('requests', node, 'memoryReservation')]
  const own = sizeOf('limits', node, 'memory')
  const whole = sizeOf('limits', task, 'memory')
  const contradictions = above('above-task', 'memory', { value: own.bytes, line: own.line }, whole.bytes)
  const cpu = scalar(task, 'cpu') ?? ''
  const cpus = readCpus(cpu)
  const name = scalar(node, 'name') ?? ''
  return {
    name: name.slice(0, 63),
    role: scalar(node, 'essential') === 'false' ? 'sidecar' : roleOfName(name),
    ...toMemory(sizes, DOCKER_LEAST),
    cpuLimit: cpus !== undefined && cpus > 0 ? cpus : undefined,
    ...(contradictions.length > 0 && { contradictions }),
    env: withCommand(
      [...variablesIn(node, 'environment'), ...variablesIn(node, 'secrets')],
      node,
      'entryPoint',
      'command',
    ),
    unread: [
      ...unreadMemory(sizes),
      ...unreadLimit('cpuLimit', cpu, cpus, lineOf(task, 'cpu')),
      ...filesIn(node, 'environmentFiles'),
    ],
  }
}

/** MiB where no unit is written: a task may have `2 GB`. */
function sizeOf(of: 'limits' | 'requests', node: Node, key: string) {
  const text = (scalar(node, key) ?? '').trim()
  const bytes = /^\d+$/.test(text) ? Number(text) * MIB : readDockerSize(text.replace(/\s+/g, ''))
  return { of, setting: `"${key}": `, text, bytes, line: lineOf(node, key) }
}

/** `512`, or `.5 vCPU`; undefined where it is neither. */
function readCpus(text: string): number | undefined {
  const [, number, unit] = /^\s*(\d+|\d*\.\d+)\s*(vcpu)?\s*$/i.exec(text) ?? []
  if (number === undefined) return undefined
  return Number(number) / (unit === undefined ? UNITS_PER_CPU : 1)
}

/** Secrets have `valueFrom` in place of `value`. */
function variablesIn(node: Node, key: 'environment' | 'secrets'): EnvEntry[] {
  return children(node, key).flatMap((entry) => {
    const value = key === 'secrets' ? undefined : (scalar(entry, 'value') ?? '')
    const line = lineOf(entry, key === 'secrets' ? 'name' : 'value')
    return toEnvEntry(scalar(entry, 'name') ?? '', value, line, key === 'secrets' ? 'a secret' : undefined) ?? []
  })
}
