import { isGoGogc, isGoMemLimit, readGomaxprocs } from '../../scenario/go-env.ts'
import { toEnvEntry } from '../env.ts'
import {
  type Container,
  type EnvEntry,
  type FieldRef,
  GO_SETTINGS,
  type GoSetting,
  type Manifest,
  type MapRef,
  type Owner,
  type SharedMap,
  type SharedValue,
  type Unread,
} from '../manifest.ts'
import { child, type Node, type PairIn, pairs, scalar } from '../yaml.ts'

/** A ConfigMap. Only variables that set Go are ever kept of its data: the rest may be private. */
interface ConfigMap {
  readonly name: string
  /** Empty if none is written: then the one that applies the manifest chooses it. */
  readonly namespace: string
  /** By their keys. */
  readonly values: ReadonlyMap<string, PairIn>
}

/** ConfigMaps of the same name, by this name: a reference is looked up in few. */
type ByName<Of extends Named> = ReadonlyMap<Named['name'], readonly Of[]>
/** The ConfigMaps of a text. */
export type ConfigMaps = ByName<ConfigMap>

export function configMapsIn(objects: readonly Node[]): ConfigMaps {
  const maps = objects.flatMap((node) => {
    const data = child(node, 'data')
    const name = scalar(node, 'metadata', 'name')
    if (scalar(node, 'kind') !== 'ConfigMap' || !data || !name) return []
    return [{ name, namespace: namespaceOf(node), values: new Map(pairs(data).map((pair) => [pair.key, pair])) }]
  })
  return byName(maps)
}

function byName<Of extends Named>(maps: readonly Of[]): ByName<Of> {
  const found = new Map<Named['name'], Of[]>()
  for (const one of maps) {
    const same = found.get(one.name)
    if (same) same.push(one)
    else found.set(one.name, [one])
  }
  return found
}

/** The namespace of an object; empty where none is written. */
export function namespaceOf(node: Node): string {
  return scalar(node, 'metadata', 'namespace') ?? ''
}

/** The names that identify a ConfigMap: texts, or their digests. */
interface Named {
  readonly name: string | number
  readonly namespace: string | number
}

/**
 * The ConfigMap that an object of a namespace names; of several the last, as it is applied last. One without a namespace
 * may be in any. undefined where there is none, or where it may be one of several namespaces.
 */
export function findMap<Of extends Named>(maps: ByName<Of>, { name, namespace }: Named): Of | undefined {
  const named = maps.get(name) ?? []
  const own = named.findLast((one) => one.namespace === namespace)
  if (own) return own
  const others = named.filter((one) => !one.namespace || !namespace)
  return new Set(others.map((one) => one.namespace)).size === 1 ? others.at(-1) : undefined
}

/**
 * A number for a name; 0 for none (FNV-1a, 32 bits). It keeps the name from being read, not from being guessed: whoever has a
 * list of names can find the one that gives the number.
 */
