import { fromMap, withCommand } from './compose.ts'
import { toEnvEntry } from './env.ts'
import { resolveField } from './fields.ts'
import { readQuantity } from './kube-quantity.ts'
import { fillIn, type Value } from './kube-references.ts'
import { type Container, type EnvEntry, type FieldRef, type Manifest, roleOfName, type Unread } from './manifest.ts'
import { toMemory, unreadMemory } from './tiny-memory.ts'
import { FROM_TEMPLATE, unreadLimit } from './unread.ts'
import {
  child,
  children,
  countIn,
  isNoText,
  isTemplate,
  keys,
  lineOf,
  type Node,
  readDocuments,
  scalar,
} from './yaml.ts'

/** Reads Kubernetes YAML: any object with a pod in it, lists, several documents, and pieces of a pod. */
export function parseKubernetes(text: string): Manifest {
  const { nodes, problems } = readDocuments(text)
  const objects = nodes.flatMap(flatten)
  const maps = new Map(objects.flatMap((one) => configMapOf(one)))
  return { kind: 'kubernetes', containers: objects.flatMap((one) => containersOf(one, maps)), problems }
}

/** The data of ConfigMaps, by name. Only variables that set Go are ever read of them: the rest may be private. */
type ConfigMaps = ReadonlyMap<string, Node>

function configMapOf(node: Node): [name: string, data: Node][] {
  const metadata = child(node, 'metadata')
  const data = child(node, 'data')
  const name = metadata && scalar(metadata, 'name')
  return scalar(node, 'kind') === 'ConfigMap' && data && name ? [[name, data]] : []
}

function flatten(node: Node): Node[] {
  const items = children(node, 'items')
  return items.length > 0 ? items.flatMap(flatten) : [node]
}

/** The path to the pod in each kind. */
const POD_PATHS: readonly (readonly string[])[] = [
  ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  ['spec', 'template', 'spec'],
  ['template', 'spec'],
  ['spec'],
  [],
]

function containersOf(node: Node, maps: ConfigMaps): Container[] {
  // They hold private data and no container.
  if (['Secret', 'ConfigMap'].includes(scalar(node, 'kind') ?? '')) return []
  for (const path of POD_PATHS) {
    const pod = path.length === 0 ? node : child(node, ...path)
    const main = pod ? children(pod, 'containers') : []
    if (!pod || main.length === 0) continue
    const before = children(pod, 'initContainers')
    return [
      ...main.map((one) => withLimitsOf(pod, toContainer(one, roleOf(one), maps))),
      ...before.map((one) => toContainer(one, roleOfInit(one), maps)),
    ]
  }
  return scalar(node, 'kind') === undefined ? piecesOf(node) : []
}

/** What charts call the variables of a container in their values: `env`, `extraEnv`, `extraEnvVars`, `envs`, `environment`. */
const VARIABLES = /^(extra)?_?env(s|_?vars|ironment|ironment_?variables)?$/i
/** In values of a chart, containers may stand under names. */
const MOST_NESTED = 3
/** A map with more is none of a chart’s values. */
const MOST_KEYS = 1000

/** A piece of a pod, or the values of a chart: a container of each map with resources or variables. */
function piecesOf(node: Node, name = '', depth = 0): Container[] {
  if (node.map.items.length > MOST_KEYS) return []
  const all = keys(node).map(({ key }) => key)
  const variables = all.filter((key) => VARIABLES.test(key))
  const container = toContainer(node, 'main')
  const files = all.flatMap((key) =>
    isOpenList(node, key) ? [{ of: 'variables' as const, from: key, line: lineOf(node, key) }] : [],
  )
  const own = { ...container, unread: [...(container.unread ?? []), ...files], name: name.slice(0, 63) }
  const isPiece = ['resources', 'envFrom', ...variables, ...files.map(({ from }) => from)].some(
    (key) => child(node, key) || countIn(node, key) > 0 || isTemplate(node, key),
  )
  const env = variables.flatMap((key) => [
    ...entriesIn(node, key, container),
    ...fromMap(node, key).map((entry) => ({ ...entry, isItem: false })),
  ])
  const inner = all.filter((key) => key !== 'resources' && !variables.includes(key))
  return [
    ...(isPiece ? [{ ...own, env }] : []),
    ...(depth < MOST_NESTED
      ? inner.flatMap((key) => {
          const found = child(node, key)
          return found ? piecesOf(found, key, depth + 1) : []
        })
      : []),
  ]
}

