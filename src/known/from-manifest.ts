import { entryOf, ignoresCpuLimit, procsSetBy } from '../manifest/env.ts'
import { findingsIn, GAP, limitOf } from '../manifest/findings.ts'
import { readGogc } from '../manifest/go-values.ts'
import { type Container, type EnvEntry, GO_SETTINGS, type Manifest } from '../manifest/manifest.ts'
import { INPUT_KINDS } from './input/input-kind.ts'
import { exactly, type Quantity, type QuantityKey } from './quantities.ts'
import { type DescribedContainer, type UnreadSetting, unreadIn } from './unread-settings.ts'

/**
 * The first main container that may set variables of Go, else the first. A sidecar counts only if there is no other.
 */
export function mainContainer(manifests: readonly Manifest[]): Container | undefined {
  const chosen = manifests.find(({ isChosen }) => isChosen)
  if (chosen) return chosen.containers[0]
  const all = containersIn(manifests)
  const main = all.filter(({ role }) => role === 'main')
  return main.find(hasVariables) ?? main[0] ?? all.find(hasVariables) ?? all[0]
}

function hasVariables({ env, unread }: Container): boolean {
  return env.length > 0 || unread?.some(({ of }) => of === 'variables') === true
}

/** The containers to choose from: a sidecar, too, may be the program, because many sidecars are Go programs. */
export function containersIn(manifests: readonly Manifest[]): readonly Container[] {
  return manifests.flatMap(({ containers }) => containers.filter(({ role }) => role !== 'init'))
}

/** The containers that probably run the program, if nothing tells: without sidecars that set no variable of Go. */
export function likelyIn(manifests: readonly Manifest[]): readonly Container[] {
  return containersIn(manifests).filter(({ role, env }) => role === 'main' || env.length > 0)
}

/**
 * Containers of other manifests are left out if they are surely others.
 * @param index in `containersIn`; undefined: none is chosen
 */
export function withContainer(manifests: readonly Manifest[], index: number | undefined): readonly Manifest[] {
  const chosen = index === undefined ? undefined : containersIn(manifests)[index]
  const { kind } = manifests.find(({ containers }) => chosen && containers.includes(chosen)) ?? {}
  if (!chosen) return manifests
  // A part of an object, such as a patch, has no name of a workload.
  const isOther = ({ name, workload = chosen.workload }: Container) =>
    name !== chosen.name || (chosen.workload !== undefined && workload !== chosen.workload)
  return manifests.map((one): Manifest => {
    if (one.containers.includes(chosen)) return { ...one, containers: [chosen], isChosen: true }
    return one.kind === kind ? { ...one, containers: one.containers.filter((other) => !isOther(other)) } : one
  })
}

/** What other inputs say about the process that manifests describe. */
interface Beside {
  /** Whether a log or metrics show a process that has run. */
  readonly hasRun: boolean
  readonly hasLog: boolean
  readonly typed: Partial<Record<QuantityKey, number | 'off'>>
  /** Whether its Go is too old for a memory limit: then it refuses no GOMEMLIMIT. */
  readonly isBeforeLimits?: boolean
}

/**
 * Go refuses the memory limit, so the program does not start. We use other settings instead: the manifest with the
 * limit that was probably meant; or those of the process that a log or metrics show; or, if no input shows the limit,
 * neither GOGC nor limit.
 */
export interface Refusal {
  readonly instead: 'mended' | 'process' | 'unset'
}

