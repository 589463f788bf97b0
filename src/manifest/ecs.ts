import { MIB } from '../units.ts'
import { filesIn, withCommand } from './compose.ts'
import { toEnvEntry } from './env.ts'
import { readDockerSize } from './kubernetes/kube-quantity.ts'
import { type Container, type EnvEntry, type Manifest, roleOfName } from './manifest.ts'
import { DOCKER_LEAST, toMemory, unreadMemory } from './tiny-memory.ts'
import { sharedMemory, unreadLimit } from './unread.ts'
import { child, children, lineOf, type Node, readDocuments, scalar } from './yaml.ts'

const UNITS_PER_CPU = 1024

/**
 * An Amazon ECS task definition in JSON or YAML: as registered, as `describe-task-definition` prints it, or only its list of
 * containers (docs.aws.amazon.com, “Amazon ECS task definition parameters”).
 */
export function parseEcs(text: string): Manifest {
  const whole = text.trimStart().startsWith('[') ? `{"containerDefinitions": ${text}}` : text
  const { nodes, problems } = readDocuments(whole)
  const tasks = nodes.map((node) => child(node, 'taskDefinition') ?? node)
  const containers = tasks.flatMap((task) =>
    children(task, 'containerDefinitions').map((one) => containerOfDefinition(one, task)),
  )
  return { kind: 'ecs', containers, problems }
}

/**
 * A container without a memory limit has that of its task, if it is alone. `cpu` of the task is a limit, of a container
 * a share.
 */
function containerOfDefinition(node: Node, task: Node): Container {
  const isOfTask = scalar(node, 'memory') === undefined
  const limit = sizeOf('limits', isOfTask ? task : node, 'memory')
  const isShared = isOfTask && limit.text !== '' && children(task, 'containerDefinitions').length > 1
  const sizes = [...(isShared ? [] : [limit]), sizeOf('requests', node, 'memoryReservation')]
  const variables = [...variablesIn(node, 'environment'), ...variablesIn(node, 'secrets')]
  const cpu = scalar(task, 'cpu') ?? ''
  const cpus = readCpus(cpu)
  const name = scalar(node, 'name') ?? ''
  return {
    name: name.slice(0, 63),
    role: scalar(node, 'essential') === 'false' ? 'sidecar' : roleOfName(name),
    ...toMemory(sizes, DOCKER_LEAST),
    cpuLimit: cpus !== undefined && cpus > 0 ? cpus : undefined,
    env: withCommand(variables, node, 'entryPoint', 'command'),
    unread: [
      ...(isShared ? [sharedMemory('task', limit.line)] : unreadMemory(sizes)),
      ...unreadLimit('cpuLimit', cpu, cpus, lineOf(task, 'cpu')),
      ...filesIn(node, 'environmentFiles'),
    ],
  }
}

/** A size without a unit is in MiB. A task may also have `2 GB`. */
function sizeOf(of: 'limits' | 'requests', node: Node, key: string) {
  const text = (scalar(node, key) ?? '').trim()
  const bytes = /^\d+$/.test(text) ? Number(text) * MIB : readDockerSize(text.replace(/\s+/g, ''))
  return { of, setting: `"${key}": `, text, bytes, line: lineOf(node, key) }
}

/** The CPUs of `512` (CPU units) or `.5 vCPU`; undefined for any other text. */
function readCpus(text: string): number | undefined {
  const [, number, unit] = /^\s*(\d+|\d*\.\d+)\s*(vcpu)?\s*$/i.exec(text) ?? []
  if (number === undefined) return undefined
  return Number(number) / (unit === undefined ? UNITS_PER_CPU : 1)
}

/** The variables of a list. Secrets have `valueFrom` instead of `value`, so their values are unknown. */
function variablesIn(node: Node, key: 'environment' | 'secrets'): EnvEntry[] {
  return children(node, key).flatMap((entry) => {
    const value = key === 'secrets' ? undefined : (scalar(entry, 'value') ?? '')
    const line = lineOf(entry, key === 'secrets' ? 'name' : 'value')
    return toEnvEntry(scalar(entry, 'name') ?? '', value, line, key === 'secrets' ? 'a secret' : undefined) ?? []
  })
}