/** `extraEnvFrom`, `extraEnvVarsCM`, `envFromSecret`: variables that stand elsewhere. */
const ELSEWHERE = /^(extra)?env(vars)?(from|cm|secret|configmap)(s|refs?|names?)?$/i

/** Whether a chart has variables there that cannot be read: in another object, or as a text for a template. */
function isOpenList(node: Node, key: string): boolean {
  if (key === 'envFrom') return false
  return ELSEWHERE.test(key) ? countIn(node, key) > 0 : VARIABLES.test(key) && (scalar(node, key)?.trim() ?? '') !== ''
}

/**
 * The variables of a list that set Go. Values of others are read too, as a variable may name them, and kept no longer.
 *
 * @param container whose limits a variable may be taken from
 */
function entriesIn(node: Node, key: string, container: Container, maps: ConfigMaps = new Map()): EnvEntry[] {
  const before = new Map<string, Value | undefined>()
  return children(node, key).flatMap((entry) => {
    const { value, line } = toValue(entry, before, container, maps)
    const name = scalar(entry, 'name') ?? ''
    before.set(name, value)
    return toEntry(entry, name, value, line) ?? []
  })
}

/** The value of a variable, and the line that it stands in; undefined if the manifest does not tell it. */
function toValue(
  entry: Node,
  before: ReadonlyMap<string, Value | undefined>,
  container: Container,
  maps: ConfigMaps,
): { readonly value: Value | undefined; readonly line: number } {
  const from = child(entry, 'valueFrom')
  const isWritten = entry.map.has('value')
  const line = lineOf(entry, isWritten ? 'value' : 'name')
  if (isWritten || !from) {
    const text = isTemplate(entry, 'value') ? '{{}}' : (scalar(entry, 'value') ?? '')
    return { value: fillIn(text, before, (field) => resolveField(container, field)), line }
  }
  const field = fieldOf(from)
  if (field) return { value: { field }, line }
  const ref = child(from, 'configMapKeyRef')
  const data = ref && maps.get(scalar(ref, 'name') ?? '')
  const key = (ref && scalar(ref, 'key')) ?? ''
  const text = data && scalar(data, key)
  return text === undefined ? { value: undefined, line } : { value: { text }, line: lineOf(data!, key) }
}

/** A field of the container’s own resources. */
function fieldOf(from: Node): FieldRef | undefined {
  const field = child(from, 'resourceFieldRef')
  const resource = (field && scalar(field, 'resource')) ?? ''
  const isKnown = /^(limits|requests)\.(memory|cpu)$/.test(resource)
  return field && isKnown ? { resource, divisor: divisorOf(field) } : undefined
}

/** All variables of the ConfigMaps of envFrom that stand in the same text, and whether these are all that it names. */
function fromMaps(node: Node, maps: ConfigMaps) {
  const named = children(node, 'envFrom').map((one) => {
    const ref = child(one, 'configMapRef')
    return scalar(one, 'prefix') ? undefined : ref && maps.get(scalar(ref, 'name') ?? '')
  })
  const found = named.filter((data) => data !== undefined)
  const env = found.flatMap((data) =>
    keys(data).flatMap(({ key, line }) => toEnvEntry(key, scalar(data, key), line) ?? []),
  )
  return { env: env.map((entry) => ({ ...entry, isItem: false })), isAll: found.length === countIn(node, 'envFrom') }
}

/** Limits of the whole pod hold for a container that has none of its own (Kubernetes 1.34, pod-level resources). */
function withLimitsOf(pod: Node, container: Container): Container {
  const { memoryLimit, cpuLimit } = toContainer(pod, 'main')
  return { ...container, memoryLimit: container.memoryLimit ?? memoryLimit, cpuLimit: container.cpuLimit ?? cpuLimit }
}

function roleOf(node: Node): Container['role'] {
  return roleOfName(scalar(node, 'name') ?? '')
}

/** Kubernetes 1.29: an init container with restartPolicy Always keeps running beside the others. */
function roleOfInit(node: Node): Container['role'] {
  return scalar(node, 'restartPolicy') === 'Always' ? 'sidecar' : 'init'
}

