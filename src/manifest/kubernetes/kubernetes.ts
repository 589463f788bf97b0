import { fromMap, unreadVariables, withCommand } from '../compose.ts'
import { resolveField, toEnvEntry } from '../env.ts'
import {
  type Container,
  type EnvEntry,
  type FieldRef,
  GO_SETTINGS,
  type Limits,
  type Manifest,
  roleOfName,
  type Unread,
} from '../manifest.ts'
import { toMemory, unreadMemory } from '../tiny-memory.ts'
import { FROM_TEMPLATE, LIMITS, sharedMemory, unreadLimit, withOpenLimits } from '../unread.ts'
import {
  child,
  children,
  countIn,
  isTemplate,
  isUnquoted,
  keys,
  lineOf,
  type Node,
  readDocuments,
  scalar,
} from '../yaml.ts'
import { isDescription, parseDescription } from './described.ts'
import { limiterOf, limitersIn, notesOn } from './kube-policies.ts'
import { readQuantity } from './kube-quantity.ts'
import {
  type ConfigMaps,
  configMapsIn,
  fillIn,
  findMap,
  namespaceOf,
  refToAll,
  refToKey,
  toShared,
  type Value,
  workloadOf,
} from './kube-references.ts'
import {
  hasResources,
  inForce,
  isOomKilled,
  openBy,
  openByPatch,
  otherResources,
  withOpenLimit,
  withResources,
} from './parts.ts'

/**
 * Reads YAML or JSON: objects with a pod in them, lists, parts of a pod, chart values; and what `kubectl describe`
 * prints.
 */
export function parseKubernetes(text: string): Manifest {
  if (isDescription(text)) return parseDescription(text)
  const { nodes, problems: notRead } = readDocuments(text)
  const objects = nodes.flatMap(flatten)
  const maps = configMapsIn(objects)
  const limiters = limitersIn(objects)
  const containers = objects.flatMap((one) =>
    LIMITS.reduce(
      (own, of) => {
        const by = openBy(one) ?? limiterOf(one, limiters[of])
        return by ? own.map((container) => withOpenLimits(container, by, [of])) : own
      },
      containersOf(one, maps),
    ),
  )
  const problems = [...notRead, ...notesOn(objects)]
  return { kind: 'kubernetes', containers, ...(maps.size > 0 && { configMaps: toShared(maps) }), problems }
}

/** The objects and limits from which a container may take values. */
interface Around {
  readonly maps: ConfigMaps
  readonly namespace: string
  /** The limits of the containers of its pod, by name. */
  readonly limits: ReadonlyMap<string, Limits>
  /** Whether it stands in an object, whose values must have the right types. A chart may quote its own. */
  readonly isInObject?: boolean
}

const NOTHING_AROUND: Around = { maps: new Map(), namespace: '', limits: new Map() }

function flatten(node: Node): Node[] {
  const items = children(node, scalar(node, 'kind') === 'Template' ? 'objects' : 'items')
  return items.length > 0 ? items.flatMap(flatten) : [node]
}

const POD_PATHS: readonly (readonly string[])[] = [
  ['spec', 'jobTemplate', 'spec', 'template', 'spec'],
  // A job of Cloud Run.
  ['spec', 'template', 'spec', 'template', 'spec'],
  ['spec', 'template', 'spec'],
  // A ScaledJob of KEDA.
  ['spec', 'jobTargetRef', 'template', 'spec'],
  ['template', 'spec'],
  ['spec'],
  [],
]

