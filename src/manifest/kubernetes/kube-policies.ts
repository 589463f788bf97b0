import type { Unread } from '../manifest.ts'
import { children, isTemplate, lineOf, type Node, scalar, texts } from '../yaml.ts'
import { namespaceOf } from './kube-references.ts'
import { inForce } from './parts.ts'

/** Notes on objects without containers that may change which settings are in force. */
export function notesOn(objects: readonly Node[]): string[] {
  const notes = objects.flatMap((node) => {
    const kind = scalar(node, 'kind')
    if (isKustomization(node)) return [KUSTOMIZATION]
    if (kind === 'LimitRange') return [DEFAULTED]
    return kind === 'VerticalPodAutoscaler' && changesLimits(node) ? [AUTOSCALED] : []
  })
  const isResized = objects.some((pod) =>
    children(pod, 'spec', 'containers').some((container) => inForce(pod, container) !== container),
  )
  return [...new Set(notes), ...(isResized ? [RESIZED] : [])]
}

/** The objects that may give a limit to the containers of a namespace: the first of each. */
type Limiters = ReadonlyMap<string, Limiter>
type Limiter = Pick<Unread, 'from' | 'line' | 'mayBe'>

/**
 * By resource, the objects that may give a limit to containers without one; we do not compute that limit. Where a
 * ResourceQuota counts limits, such a container runs only with a LimitRange (kubernetes.io, “Resource Quotas”).
 */
export function limitersIn(objects: readonly Node[]) {
  const ofKind = (kind: string) => objects.filter((one) => scalar(one, 'kind') === kind)
  const giving = (resource: string): Limiters => {
    const ranges = ofKind('LimitRange').filter((one) => mayGive(one, resource))
    const quotas = ofKind('ResourceQuota').filter(
      (one) => scalar(one, 'spec', 'hard', `limits.${resource}`) !== undefined,
    )
    const found = new Map<string, Limiter>()
    for (const one of [...ranges, ...quotas]) {
      const from = scalar(one, 'kind') === 'LimitRange' ? 'a LimitRange' : 'a LimitRange, which its ResourceQuota needs'
      if (!found.has(namespaceOf(one))) found.set(namespaceOf(one), { from, line: lineOf(one), mayBe: true })
    }
    return found
  }
  return { memoryLimit: giving('memory'), cpuLimit: giving('cpu') }
}

/** Whether a LimitRange has a default for containers, or a maximum, which is the default of one that has none. */
function mayGive(range: Node, resource: string): boolean {
  const limits = children(range, 'spec', 'limits')
  const ofContainers = limits.filter((one) => (scalar(one, 'type') ?? 'Container') === 'Container')
  const isGiven = (one: Node) =>
    ['default', 'max'].some((key) => isTemplate(one, key) || scalar(one, key, resource) !== undefined)
  return limits.length === 0 || ofContainers.some(isGiven)
}

/**
 * The object that may give a limit to the containers of another object: both must be in one namespace (kubernetes.io,
 * “Limit Ranges”). If an object names none, `kubectl apply -n` or the context chooses it: it may be that of any other.
 */
export function limiterOf(object: Node, limiters: Limiters) {
  const own = namespaceOf(object)
  const same = limiters.get(own)
  if (same) return same
  const [perhaps = limiters.get('')] = own === '' ? limiters.values() : []
  return perhaps && { ...perhaps, from: `${perhaps.from}, if it is of the same namespace` }
}

/** Whether it is a Kustomization, even without its kind: its `resources` is a list, that of a container is a map. */
function isKustomization(node: Node): boolean {
  const kind = scalar(node, 'kind')
  return kind === 'Kustomization' || kind === 'Component' || (kind === undefined && texts(node, 'resources').length > 0)
}

const DEFAULTED =
  'a LimitRange gives limits to containers of its namespace that have none: kubectl get pod -o yaml shows the limits in force'
const KUSTOMIZATION = 'a kustomization only names other files: paste what kubectl kustomize prints'
const RESIZED = 'the status of the pod has other limits than its spec: those of the status count, as they are in force'
const AUTOSCALED = 'a VerticalPodAutoscaler may change these limits: kubectl get pod -o yaml shows the limits in force'

/** Whether a VerticalPodAutoscaler changes limits: not if it only recommends, sets only requests, or ignores memory. */
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
