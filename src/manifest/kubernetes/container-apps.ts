import { YAMLMap } from 'yaml'
import { child, children, type Node, scalar } from '../yaml.ts'

/**
 * Converts an Azure container app to a pod: the `resources` of its containers are limits (learn.microsoft.com, “Azure
 * Container Apps ARM and YAML template specifications”). An ARM template may contain several apps. Other objects stay
 * as they are.
 */
export function withContainerApps(node: Node): Node[] {
  const apps = children(node, 'resources').filter((one) => templateOf(one))
  return apps.length > 0 ? apps.map(toPod) : [toPod(node)]
}

function templateOf(node: Node): Node | undefined {
  const template = child(node, 'properties', 'template')
  return template && children(template, 'containers').length > 0 ? template : undefined
}

/** A part of a file may contain only the containers of an app. An object with an apiVersion is not an app. */
function toPod(node: Node): Node {
  const template = templateOf(node)
  if (!template && scalar(node, 'apiVersion') !== undefined) return node
  const pod = template ?? node
  for (const one of [pod, ...children(pod, 'containers'), ...children(pod, 'initContainers')]) resourcesToLimits(one)
  return pod
}

function resourcesToLimits({ map, lines }: Node): void {
  const resources = child({ map, lines }, 'resources')?.map
  if (!resources || ['limits', 'requests'].some((key) => resources.has(key))) return
  if (!['cpu', 'memory'].some((key) => resources.has(key))) return
  const limits = new YAMLMap()
  limits.range = resources.range ?? null
  limits.set('limits', resources)
  map.set('resources', limits)
}
