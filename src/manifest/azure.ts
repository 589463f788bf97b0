import { withCommand } from './compose.ts'
import { toEnvEntry } from './env.ts'
import { readQuantity } from './kubernetes/kube-quantity.ts'
import { type Container, type EnvEntry, type Manifest, roleOfName } from './manifest.ts'
import { toMemory, unreadMemory, type WrittenMemory } from './tiny-memory.ts'
import { unreadLimit, withOpenLimits } from './unread.ts'
import { child, children, lineOf, type Node, readDocuments, scalar } from './yaml.ts'

/**
 * Container apps and container groups of Azure, in YAML or JSON: as `az` takes and prints them, and in ARM templates
 * (learn.microsoft.com, “Azure Container Apps ARM and YAML template specifications”, “YAML reference: Azure Container
 * Instances”).
 */
export function parseAzure(text: string): Manifest {
  const { nodes, problems } = readDocuments(text)
  const containers = nodes.flatMap((node) => containersIn(node))
  const isInGb = containers.some(({ memoryLimit }) => memoryLimit !== undefined) && /memoryInG[Bb]\b/.test(text)
  return { kind: 'azure', containers, problems: isInGb ? [...problems, IN_GB] : problems }
}

/** As its Virtual Kubelet does (github.com/virtual-kubelet/azure-aci, pkg/provider/aci.go). */
const IN_GB =
  'Azure does not say whether memoryInGB means 1000³ or 1024³ bytes: we take the less, 1000³. --container gives another limit'

/** Where a resource has its containers. `az container show` prints them without `properties`. */
const PATHS = [['properties', 'template'], ['properties'], ['template'], []]
/** A resource of a template may have others within. */
const MOST_NESTED = 4

function containersIn(node: Node, depth = 0): Container[] {
  const own = PATHS.flatMap((path) => {
    const group = child(node, ...path)
    if (!group) return []
    return [
      ...children(group, 'containers').map((one) => containerOf(one)),
      ...children(group, 'initContainers').map((one) => ({ ...containerOf(one), role: 'init' as const })),
    ]
  })
  const within = depth < MOST_NESTED ? children(node, 'resources') : []
  return [...own, ...within.flatMap((one) => containersIn(one, depth + 1))]
}

/** Its resources are its limits, also where it has only requests (“Container groups in Azure Container Instances”). */
function containerOf(node: Node): Container {
  const spec = child(node, 'properties') ?? node
  const by = [['limits'], ['requests'], []].flatMap((path) => child(spec, 'resources', ...path) ?? [])
  const sizes = by.flatMap(memoryIn).slice(0, 1)
  const ofCpu = by.find((one) => textOf(one, 'cpu') !== '')
  const [cpu, name] = [ofCpu ? textOf(ofCpu, 'cpu') : '', textOf(node, 'name')]
  const cpus = readQuantity(cpu)
  const variables = [...variablesIn(spec, 'env'), ...variablesIn(spec, 'environmentVariables')]
  const container: Container = {
    name: name.slice(0, 63),
    role: roleOfName(name),
    ...toMemory(sizes),
    cpuLimit: cpus || undefined,
    env: withCommand(variables, spec, 'command', 'args'),
    unread: [...unreadMemory(sizes), ...(ofCpu ? unreadLimit('cpuLimit', cpu, cpus, lineOf(ofCpu, 'cpu')) : [])],
  }
  return withOpenLimits(container, { from: 'Azure, which limits each container', line: lineOf(spec) })
}

/** `1Gi` of container apps; `memoryInGB` of container groups, which `az` prints as `memoryInGb`. */
function memoryIn(node: Node): WrittenMemory[] {
  const key = ['memory', 'memoryInGB', 'memoryInGb'].find((one) => textOf(node, one) !== '')
  if (key === undefined) return []
  const text = textOf(node, key)
  const bytes = readQuantity(key === 'memory' ? text : `${text}G`)
  return [{ of: 'limits', setting: `${key}: `, text, bytes, line: lineOf(node, key) }]
}

/** The text of a key. An expression of an ARM template is one, too, except for a number: `[json('0.5')]`. */
function textOf(node: Node, key: string): string {
  return filledIn(scalar(node, key) ?? '')
}

function filledIn(text: string): string {
  return text
    .trim()
    .replace(/^\[json\('([\d.]+)'\)\]$/, '$1')
    .replace(/^\[.*\]$/s, '{{}}')
}

/** Secrets have `secretRef` in place of `value`; of a secure value, `az` prints none. */
function variablesIn(node: Node, key: 'env' | 'environmentVariables'): EnvEntry[] {
  return children(node, key).flatMap((entry) => {
    const [text] = ['value', 'secureValue'].flatMap((one) => scalar(entry, one) ?? [])
    const line = lineOf(entry, entry.map.has('value') ? 'value' : 'name')
    return (
      toEnvEntry(
        scalar(entry, 'name') ?? '',
        text && filledIn(text),
        line,
        text === undefined ? 'a secret' : undefined,
      ) ?? []
    )
  })
}
