import { procsSetBy, resolveField } from '../manifest/fields.ts'
import { readGogc, readGomemlimit } from '../manifest/go-values.ts'
import type { Container, EnvEntry, GoSetting, MANIFEST_KINDS, Manifest } from '../manifest/manifest.ts'
import { type Quantity, type QuantityKey, quantityOf } from './quantities.ts'

/** The container in question: the first that sets a variable of Go, else the first main one. */
export function mainContainer(manifests: readonly Manifest[]): Container | undefined {
  const all = manifests.flatMap(({ containers }) => containers).filter(({ role }) => role !== 'init')
  return all.find(({ env }) => env.length > 0) ?? all.find(({ role }) => role === 'main') ?? all[0]
}

/** The containers to choose from: no init containers, and sidecars only if they set a variable of Go. */
export function containersIn(manifests: readonly Manifest[]): readonly Container[] {
  return manifests.flatMap(({ containers }) =>
    containers.filter(({ role, env }) => role === 'main' || (role === 'sidecar' && env.length > 0)),
  )
}

/** Keeps only the chosen container of its manifest. @param index in `containersIn`; undefined: none is chosen */
export function withContainer(manifests: readonly Manifest[], index: number | undefined): readonly Manifest[] {
  const chosen = index === undefined ? undefined : containersIn(manifests)[index]
  if (!chosen) return manifests
  return manifests.map((one) => (one.containers.includes(chosen) ? { ...one, containers: [chosen] } : one))
}

/** Settings from manifests; of several values the first counts. A value that Go refuses is ignored. */
export function fromManifests(manifests: readonly Manifest[]): Quantity[] {
  const first = mainContainer(manifests)
  // An env file belongs to the container that the other manifest describes.
  const all = manifests.flatMap((manifest) => {
    const container = first && manifest.containers.includes(first) ? first : mainContainer([manifest])
    return container ? [{ kind: manifest.kind, container }] : []
  })
  return all
    .toSorted((a, b) => Number(b.container === first) - Number(a.container === first))
    .flatMap(({ kind, container }) => quantitiesOf(container, sourceOf(kind, container)))
}

function sourceOf(kind: Manifest['kind'], { name }: Container): string {
  return name === '' ? `from ${SOURCES[kind]}` : `from ${SOURCES[kind]}, ${name}`
}

const SOURCES: Readonly<Record<(typeof MANIFEST_KINDS)[number], string>> = {
  kubernetes: 'the Kubernetes manifest',
  compose: 'the compose file',
  dockerfile: 'the Dockerfile',
  systemd: 'the systemd unit',
  'env-file': 'the env file',
  'docker-run': 'the docker line',
}

function quantitiesOf(container: Container, source: string): Quantity[] {
  const set = (key: QuantityKey, value: number | 'off' | undefined) => {
    if (value === undefined) return []
    const range = value === 'off' ? undefined : { low: value, high: value }
    return [quantityOf(key, value, range, source, 'set')]
  }
  const { memoryLimit, cpuLimit } = container
  const gogc = find(container, 'GOGC')?.text
  return [
    ...set('containerLimit', memoryLimit),
    ...set('cpuQuota', cpuLimit),
    ...set('procs', procsSetBy(container)),
    ...set('gogc', gogc === undefined ? undefined : readGogc(gogc).value),
    ...set('memoryLimit', limitOf(container, find(container, 'GOMEMLIMIT'))),
  ]
}

function limitOf(container: Container, entry: EnvEntry | undefined): number | 'off' | undefined {
  if (!entry) return undefined
  if (entry.field) return resolveField(container, entry.field)
  return entry.text === undefined ? undefined : readGomemlimit(entry.text)
}

function find({ env }: Container, name: GoSetting): EnvEntry | undefined {
  return env.findLast((entry) => entry.name === name)
}
