import { isScalar } from 'yaml'
import type { Container, Unread } from '../manifest.ts'
import { child, children, isTemplate, keys, lineOf, type Node, scalar, wrapped } from '../yaml.ts'

/** Puts `resources:` above `limits:` and `requests:` that were copied without it. Returns any other map unchanged. */
export function withResources(node: Node): Node {
  if (node.map.has('resources')) return node
  const isAlone = ['limits', 'requests'].some((key) => {
    const sizes = child(node, key)
    return sizes !== undefined && ['memory', 'cpu'].some((of) => sizes.map.has(of))
  })
  if (!isAlone) return node
  const map = wrapped('resources', node.map)
  map.items.push(...node.map.items)
  return { map, lines: node.lines }
}

/**
 * A container of which only the variables were copied. If one of them comes from its memory limit, that may be set
 * where we do not see it: in another part, or in the chart. So may its requests.
 */
export function withOpenLimit({ map }: Node, whole: Container): Container {
  if (map.has('resources')) return whole
  const { memoryRequest, cpuRequest } = whole
  const container = { ...whole, memoryRequest: memoryRequest || undefined, cpuRequest: cpuRequest || undefined }
  const entry = container.env.find(({ field }) => field?.resource === 'memory' && field.kind === 'limits' && !field.of)
  if (!entry || container.memoryLimit !== undefined) return container
  const open = { of: 'memoryLimit', from: 'resources that are not in this part', line: entry.line } as const
  return { ...container, unread: [...(container.unread ?? []), open] }
}

/** Whether the status of a pod says that the kernel killed this container for lack of memory, now or before. */
export function isOomKilled(pod: Node, { name }: Container): boolean {
  return statusesOf(pod, name).some((one) =>
    ['state', 'lastState'].some((state) => scalar(one, state, 'terminated', 'reason') === 'OOMKilled'),
  )
}

/** What sets limits that are not in the manifest. */
type Source = Pick<Unread, 'from' | 'line' | 'mayBe'>

/**
 * What sets the limits of an object’s containers that have none: Cloud Run (cloud.google.com, “Configure memory limits for
 * services”), or perhaps a cluster of Knative, which has the same services (knative.dev, “Configuring the defaults”,
 * revision-memory-limit). undefined for any other object.
 */
export function openBy(node: Node): Source | undefined {
  const api = scalar(node, 'apiVersion') ?? ''
  const line = lineOf(node)
  if (isCloudRun(node, api)) return { from: 'Cloud Run, which limits each container', line }
  if (!api.startsWith('serving.knative.dev/')) return undefined
  return { from: 'Cloud Run, or the defaults of Knative', line, mayBe: true }
}

/** Version 2 of its API has no apiVersion (“REST Resource: projects.locations.services”). */
function isCloudRun(node: Node, api: string): boolean {
  const annotations = [['metadata'], ['spec', 'template', 'metadata']].map((path) =>
    child(node, ...path, 'annotations'),
  )
  const isAnnotated = annotations.some((one) => one && keys(one).some((key) => key.startsWith('run.googleapis.com/')))
  const isOfV2 = api === '' && /^INGRESS_|\/locations\//.test(scalar(node, 'ingress') ?? scalar(node, 'name') ?? '')
  return isOfV2 || api.startsWith('run.googleapis.com/') || (api.startsWith('serving.knative.dev/') && isAnnotated)
}

/**
 * What sets the limits of a container that has none, if its object is a patch: a whole workload names an image. A variable
 * that takes the limit shows that the container should have one: that it has none is a finding.
 */
export function openByPatch(object: Node, { map, lines }: Node, { env }: Container): Source | undefined {
  const isWhole = ['image', 'resources'].some((key) => map.has(key)) || env.some(({ field }) => field)
  if (isWhole || !child(object, 'spec', 'template') || child(object, 'spec', 'selector')) return undefined
  return { from: 'the object that this patch changes', line: lineOf({ map, lines }), mayBe: true }
}

const SIZES = ['cpu', 'memory']
const OF_KUBERNETES = ['limits', 'requests', 'claims']

/** Whether a map under `resources` has other keys than that of a container. */
function isForeign(resources: Node): boolean {
  const all = keys(resources)
  return all.length > 0 && !all.some((key) => OF_KUBERNETES.includes(key))
}

/** Whether `resources` may be those of a container: the same key may have a list of something else. */
export function hasResources(node: Node): boolean {
  if (isTemplate(node, 'resources') || otherResources(node)) return true
  const resources = child(node, 'resources')
  return resources !== undefined && !isForeign(resources)
}

/**
 * What sets limits in another form than Kubernetes has: sizes directly under `resources`; or `resourcesPreset` of a
 * chart, which counts if `resources` is empty (bitnami/common, _resources.tpl; other charts have other sizes of the same names).
 */
export function otherResources(node: Node): Source | undefined {
  const resources = child(node, 'resources')
  if (resources && isForeign(resources) && SIZES.some((key) => resources.map.has(key)))
    return { from: 'resources without limits, a form that is not read', line: lineOf(resources) }
  const preset = scalar(node, 'resourcesPreset') ?? 'none'
  if (preset === 'none' || preset === '' || (resources && resources.map.items.length > 0)) return undefined
  return { from: 'the resourcesPreset of its chart', line: lineOf(node, 'resourcesPreset') }
}

/**
 * The container with the limits that its status says are in force: those of its spec may wait for a resize (Kubernetes
 * 1.33, “Resize CPU and Memory Resources assigned to Containers”).
 */
export function inForce(pod: Node, container: Node): Node {
  const resources = statusesOf(pod, scalar(container, 'name')).flatMap((one) => child(one, 'resources') ?? [])[0]
  const isOther = (key: string) =>
    resources && scalar(resources, 'limits', key) !== scalar(container, 'resources', 'limits', key)
  if (!resources?.map.has('limits') || !SIZES.some(isOther)) return container
  const map = wrapped('resources', resources.map)
  map.items.push(...container.map.items.filter(({ key }) => !isScalar(key) || key.value !== 'resources'))
  return { map, lines: container.lines }
}

function statusesOf(pod: Node, name: string | undefined): Node[] {
  const all = ['containerStatuses', 'initContainerStatuses'].flatMap((key) => children(pod, 'status', key))
  return all.filter((one) => scalar(one, 'name') === name)
}
