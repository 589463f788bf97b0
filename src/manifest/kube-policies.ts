import { readQuantity } from './kube-quantity.ts'
import { namespaceOf } from './kube-references.ts'
import type { Container } from './manifest.ts'
import { child, children, type Node, scalar } from './yaml.ts'

/** What a LimitRange gives to the containers of its namespace that have no limits or requests of their own. */
export interface Defaults extends Pick<Container, 'memoryLimit' | 'cpuLimit' | 'memoryRequest' | 'cpuRequest'> {
  /** Empty if none is written. */
  readonly namespace: string
}

/**
 * The defaults of every LimitRange. Where it has no default, the API server takes its maximum for one; where it has no
 * default request, the default, else the minimum (Kubernetes 1.34, pkg/apis/core/v1/defaults.go,
 * SetDefaults_LimitRangeItem).
 */
export function defaultsIn(objects: readonly Node[]): Defaults[] {
  return objects
    .filter((node) => scalar(node, 'kind') === 'LimitRange')
    .flatMap((node) => {
      const spec = child(node, 'spec')
      const items = spec ? children(spec, 'limits').filter((one) => scalar(one, 'type') === 'Container') : []
      return items.map((item) => ({ namespace: namespaceOf(node), ...defaultsOf(item) }))
    })
}

function defaultsOf(item: Node): Omit<Defaults, 'namespace'> {
  const first = (key: 'memory' | 'cpu', ...sections: readonly string[]) => {
    const texts = sections.flatMap((section) => {
      const node = child(item, section)
      return (node && scalar(node, key)) ?? []
    })
    return readQuantity(texts[0])
  }
  const limits = ['default', 'max']
  const requests = ['defaultRequest', ...limits, 'min']
  return {
    memoryLimit: first('memory', ...limits),
    cpuLimit: first('cpu', ...limits),
    memoryRequest: first('memory', ...requests),
    cpuRequest: first('cpu', ...requests),
  }
}

/** The container with the defaults of its namespace, as they are filled in when its pod is made. */
export function withDefaultsOf(container: Container, namespace: string, defaults: readonly Defaults[]): Container {
  const own = defaults.filter((one) => !one.namespace || !namespace || one.namespace === namespace)
  if (own.length === 0) return container
  const first = (key: Exclude<keyof Defaults, 'namespace'>) => own.find((one) => one[key] !== undefined)?.[key]
  // A limit that is written, but cannot be read, is none of these.
  const isWritten = (of: 'memoryLimit' | 'cpuLimit') => container.unread?.some((one) => one.of === of)
  return {
    ...container,
    memoryLimit: container.memoryLimit ?? (isWritten('memoryLimit') ? undefined : first('memoryLimit')),
    cpuLimit: container.cpuLimit ?? (isWritten('cpuLimit') ? undefined : first('cpuLimit')),
    memoryRequest: container.memoryRequest ?? first('memoryRequest'),
    cpuRequest: container.cpuRequest ?? first('cpuRequest'),
  }
}

/** What to know of objects that hold no container, but change what is in force. */
export function notesOn(objects: readonly Node[]): string[] {
  const notes = objects.flatMap((node) => {
    const kind = scalar(node, 'kind')
    if (kind === 'Kustomization') return [KUSTOMIZATION]
    return kind === 'VerticalPodAutoscaler' && changesLimits(node) ? [AUTOSCALED] : []
  })
  return [...new Set(notes)]
}

const KUSTOMIZATION = 'a kustomization names other files, which are not read: paste what kubectl kustomize prints of it'
const AUTOSCALED =
  'a VerticalPodAutoscaler may set other limits than those that are written: kubectl get pod -o yaml shows what is in force'

/** Not if it only recommends, or only sets requests (autoscaling.k8s.io/v1: updateMode Auto, controlledValues RequestsAndLimits). */
function changesLimits(node: Node): boolean {
  const update = child(node, 'spec', 'updatePolicy')
  if (update && scalar(update, 'updateMode') === 'Off') return false
  const policy = child(node, 'spec', 'resourcePolicy')
  const policies = policy ? children(policy, 'containerPolicies') : []
  return policies.length === 0 || policies.some((one) => scalar(one, 'controlledValues') !== 'RequestsOnly')
}
