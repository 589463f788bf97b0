import { children, type Node, scalar, texts } from '../yaml.ts'

/** Notes on objects without containers that may change which settings are in force. */
export function notesOn(objects: readonly Node[]): string[] {
  const notes = objects.flatMap((node) => {
    const kind = scalar(node, 'kind')
    if (isKustomization(node)) return [KUSTOMIZATION]
    if (kind === 'LimitRange') return [DEFAULTED]
    return kind === 'VerticalPodAutoscaler' && changesLimits(node) ? [AUTOSCALED] : []
  })
  return [...new Set(notes)]
}

/** Its kind may be missing, but its `resources` is a list; in a container, a map. */
function isKustomization(node: Node): boolean {
  const kind = scalar(node, 'kind')
  return kind === 'Kustomization' || kind === 'Component' || (kind === undefined && texts(node, 'resources').length > 0)
}

const DEFAULTED =
  'a LimitRange gives limits to containers without their own: kubectl get pod -o yaml shows the limits in force'
const KUSTOMIZATION = 'a kustomization only names other files: paste what kubectl kustomize prints'
const AUTOSCALED = 'a VerticalPodAutoscaler may change these limits: kubectl get pod -o yaml shows the limits in force'

/** Not if it only recommends, only sets requests, or ignores memory (autoscaling.k8s.io/v1, VerticalPodAutoscaler). */
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
