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
  type SharedMap,
  type SharedValue,
  type Unread,
} from '../manifest.ts'
import { child, type Node, type PairIn, pairs, scalar } from '../yaml.ts'

/** A ConfigMap. Of its data, manifests keep only settings of Go: the rest may be private. */
interface ConfigMap {
  readonly name: string
  /** Empty if none is written: then the user chooses it with `kubectl apply`. */
  readonly namespace: string
  readonly values: ReadonlyMap<string, PairIn>
}

/** ConfigMaps grouped by name, so that a lookup compares only a few. */
type ByName<Of extends Named> = ReadonlyMap<Named['name'], readonly Of[]>
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

export function namespaceOf(node: Node): string {
  return scalar(node, 'metadata', 'namespace') ?? ''
}

/** The names that identify a ConfigMap: strings, or their digests. */
interface Named {
  readonly name: string | number
  readonly namespace: string | number
}

/**
 * Finds the ConfigMap that a reference names; of several, the last, because it is applied last. One without a namespace
 * may be in any. undefined if there is none, or if it may be one of several namespaces.
 */
export function findMap<Of extends Named>(maps: ByName<Of>, { name, namespace }: Named): Of | undefined {
  const named = maps.get(name) ?? []
  const own = named.findLast((one) => one.namespace === namespace)
  if (own) return own
  const others = named.filter((one) => !one.namespace || !namespace)
  return new Set(others.map((one) => one.namespace)).size === 1 ? others.at(-1) : undefined
}

/**
 * FNV-1a, 32 bits; 0 for an empty text. Nobody can read the name from it, but everybody who has a list of names can
 * find the name that gives this number.
 */
function digestOf(text: string): number {
  if (text === '') return 0
  let digest = 0x811c9dc5
  for (const letter of text) digest = Math.imul(digest ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return digest >>> 0
}

/** A size with a unit of Go or Kubernetes. It is not a secret, whatever its key is. */
const SIZE = /^\d{1,7}[KMGT]iB?$/
/** The name of a setting may end with a shorter key by chance: `C`, `GC`, `T`. */
const LEAST_KEY = 3
const IS_READ: Readonly<Record<GoSetting, (text: string) => boolean>> = {
  GOGC: isGoGogc,
  GOMEMLIMIT: isGoMemLimit,
  GOMAXPROCS: (text) => readGomaxprocs(text) !== undefined,
}

/** The settings of Go that ConfigMaps may set in other texts. */
export function toShared(maps: ConfigMaps): SharedMap[] {
  return [...maps.values()].flat().map(({ name, namespace, values }) => ({
    name: digestOf(name),
    namespace: digestOf(namespace),
    values: [...values].flatMap(([key, { text = '', isUnquoted }]) => {
      const value = toSharedValue(key, text)
      return value ? [{ key: digestOf(key), ...value, ...(isUnquoted && { unquoted: 'data' as const }) }] : []
    }),
  }))
}

/**
 * The part of a value that we keep. If a setting of Go ends with the key, a prefix may turn the key into that setting.
 * Of any other value we keep only a size.
 */
function toSharedValue(key: string, text: string): Omit<SharedValue, 'key'> | undefined {
  const variable = GO_SETTINGS.find((setting) => key !== '' && setting.endsWith(key))
  if (!variable) return SIZE.test(text) ? { text } : undefined
  const { text: shown, isHidden, from } = toEnvEntry(variable, text, 0) ?? {}
  if (key !== variable && shown !== undefined && (key.length < LEAST_KEY || !IS_READ[variable](text)))
    return { text: undefined, from: 'a ConfigMap' }
  return { text: shown, ...(isHidden && { isHidden }), ...(from !== undefined && { from }) }
}

export function refToAll(name: string, namespace: string, prefix: string): MapRef {
  const read = GO_SETTINGS.filter((variable) => variable.startsWith(prefix))
  const wanted = read.map((variable) => ({ key: digestOf(variable.slice(prefix.length)), variable }))
  return { name: digestOf(name), namespace: digestOf(namespace), keys: wanted }
}

export function refToKey(name: string, namespace: string, key: string, variable: GoSetting): MapRef {
  return { name: digestOf(name), namespace: digestOf(namespace), keys: [{ key: digestOf(key), variable }] }
}

/** The same manifests, with the values that they take from each other’s ConfigMaps. */
export function withConfigMaps(manifests: readonly Manifest[]): readonly Manifest[] {
  const all = manifests.flatMap(({ configMaps = [] }) => configMaps)
  if (all.length === 0) return manifests
  const maps = byName(all)
  return manifests.map((one) => ({ ...one, containers: one.containers.map((container) => filled(container, maps)) }))
}

/** Whether a manifest has only ConfigMaps, and no container of all manifests names one of them. */
export function hasMapsAlone({ containers, configMaps }: Manifest, all: readonly Manifest[]): boolean {
  if (containers.length > 0 || !configMaps) return false
  const maps = byName(configMaps)
  const refs = all.flatMap((one) => one.containers.flatMap(({ env, unread = [] }) => [...env, ...unread]))
  return !refs.some(({ ref }) => ref && findMap(maps, ref))
}

/** The container with values of ConfigMaps. Its `env` overrides envFrom; the last source of envFrom wins (Pod API). */
function filled(container: Container, maps: ByName<SharedMap>): Container {
  const read = ({ ref, line }: Pick<EnvEntry, 'ref' | 'line'>): EnvEntry[] | undefined => {
    const map = ref && findMap(maps, ref)
    return (
      map &&
      ref.keys.flatMap(({ key, variable }) => {
        const value = map.values.find((one) => one.key === key)
        if (!value) return []
        const { key: _, ...rest } = value
        return [{ ...rest, name: variable, line }]
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

/** The value of a variable: a text, or a reference to the resources of its container. */
export type Value = { readonly text: string } | { readonly field: FieldRef }

/** A name of an object (kubernetes.io, “Object Names and IDs”). */
const DNS_NAME = /^[a-z0-9][a-z0-9.-]{0,62}$/

/** The pod or the workload that an object describes. */
export function workloadOf(node: Node): Pick<Container, 'workload' | 'namespace'> {
  return workloadNamed(scalar(node, 'metadata', 'name'), namespaceOf(node))
}

/** The pod or the workload of this name; nothing if the name may be a secret. */
export function workloadNamed(name = '', namespace = ''): Pick<Container, 'workload' | 'namespace'> {
  const [workload] = DNS_NAME.exec(name) ?? []
  return workload === undefined ? {} : { workload, namespace: digestOf(namespace) }
}

/**
 * How many parts of a pod’s name, separated by dashes, form the name of its workload: `api-7c9d-x2x`, `api-0`. 0 if the
 * pod belongs to another workload.
 */
export function partsOwned({ workload, namespace: own = 0 }: Container, pod: string, namespace: string): number {
  if (workload === undefined || !`${pod}-`.startsWith(`${workload}-`)) return 0
  const isElsewhere = own !== 0 && namespace !== '' && own !== digestOf(namespace)
  return isElsewhere ? 0 : workload.split('-').length
}

/** A longer text is not a setting of Go. Without this limit, texts that refer to the one before twice would double. */
const MOST_TEXT = 200

/**
 * Fills in references to earlier variables, as Kubernetes does (third_party/forked/golang/expansion/expand.go): `$$` is
 * a dollar sign, and a reference to any other variable stays as it is.
 * @param before the earlier variables, by name; undefined: the value is not in the manifest
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