function toContainer(node: Node, role: Container['role'], maps: ConfigMaps = new Map()): Container {
  const cpus = (kind: string) => {
    const resources = child(node, 'resources', kind)
    return resources && readQuantity(scalar(resources, 'cpu'))
  }
  const sizes = (['limits', 'requests'] as const).flatMap((of) => memoryOf(node, of))
  const memory = toMemory(sizes)
  const cpuLimit = cpus('limits')
  const shared = fromMaps(node, maps)
  const container = {
    name: (scalar(node, 'name') ?? '').slice(0, 63),
    role,
    ...memory,
    memoryRequest: asksFor(node, 'memory') ? memory.memoryRequest : memory.memoryLimit,
    cpuLimit,
    cpuRequest: asksFor(node, 'cpu') ? cpus('requests') : cpuLimit,
    env: [],
    unread: [...unreadMemory(sizes), ...unreadCpu(node), ...unreadResources(node), ...variablesOf(node, shared.isAll)],
  }
  const own = entriesIn(node, 'env', container, maps)
  return { ...container, env: withCommand([...shared.env, ...own], node, 'command', 'args') }
}

/**
 * Whether a request is written, readable or not. Where none is, Kubernetes takes the limit for it (kubernetes.io,
 * “Resource Management for Pods and Containers”).
 */
function asksFor(node: Node, key: 'memory' | 'cpu'): boolean {
  const resources = child(node, 'resources')
  const requests = resources && child(resources, 'requests')
  return requests ? isTemplate(resources, 'requests') || textOf(requests, key) !== '' : false
}

/** A text; of a template, the braces alone. */
function textOf(node: Node, key: string): string {
  return isTemplate(node, key) ? '{{}}' : (scalar(node, key)?.trim() ?? '')
}

function unreadCpu(node: Node): Unread[] {
  const limits = child(node, 'resources', 'limits')
  if (!limits) return []
  const text = textOf(limits, 'cpu')
  return unreadLimit('cpuLimit', text, readQuantity(text), lineOf(limits, 'cpu'))
}

/** A template in place of all limits, which may set any of them. */
function unreadResources(node: Node): Unread[] {
  const resources = child(node, 'resources')
  const at = isTemplate(node, 'resources') ? node : resources && isTemplate(resources, 'limits') ? resources : undefined
  if (!at) return []
  const line = lineOf(at, at === node ? 'resources' : 'limits')
  return (['memoryLimit', 'cpuLimit'] as const).map((of) => ({ of, from: FROM_TEMPLATE, line }))
}

/** Variables that are not in the manifest: whole ConfigMaps and Secrets, and a template in place of a list. */
function variablesOf(node: Node, isRead: boolean): Unread[] {
  const line = lineOf(node, 'envFrom')
  const files = Array.from({ length: isRead ? 0 : countIn(node, 'envFrom') }, () => ({ from: 'envFrom', line }))
  const template = isTemplate(node, 'env') ? [{ from: FROM_TEMPLATE, line: lineOf(node, 'env') }] : []
  return [...files, ...template].map((one) => ({ of: 'variables', ...one }))
}

function memoryOf(node: Node, of: 'limits' | 'requests') {
  const resources = child(node, 'resources', of)
  if (!resources) return []
  const text = textOf(resources, 'memory')
  return [{ of, setting: `${of}: memory: `, text, bytes: readQuantity(text), line: lineOf(resources, 'memory') }]
}

function toEntry(node: Node, name: string, value: Value | undefined, line: number): EnvEntry | undefined {
  const from = child(node, 'valueFrom')
  const text = value && 'text' in value ? value.text : undefined
  const entry = toEnvEntry(name, text, line, from && sourceOf(from))
  if (entry && isNoText(node, 'value')) return { ...entry, isNoText: true }
  return entry && value && 'field' in value ? { ...entry, field: value.field } : entry
}

/** Where a value comes from, in words: only the kind, as names may be private. */
function sourceOf({ map }: Node): string {
  if (map.has('configMapKeyRef')) return 'a ConfigMap'
  return map.has('secretKeyRef') ? 'a Secret' : 'valueFrom'
}

/** Keeps only valid quantities, since the page shows the text. */
function divisorOf(field: Node): string | undefined {
  const text = scalar(field, 'divisor') ?? ''
  return text.length < 10 && readQuantity(text) !== undefined ? text : undefined
}