function containersOf(node: Node, maps: ConfigMaps): Container[] {
  // They contain private data, but no container.
  if (['Secret', 'ConfigMap'].includes(scalar(node, 'kind') ?? '')) return []
  for (const path of POD_PATHS) {
    const pod = path.length === 0 ? node : child(node, ...path)
    const main = pod ? children(pod, 'containers').map((one) => inForce(node, one)) : []
    if (!pod || main.length === 0) continue
    const before = children(pod, 'initContainers').map((one) => inForce(node, one))
    const isShared = main.length + before.filter((one) => roleOfInit(one) === 'sidecar').length > 1
    const limits = new Map([
      ...before.map((one) => [scalar(one, 'name') ?? '', limitsOf(one)] as const),
      ...main.map((one) => [scalar(one, 'name') ?? '', withLimitsOf(pod, limitsOf(one), isShared)] as const),
    ])
    const isInObject = scalar(node, 'kind') !== undefined
    const around = { maps, namespace: namespaceOf(node), limits, isInObject }
    const workload = workloadOf(node)
    return [
      ...main.map((one) => {
        const container = withLimitsOf(pod, containerOfSpec(one, roleOf(one), around), isShared)
        const by = openByPatch(node, one, container)
        return by ? withOpenLimits(container, by) : container
      }),
      ...before.map((one) => containerOfSpec(one, roleOfInit(one), around)),
    ].map((one) => ({ ...one, ...workload, ...(isOomKilled(node, one) && { isOomKilled: true as const }) }))
  }
  return scalar(node, 'kind') === undefined ? piecesOf(withResources(node)) : []
}

/** The keys of variables in chart values: `env`, `extraEnv`, `extraEnvVars`, `envs`, `environment`. */
const VARIABLES = /^(extra)?_?env(s|_?vars|ironment|ironment_?variables)?$/i
/** A key of chart values for which the chart sets GOMEMLIMIT: `useGOMEMLIMIT` (OpenTelemetry Collector). */
const SWITCH = /go_?mem_?limit/i
/** In chart values, containers may be nested under names. */
const MOST_NESTED = 3
/** A map with more keys is not a part of chart values. */
const MOST_KEYS = 1000

/** The containers in a part of a pod, or in chart values: one for each map with resources or variables. */
function piecesOf(node: Node, name = '', depth = 0): Container[] {
  if (node.map.items.length > MOST_KEYS) return []
  const all = keys(node).filter((key) => !namesStage(node, key))
  const variables = all.filter((key) => VARIABLES.test(key) || (key === 'variables' && fromMap(node, key).length > 0))
  const container = containerOfSpec(node, 'main')
  const files = all.flatMap((key) =>
    isOpenList(node, key) ? [{ of: 'variables' as const, from: key, line: lineOf(node, key) }] : [],
  )
  const open = variables.flatMap((key) => (key === 'env' ? [] : unreadVariables(node, key)))
  const own = { ...container, unread: [...(container.unread ?? []), ...files, ...open], name: name.slice(0, 63) }
  const lists = ['envFrom', ...variables, ...files.map(({ from }) => from)]
  const isPiece =
    hasResources(node) || lists.some((key) => child(node, key) || isTemplate(node, key) || countIn(node, key) > 0)
  const switched = all.filter((key) => SWITCH.test(key) && !/^(false)?$/.test(scalar(node, key) ?? ''))
  const env = [
    ...switched.flatMap((key) => toEnvEntry('GOMEMLIMIT', undefined, lineOf(node, key), 'a value of the chart') ?? []),
    ...variables.flatMap((key) => [
      ...entriesIn(node, key, container),
      ...fromMap(node, key).map((entry) => ({ ...entry, isItem: false })),
    ]),
  ]
  const inner = all.filter((key) => key !== 'resources' && !variables.includes(key))
  // A chart merges these into its own containers by name (`prometheusSpec.containers`).
  const parts = [...children(node, 'containers'), ...children(node, 'services').filter(hasResources)]
  const listed = parts.map((one) => withLimitsOf(node, containerOfSpec(one, roleOf(one))))
  const isListed = listed.some((one) => one.memoryLimit === own.memoryLimit)
  return [
    ...(isPiece && !(isListed && env.length === 0) ? [withOpenLimit(node, { ...own, env })] : []),
    ...listed,
    ...(depth < MOST_NESTED
      ? inner.flatMap((key) => {
          const found = child(node, key)
          return found ? piecesOf(found, key, depth + 1) : []
        })
      : []),
  ]
}

