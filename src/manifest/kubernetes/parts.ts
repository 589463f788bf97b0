import type { Container } from '../manifest.ts'
import { child, children, keys, type Node, scalar, wrapped } from '../yaml.ts'

/** `limits:` and `requests:` of a container, copied without the `resources:` above them: with it. Else the map itself. */
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
  const statuses = ['containerStatuses', 'initContainerStatuses'].flatMap((key) => children(pod, 'status', key))
  return statuses.some(
    (one) =>
      scalar(one, 'name') === name &&
      ['state', 'lastState'].some((state) => scalar(one, state, 'terminated', 'reason') === 'OOMKilled'),
  )
}

/**
 * Whether an object is a service or a job of Cloud Run, which limits each container (cloud.google.com, “Configure memory
 * limits for services”: 512 MiB by default). Knative has the same services, without these annotations.
 */
export function isCloudRun(node: Node): boolean {
  const api = scalar(node, 'apiVersion') ?? ''
  const annotations = [['metadata'], ['spec', 'template', 'metadata']].map((path) =>
    child(node, ...path, 'annotations'),
  )
  const isAnnotated = annotations.some((one) => one && keys(one).some((key) => key.startsWith('run.googleapis.com/')))
  return api.startsWith('run.googleapis.com/') || (api.startsWith('serving.knative.dev/') && isAnnotated)
}