/** Settings from manifests; of several values the first counts. */
export function fromManifests(manifests: readonly Manifest[], beside: Beside): FromManifests {
  const all = inOrder(manifests, beside.typed)
  const unread = unreadIn(all, manifests)
  const ignoresQuota = all.some(({ container }) => ignoresCpuLimit(container))
  const isUnread = ({ key }: Quantity) => unread.some((one) => one.isSet && one.key === key)
  const quantities = all
    .flatMap(({ container, name }) => quantitiesOf(container, `from ${name}`))
    .filter((one) => !isUnread(one))
    // A log shows whether a limit is 0 bytes, as that of a request that no manifest sets.
    .filter(({ key, value }) => !(beside.hasLog && key === 'memoryLimit' && value === 0))
  const memoryHigh = all.map(({ container }) => container.memoryHigh).find((bytes) => bytes !== undefined)
  const hasSwap = all.some(({ container }) => container.hasSwap)
  const oomKilled = all.find(({ isOfAsked, container }) => isOfAsked && container.isOomKilled)?.container
  const told = { unread, ignoresQuota, memoryHigh, hasSwap, oomKilled }
  const refused = beside.isBeforeLimits ? undefined : refusedIn(all, beside.typed)
  if (!refused) return { ...told, quantities }
  const mended = beside.typed.memoryLimit ?? refused.mended
  const limits = quantities.filter(({ key }) => !VARIABLES.includes(key))
  if (beside.hasRun) return { ...told, quantities: limits, refusal: { instead: 'process' } }
  if (mended === undefined)
    return { ...told, quantities: [...limits, ...inPlaceOfOff(quantities)], refusal: { instead: 'unset' } }
  const limit = exactly('memoryLimit', mended, `${refused.source}, fixed: Go refuses it as written`, 'set')
  const others = quantities.filter(({ key }) => key !== 'memoryLimit')
  return { ...told, quantities: [...others, limit], refusal: { instead: 'mended' } }
}

interface FromManifests {
  readonly quantities: readonly Quantity[]
  /** Settings that manifests set, but whose values they do not contain. */
  readonly unread: readonly UnreadSetting[]
  /** Whether they keep Go from taking GOMAXPROCS from the CPU limit. */
  readonly ignoresQuota: boolean
  /** Bytes above which the kernel slows the program down (MemoryHigh= of its unit). */
  readonly memoryHigh: number | undefined
  /** Whether they allow swap beyond the memory limit. */
  readonly hasSwap: boolean
  /** The container that the kernel killed, if one of its manifests says so. */
  readonly oomKilled: Container | undefined
  readonly refusal?: Refusal
}

const VARIABLES: readonly QuantityKey[] = ['gogc', 'memoryLimit', 'procs']

/** GOGC=100 in place of off, if the memory limit is not known: with neither, GC would never run. */
function inPlaceOfOff(quantities: readonly Quantity[]): Quantity[] {
  const off = quantities.find(({ key, value }) => key === 'gogc' && value === 'off')
  if (!off) return []
  const source = `assumed: Go’s default, as GOGC is off ${off.source}, but the memory limit is not known`
  return [exactly('gogc', 100, source, 'assumed')]
}

function refusedIn(all: readonly DescribedContainer[], { containerLimit }: Beside['typed']) {
  const described = all.find(({ container }) => entryOf(container.env, 'GOMEMLIMIT'))
  if (!described) return undefined
  const { kind, container, name } = described
  const limits = [...all.map((one) => one.container.memoryLimit), containerLimit]
  const around = {
    memoryLimit: limits.find((one) => typeof one === 'number'),
    env: all.flatMap((one) => one.container.env),
  }
  const found = findingsIn({ kind, containers: [container], problems: [] }, around)
  const refused = found.find((one) => one.kind === 'malformed-limit')
  if (!refused) return undefined
  const isTold = !refused.mended?.includes(GAP)
  return { mended: isTold ? refused.after.memoryLimit : undefined, source: `from ${name}` }
}

/** Whether a manifest of this kind describes the container that runs the program; otherwise it only sets variables. */
export function hasLimits({ kind }: Pick<Manifest, 'kind'>): boolean {
  return kind !== 'dockerfile' && kind !== 'env-file'
}

/** Variables of other containers count: we do not know which of them run the same process. */
export function overriddenIn(manifests: readonly Manifest[]): ReadonlySet<EnvEntry> {
  const layers = inOrder(manifests, {}).filter(({ isOfAsked }) => isOfAsked)
  const overridden = GO_SETTINGS.flatMap((name) => {
    const entries = layers.flatMap(({ container }) => entryOf(container.env, name) ?? [])
    return entries.slice(1)
  })
  return new Set(overridden)
}

