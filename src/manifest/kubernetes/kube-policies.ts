import type { Limits } from '../manifest.ts'
import { children, type Node, scalar, texts } from '../yaml.ts'
import { readQuantity } from './kube-quantity.ts'
import { namespaceOf } from './kube-references.ts'

const DEFAULTED = ['memoryLimit', 'cpuLimit', 'memoryRequest', 'cpuRequest'] as const

/** The limits and requests that a LimitRange gives to containers of its namespace without their own. */
export interface Defaults extends Pick<Limits, (typeof DEFAULTED)[number]> {
  /** Empty if none is written. */
  readonly namespace: string
}

/**
 * The defaults of every LimitRange. If it has no default limit, the API server uses its maximum. If it has no default
 * request, the API server uses the default limit, else the minimum (Kubernetes 1.34, pkg/apis/core/v1/defaults.go,
 * SetDefaults_LimitRangeItem).
 */
export function defaultsIn(objects: readonly Node[]): Defaults[] {
  return objects
    .filter((node) => scalar(node, 'kind') === 'LimitRange')
    .flatMap((node) => {
      const items = children(node, 'spec', 'limits').filter((one) => scalar(one, 'type') === 'Container')
      return items.map((item) => ({ namespace: namespaceOf(node), ...defaultsOf(item) }))
    })
}

function defaultsOf(item: Node): Omit<Defaults, 'namespace'> {
  const first = (key: 'memory' | 'cpu', ...sections: readonly string[]) => {
    const [text] = sections.flatMap((section) => scalar(item, section, key) ?? [])
    return readQuantity(text)
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

/** The defaults for a namespace. LimitRanges that name the namespace count before those that name none. */
export function defaultsFor(namespace: string, all: readonly Defaults[]): Omit<Defaults, 'namespace'> {
  const own = all.filter((one) => one.namespace === namespace)
  const others = all.filter((one) => one.namespace !== namespace && (!one.namespace || !namespace))
  const first = (key: (typeof DEFAULTED)[number]) => [...own, ...others].find((one) => one[key] !== undefined)?.[key]
  return Object.fromEntries(DEFAULTED.map((key) => [key, first(key)]))
}

/**
 * Notes on objects without containers that may change which settings are in force.
 * @param isAlone whether no object of the text has a container
 */
export function notesOn(objects: readonly Node[], isAlone: boolean): string[] {
  const notes = objects.flatMap((node) => {
    const kind = scalar(node, 'kind')
    if (isKustomization(node)) return [KUSTOMIZATION]
    if (kind === 'LimitRange' && isAlone) return [ALONE]
    return kind === 'VerticalPodAutoscaler' && changesLimits(node) ? [AUTOSCALED] : []
  })
  return [...new Set(notes)]
}

/**
 * Whether an object is a kustomization. Its kind may be missing, but its `resources` is a list; in a container, a map.
 */
function isKustomization(node: Node): boolean {
  const kind = scalar(node, 'kind')
  return kind === 'Kustomization' || kind === 'Component' || (kind === undefined && texts(node, 'resources').length > 0)
}

const ALONE = 'there is no container in it, only a LimitRange: paste it together with the pod, in one text'
const KUSTOMIZATION = 'a kustomization only names other files: paste what kubectl kustomize prints'
const AUTOSCALED = 'a VerticalPodAutoscaler may change these limits: kubectl get pod -o yaml shows the limits in force'

/**
 * Whether an autoscaler may change limits. It does not if it only recommends, only sets requests, or ignores memory
 * (autoscaling.k8s.io/v1, VerticalPodAutoscaler).
 */
function changesLimits(node: Node): boolean {
  if (scalar(node, 'spec', 'updatePolicy', 'updateMode') === 'Off') return false
  const policies = children(node, 'spec', 'resourcePolicy', 'containerPolicies')
  const isForAll = policies.some((one) => scalar(one, 'containerName') === '*')
  return !isForAll || policies.some(changesMemory)
}

function changesMemory(policy: Node): boolean {
  if (scalar(policy, 'mode') === 'Off' || scalar(policy, 'controlledValues') === 'RequestsOnly') return false
  const resources = texts(policy, 'controlledResources').map(({ text }) => text)
  return resources.length === 0 || resources.includes('memory')
}