function digestOf(text: string): number {
  if (text === '') return 0
  let digest = 0x811c9dc5
  for (const letter of text) digest = Math.imul(digest ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return digest >>> 0
}

/** A size with a unit of Go’s or Kubernetes’: under the name of any key this is no secret. */
const SIZE = /^\d{1,7}[KMGT]iB?$/
/** A shorter key than this may end the name of a setting by chance: `C`, `GC`, `T`. */
const LEAST_KEY = 3
/** Whether Go takes a text for the value of a setting. */
const IS_READ: Readonly<Record<GoSetting, (text: string) => boolean>> = {
  GOGC: isGoGogc,
  GOMEMLIMIT: isGoMemLimit,
  GOMAXPROCS: (text) => readGomaxprocs(text) !== undefined,
}

/** What ConfigMaps may set of Go’s in other texts. */
export function toShared(maps: ConfigMaps): SharedMap[] {
  return [...maps.values()].flat().map(({ name, namespace, values }) => ({
    name: digestOf(name),
    namespace: digestOf(namespace),
    values: [...values].flatMap(([key, { text = '' }]) => {
      const told = toSharedValue(key, text)
      return told ? [{ key: digestOf(key), ...told }] : []
    }),
  }))
}

/** What is kept of a value: with a prefix before its key, it may set a variable of Go’s; of any other only a size. */
function toSharedValue(key: string, text: string): Omit<SharedValue, 'key'> | undefined {
  const variable = GO_SETTINGS.find((setting) => key !== '' && setting.endsWith(key))
  if (!variable) return SIZE.test(text) ? { text } : undefined
  const { text: shown, isHidden, from } = toEnvEntry(variable, text, 0) ?? {}
  if (key !== variable && shown !== undefined && (key.length < LEAST_KEY || !IS_READ[variable](text)))
    return { text: undefined, from: 'a ConfigMap' }
  return { text: shown, ...(isHidden && { isHidden }), ...(from !== undefined && { from }) }
}

/** All variables of a ConfigMap, with a prefix before their names. */
export function refToAll(name: string, namespace: string, prefix: string): MapRef {
  const read = GO_SETTINGS.filter((variable) => variable.startsWith(prefix))
  const wanted = read.map((variable) => ({ key: digestOf(variable.slice(prefix.length)), variable }))
  return { name: digestOf(name), namespace: digestOf(namespace), keys: wanted }
}

/** One value of a ConfigMap. */
export function refToKey(name: string, namespace: string, key: string, variable: GoSetting): MapRef {
  return { name: digestOf(name), namespace: digestOf(namespace), keys: [{ key: digestOf(key), variable }] }
}

/** The same manifests, with the values that they take from ConfigMaps of each other. */
export function withConfigMaps(manifests: readonly Manifest[]): readonly Manifest[] {
  const all = manifests.flatMap(({ configMaps = [] }) => configMaps)
  if (all.length === 0) return manifests
  const maps = byName(all)
  return manifests.map((one) => ({ ...one, containers: one.containers.map((container) => filled(container, maps)) }))
}

/** Whether a manifest has ConfigMaps alone, of which no container names one. @param all as they were read */
export function hasMapsAlone({ containers, configMaps }: Manifest, all: readonly Manifest[]): boolean {
  if (containers.length > 0 || !configMaps) return false
  const maps = byName(configMaps)
  const refs = all.flatMap((one) => one.containers.flatMap(({ env, unread = [] }) => [...env, ...unread]))
  return !refs.some(({ ref }) => ref && findMap(maps, ref))
}

/** Of several sources of envFrom the last counts, and the container’s own values count before all of them (Pod API, envFrom). */
function filled(container: Container, maps: ByName<SharedMap>): Container {
  const read = ({ ref, line }: Pick<EnvEntry, 'ref' | 'line'>): EnvEntry[] | undefined => {
    const map = ref && findMap(maps, ref)
    return (
      map &&
      ref.keys.flatMap(({ key, variable }) => {
        const value = map.values.find((one) => one.key === key)
        if (!value) return []
        const { key: _, ...told } = value
        return [{ ...told, name: variable, line }]
      })
    )
  }
  const own = container.env.flatMap((entry) => {
    const [value] = read(entry) ?? []
    return value ?? entry
  })
  const env: EnvEntry[] = []
  const open: Unread[] = []
  let placed = 0
  for (const one of container.unread ?? []) {
    const found = read(one)
    if (!found) {
      open.push(one)
      continue
    }
    env.push(...own.slice(placed, one.overridesFirst ?? 0), ...found.map((entry) => ({ ...entry, isItem: false })))
    placed = Math.max(placed, one.overridesFirst ?? 0)
  }
  return { ...container, env: [...env, ...own.slice(placed)], unread: open }
}

/** The value of a variable: a text, or a number from the resources of its container. */
export type Value = { readonly text: string } | { readonly field: FieldRef }

/** The pod or the workload that an object describes. */
export function ownerOf(node: Node): Owner {
  return { name: digestOf(scalar(node, 'metadata', 'name') ?? ''), namespace: digestOf(namespaceOf(node)) }
}

/**
 * How many parts of a pod’s name are the name of the container’s workload, or of its pod; 0 if the pod belongs to another
 * workload. The name of a pod begins with that of its workload: `api-7c9d-x2x`, `api-0`.
 */
export function partsOwned({ owner }: Container, pod: string, namespace: string): number {
  if (!owner?.name) return 0
  const isElsewhere = owner.namespace !== 0 && namespace !== '' && owner.namespace !== digestOf(namespace)
  const parts = pod.split('-')
  return isElsewhere ? 0 : parts.findLastIndex((_, i) => digestOf(parts.slice(0, i + 1).join('-')) === owner.name) + 1
}

/** A longer text is no setting of Go’s; texts that name each other twice would double with each. */
const MOST_TEXT = 200

/**
 * Fills in references to earlier variables, as Kubernetes does (third_party/forked/golang/expansion/expand.go): `$(NAME)`
 * is the value of that variable, and `$$` a dollar sign. A reference to any other variable stays as it is.
 *
 * @param before the earlier variables of the container, by name; undefined: the value is not in the manifest
 * @param toNumber the number that Kubernetes writes for a field; undefined if it is not in the manifest
 * @returns undefined if a part of the text is not in the manifest
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