interface Layer extends DescribedContainer {
  /** Whether it belongs to the container that the user asks about. */
  readonly isOfAsked: boolean
}

/**
 * Returns one container per manifest, the one whose variables win first. The order:
 *
 * 1. env files of systemd, which override Environment= (systemd.exec(5))
 * 2. manifests that start the container; the container that the user asks about comes first, and of a unit with its
 *    drop-ins, or of compose files with the same service, a later file comes before an earlier one
 * 3. env files of compose, docker, podman and Kubernetes, which read them before their own variables
 * 4. Dockerfiles, because all others override ENV of an image
 *
 * Of several env files, the last comes first. Env files and Dockerfiles count as those of the asked container. A typed
 * limit replaces a limit that cannot be read.
 */
function inOrder(manifests: readonly Manifest[], typed: Beside['typed']): readonly Layer[] {
  const asked = mainContainer(manifests)
  const all = manifests.flatMap((manifest) => {
    const container = asked && manifest.containers.includes(asked) ? asked : mainContainer([manifest])
    return container ? [{ kind: manifest.kind, container, name: nameOf(manifest.kind, container) }] : []
  })
  // The asked container may come from an env file, which has no drop-ins.
  const layered = all.filter(({ kind }) => kind === 'systemd' || kind === 'compose')
  const base = layered.find(({ container }) => container === asked) ?? layered[0]
  const isLayer = ({ kind, container }: DescribedContainer) =>
    container === asked || (kind === base?.kind && container.name === base.container.name)
  const files = all.filter(({ kind }) => kind === 'env-file').toReversed()
  const described = all.filter(({ kind }) => kind !== 'env-file')
  const others = [...described.filter(isLayer).toReversed(), ...described.filter((one) => !isLayer(one))]
  // If the asked container comes from a Dockerfile or an env file, the first other manifest starts it.
  const startedBy = all.some((one) => one.container === asked && hasLimits(one)) ? undefined : others.find(hasLimits)
  const envFilesOverride = others.some(
    ({ kind, container: { unread = [] } }) => kind === 'systemd' && unread.some(({ of }) => of === 'variables'),
  )
  return [
    ...(envFilesOverride ? files : []),
    ...others.filter(({ kind }) => kind !== 'dockerfile'),
    ...(envFilesOverride ? [] : files),
    ...others.filter(({ kind }) => kind === 'dockerfile'),
  ].map((one) => ({
    ...one,
    isOfAsked: isLayer(one) || one.container === startedBy?.container || !hasLimits(one),
    container: withTypedLimit(one.container, typed),
  }))
}

/** GOMEMLIMIT may be taken from the container limit, so a typed limit replaces one that cannot be read. */
function withTypedLimit(container: Container, { containerLimit }: Beside['typed']): Container {
  const isUnread = container.memoryLimit === undefined && container.unread?.some(({ of }) => of === 'memoryLimit')
  return isUnread && typeof containerLimit === 'number' ? { ...container, memoryLimit: containerLimit } : container
}

function nameOf(kind: Manifest['kind'], { name, title = name }: Container): string {
  const manifest = `the ${INPUT_KINDS[kind]}`
  return title === '' ? manifest : `${manifest}, ${title}`
}

function quantitiesOf(container: Container, source: string): Quantity[] {
  const set = (key: QuantityKey, value: number | string | undefined) =>
    value === undefined ? [] : [exactly(key, value, source, 'set')]
  const { memoryLimit, isUnlimited, cpuLimit, goVersion } = container
  const gogc = entryOf(container.env, 'GOGC')?.text
  return [
    ...set('goVersion', goVersion),
    ...set('containerLimit', isUnlimited ? 'off' : memoryLimit),
    ...set('cpuQuota', cpuLimit),
    ...set('procs', procsSetBy(container)),
    ...set('gogc', gogc === undefined ? undefined : readGogc(gogc).value),
    ...set('memoryLimit', limitOf(container, entryOf(container.env, 'GOMEMLIMIT'))),
  ]
}
