import type { FieldRef } from './manifest.ts'
import { child, type Node, scalar } from './yaml.ts'

/** A ConfigMap. Only variables that set Go are ever kept of its data: the rest may be private. */
interface ConfigMap {
  readonly name: string
  /** Empty where none is written: whoever applies the manifest chooses one. */
  readonly namespace: string
  readonly data: Node
}

/** The ConfigMaps of a text. */
export type ConfigMaps = readonly ConfigMap[]

export function configMapsIn(objects: readonly Node[]): ConfigMaps {
  return objects.flatMap((node) => {
    const metadata = child(node, 'metadata')
    const data = child(node, 'data')
    const name = metadata && scalar(metadata, 'name')
    if (scalar(node, 'kind') !== 'ConfigMap' || !data || !name) return []
    return [{ name, namespace: namespaceOf(node), data }]
  })
}

/** The namespace of an object; empty where none is written. */
export function namespaceOf(node: Node): string {
  const metadata = child(node, 'metadata')
  return (metadata && scalar(metadata, 'namespace')) ?? ''
}

/**
 * The data of the ConfigMap that an object of a namespace names; of several the last, as it is applied last. One without a
 * namespace may be in any. undefined where there is none, or where it may be one of several namespaces.
 */
export function dataOf(maps: ConfigMaps, name: string, namespace: string): Node | undefined {
  const named = maps.filter((one) => one.name === name)
  const own = named.findLast((one) => one.namespace === namespace)
  if (own) return own.data
  const others = named.filter((one) => one.namespace === '' || namespace === '')
  return new Set(others.map((one) => one.namespace)).size === 1 ? others.at(-1)?.data : undefined
}

/** The value of a variable: a text, or a number from the resources of its container. */
export type Value = { readonly text: string } | { readonly field: FieldRef }

/** A longer text is no setting of Go’s; texts that name each other twice would double with each. */
const MOST_TEXT = 200

/**
 * Fills in references to earlier variables, as Kubernetes does (third_party/forked/golang/expansion/expand.go): `$(NAME)`
 * is the value of that variable, and `$$` a dollar sign. A reference to any other variable stays as it is.
 *
 * @param before the earlier variables of the container, by name; undefined: the manifest does not tell the value
 * @param toNumber the number that Kubernetes writes for a field; undefined if the manifest does not tell it
 * @returns undefined if the manifest does not tell all of the text
 */
export function fillIn(
  text: string,
  before: ReadonlyMap<string, Value | undefined>,
  toNumber: (field: FieldRef) => number | undefined,
): Value | undefined {
  const [, alone = ''] = /^\$\(([^)]*)\)$/.exec(text) ?? []
  if (before.has(alone)) return before.get(alone)
  let isKnown = true
  const filled = text.replace(/\$(?:\$|\(([^)]*)\))/g, (reference, name?: string) => {
    if (name === undefined) return '$'
    if (!before.has(name)) return reference
    const value = before.get(name)
    const part = value && ('text' in value ? value.text : toNumber(value.field))
    if (part === undefined) isKnown = false
    return String(part)
  })
  return isKnown && filled.length <= MOST_TEXT ? { text: filled } : undefined
}