/** Whether a key has a word, which names the stage (`env: prod`), and no text that may set variables. */
function namesStage(node: Node, key: string): boolean {
  return VARIABLES.test(key) && /^\s*[^\s={]+\s*$/.test(scalar(node, key) ?? '')
}

/** Keys of chart values that name other objects with variables: `extraEnvFrom`, `extraEnvVarsCM`, `envFromSecret`. */
const ELSEWHERE =
  /^(extra)?env(vars)?(from)?(cm|secret|configmap)(s|refs?|names?)?$|^(extra)?env(vars)?from(s|refs?)?$/i

/** Variables that we cannot read: from another object, or as a text for a template. */
function isOpenList(node: Node, key: string): boolean {
  if (key === 'envFrom') return false
  return ELSEWHERE.test(key) ? countIn(node, key) > 0 : VARIABLES.test(key) && (scalar(node, key)?.trim() ?? '') !== ''
}

/**
 * The entries of a list that concern Go. It also reads other variables, because an entry may refer to them.
 * @param container the container whose limits an entry may use
 */
function entriesIn(node: Node, key: string, container: Container, around = NOTHING_AROUND): EnvEntry[] {
  const before = new Map<string, Value | undefined>()
  return children(node, key).flatMap((entry) => {
    const { value, line, unquoted } = toValue(entry, before, container, around)
    const name = scalar(entry, 'name') ?? ''
    before.set(name, value)
    const made = toEntry(entry, name, value, line, around)
    return made ? { ...made, ...(unquoted && { unquoted }) } : []
  })
}

/** The value of a variable, and its line; undefined if the value is not in the manifest. */
function toValue(
  entry: Node,
  before: ReadonlyMap<string, Value | undefined>,
  container: Container,
  around: Around,
): { readonly value: Value | undefined } & Pick<EnvEntry, 'line' | 'unquoted'> {
  const from = child(entry, 'valueFrom')
  const isWritten = entry.map.has('value')
  const line = lineOf(entry, isWritten ? 'value' : 'name')
  if (isWritten || !from) {
    const text = isTemplate(entry, 'value') ? '{{}}' : (scalar(entry, 'value') ?? '')
    const value = fillIn(text, before, (field) => resolveField(container, field))
    return { value, line, ...(around.isInObject && isUnquoted(entry, 'value') && { unquoted: 'env' }) }
  }
  const field = fieldOf(from, container, around)
  if (field) return { value: { field }, line }
  const [name = '', key = ''] = ['name', 'key'].map((part) => scalar(from, 'configMapKeyRef', part))
  const found = findMap(around.maps, { name, namespace: around.namespace })?.values.get(key)
  if (found?.text === undefined) return { value: undefined, line }
  return { value: { text: found.text }, line: found.line, ...(found.isUnquoted && { unquoted: 'data' }) }
}

const FIELDS: ReadonlyMap<string, Pick<FieldRef, 'kind' | 'resource'>> = new Map([
  ['limits.memory', { kind: 'limits', resource: 'memory' }],
  ['limits.cpu', { kind: 'limits', resource: 'cpu' }],
  ['requests.memory', { kind: 'requests', resource: 'memory' }],
  ['requests.cpu', { kind: 'requests', resource: 'cpu' }],
])

/** A reference to the resources of this container, or of the one in containerName. */
function fieldOf(from: Node, { name }: Container, { limits }: Around): FieldRef | undefined {
  const read = (key: string) => scalar(from, 'resourceFieldRef', key)
  const resource = FIELDS.get(read('resource') ?? '')
  if (!resource) return undefined
  const other = read('containerName') ?? name
  const own = { ...resource, divisor: validDivisor(read('divisor')) }
  // In a part of a pod, the container may have no name.
  if (other === name || limits.size === 0) return own
  const of = limits.get(other)
  return of && { ...own, of }
}

/** The entries from envFrom whose ConfigMaps are in the same text, and the other sources of envFrom as unread. */
function fromMaps(node: Node, { maps, namespace }: Around) {
  const line = lineOf(node, 'envFrom')
  const sources = children(node, 'envFrom').map((one) => {
    const name = scalar(one, 'configMapRef', 'name')
    const prefix = scalar(one, 'prefix') ?? ''
    const map = name === undefined ? undefined : findMap(maps, { name, namespace })
    return { map, prefix, ...(name !== undefined && { ref: refToAll(name, namespace, prefix) }) }
  })
  const env: EnvEntry[] = []
  const open: Partial<Unread>[] = []
  for (const { map, prefix, ref } of sources) {
    if (!map) open.push({ ...(ref && { ref }), ...(ref && env.length > 0 && { overridesFirst: env.length }) })
    for (const [key, { text, line, isUnquoted }] of map?.values ?? []) {
      const entry = toEnvEntry(prefix + key, text, line)
      if (entry) env.push({ ...entry, isItem: false, ...(isUnquoted && { unquoted: 'data' }) })
    }
  }
  open.push(...Array.from({ length: countIn(node, 'envFrom') - sources.length }, () => ({})))
  return { env, unread: open.map((one): Unread => ({ of: 'variables', from: 'envFrom', line, ...one })) }
}

/**
 * The limits of the whole pod apply to a container without its own (Kubernetes 1.34, pod-level resources).
 * @param isShared whether other containers of the pod take memory, too
 */
function withLimitsOf<Of extends Limits>(pod: Node, container: Of, isShared = false): Of {
  const { memoryLimit, cpuLimit, unread = [] } = limitsOf(pod)
  const open = unread.filter(({ of }) => of !== 'variables' && container[of] === undefined)
  const limited = {
    ...container,
    cpuLimit: container.cpuLimit ?? cpuLimit,
    unread: [...(container.unread ?? []), ...open],
  }
  if (container.memoryLimit !== undefined || memoryLimit === undefined) return limited
  if (!isShared) return { ...limited, memoryLimit }
  return { ...limited, unread: [...limited.unread, sharedMemory('pod', lineOf(pod, 'resources'))] }
}

function roleOf(node: Node): Container['role'] {
  return roleOfName(scalar(node, 'name') ?? '')
}

/** Kubernetes 1.29: an init container with restartPolicy Always keeps running beside the others. */
function roleOfInit(node: Node): Container['role'] {
  return scalar(node, 'restartPolicy') === 'Always' ? 'sidecar' : 'init'
}

function containerOfSpec(node: Node, role: Container['role'], around = NOTHING_AROUND): Container {
  const shared = fromMaps(node, around)
  const limits = limitsOf(node)
  const container = {
    name: (scalar(node, 'name') ?? '').slice(0, 63),
    role,
    ...limits,
    env: [],
    unread: [...(limits.unread ?? []), ...shared.unread, ...unreadVariables(node, 'env')],
  }
  const own = entriesIn(node, 'env', container, around)
  return { ...container, env: withCommand([...shared.env, ...own], node, 'command', 'args') }
}

/** A limit of 0 CPUs or 0 bytes means no limit (pkg/kubelet/cm/helpers_linux.go, MilliCPUToQuota). */
function limitsOf(node: Node): Limits {
  const sizes = (['limits', 'requests'] as const).flatMap((of) => memoryOf(node, of))
  const memory = toMemory(sizes)
  const [limit, request] = [cpusOf(node, 'limits'), cpusOf(node, 'requests')]
  const isSet = (of: 'limits' | 'requests', key: 'memory' | 'cpu') => isWritten(node, of, key)
  const cpuLimit = limit || undefined
  const requested = sizes.find(({ of }) => of === 'requests')?.bytes === 0 ? 0 : memory.memoryRequest
  // If a limit is written, but no request, Kubernetes uses the limit as the request (kubernetes.io, “Resource
  // Management for Pods and Containers”). Without either, a field gets 0 (ExtractContainerResourceValue of 1.34).
  const [ofMemory, ofCpu] = [isSet('limits', 'memory') ? memory.memoryLimit : 0, isSet('limits', 'cpu') ? cpuLimit : 0]
  return {
    ...memory,
    memoryRequest: isSet('requests', 'memory') ? requested : ofMemory,
    cpuLimit,
    cpuRequest: isSet('requests', 'cpu') ? request : ofCpu,
    unread: [...unreadMemory(sizes), ...unreadCpu(node), ...unreadResources(node)],
  }
}

function cpusOf(node: Node, kind: 'limits' | 'requests'): number | undefined {
  return readQuantity(scalar(node, 'resources', kind, 'cpu'))
}

function isWritten(node: Node, of: 'limits' | 'requests', key: 'memory' | 'cpu'): boolean {
  if (otherResources(node)) return true
  return isTemplate(node, 'resources') || isTemplate(node, 'resources', of) || textOf(node, 'resources', of, key) !== ''
}

/** The text at a path; `{{}}` for a template; empty if there is none. */
function textOf(node: Node, ...path: readonly string[]): string {
  return isTemplate(node, ...path) ? '{{}}' : (scalar(node, ...path)?.trim() ?? '')
}

function unreadCpu(node: Node): Unread[] {
  const limits = child(node, 'resources', 'limits')
  if (!limits) return []
  const text = textOf(limits, 'cpu')
  return unreadLimit('cpuLimit', text, readQuantity(text), lineOf(limits, 'cpu'))
}

/** The unknown limits, if something else stands in place of all limits, such as a template: it may set any of them. */
function unreadResources(node: Node): Unread[] {
  const path = [[], ['resources'], ['resources', 'limits']].find((one) => isTemplate(node, ...one))
  const at = path && child(node, ...path)
  const by = at ? { from: FROM_TEMPLATE, line: lineOf(at) } : otherResources(node)
  if (!by) return []
  const open = (['memory', 'cpu'] as const).filter((of) => textOf(node, 'resources', 'limits', of) === '')
  return open.map((of) => ({ of: `${of}Limit`, ...by }))
}

function memoryOf(node: Node, of: 'limits' | 'requests') {
  const resources = child(node, 'resources', of)
  if (!resources) return []
  const text = textOf(resources, 'memory')
  return [{ of, setting: `${of}: memory: `, text, bytes: readQuantity(text), line: lineOf(resources, 'memory') }]
}

function toEntry(
  node: Node,
  name: string,
  value: Value | undefined,
  line: number,
  { namespace }: Around,
): EnvEntry | undefined {
  const from = child(node, 'valueFrom')
  const text = value && 'text' in value ? value.text : undefined
  const entry = toEnvEntry(name, text, line, from && sourceOf(from))
  const setting = GO_SETTINGS.find((one) => one === name)
  const map = from && child(from, 'configMapKeyRef')
  if (entry && setting && map && !value)
    return { ...entry, ref: refToKey(scalar(map, 'name') ?? '', namespace, scalar(map, 'key') ?? '', setting) }
  return entry && value && 'field' in value ? { ...entry, field: value.field } : entry
}

/** The kind of object that a value comes from, in words. Names may be private. */
function sourceOf({ map }: Node): string {
  if (map.has('configMapKeyRef')) return 'a ConfigMap'
  return map.has('secretKeyRef') ? 'a Secret' : 'valueFrom'
}

/** Keeps only valid quantities, since the page shows the text. */
function validDivisor(text = ''): string | undefined {
  return text.length < 10 && readQuantity(text) !== undefined ? text : undefined
}
