import type { Container, Manifest } from './manifest.ts'

/** Kinds in which one file may add to another: systemd (drop-ins) and compose (several files). */
const LAYERED = ['systemd', 'compose'] as const

/** The same manifests, with drop-ins and partial compose files after the whole ones, because they override these. */
export function partsLast(manifests: readonly Manifest[]): readonly Manifest[] {
  return LAYERED.reduce<readonly Manifest[]>((all, kind) => {
    const ofKind = all.filter((one) => one.kind === kind)
    const ordered = [...ofKind.filter((one) => !isPart(one)), ...ofKind.filter(isPart)]
    return all.map((one) => (one.kind === kind ? ordered.shift()! : one))
  }, manifests)
}

function isPart({ containers }: Manifest): boolean {
  return containers.every((one) => one.isPart === true)
}

/** The same manifests, with a title for each container whose name another container has, too. */
export function withTitles(manifests: readonly Manifest[]): readonly Manifest[] {
  const counts = new Map<string, number>()
  for (const { name } of manifests.flatMap(({ containers }) => containers))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  const withTitle = (one: Container): Container =>
    one.workload === undefined || counts.get(one.name) === 1 ? one : { ...one, title: `${one.workload}/${one.name}` }
  return manifests.map((one) => ({ ...one, containers: one.containers.map(withTitle) }))
}
