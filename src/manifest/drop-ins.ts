import type { Container, Manifest, TakenBack } from './manifest.ts'

/**
 * The same manifests, without what a systemd drop-in takes back of the units before it: a line without a value, or infinity
 * for memory (systemd.resource-control(5)).
 */
export function withoutTakenBack(manifests: readonly Manifest[]): Manifest[] {
  const taken = new Set<TakenBack>()
  const lastFirst = manifests.toReversed().map((manifest) => {
    if (manifest.kind !== 'systemd') return manifest
    const kept = taken.size === 0 ? manifest : { ...manifest, containers: manifest.containers.map(without(taken)) }
    for (const { takesBack = [] } of manifest.containers) for (const one of takesBack) taken.add(one)
    return kept
  })
  return lastFirst.toReversed()
}

function without(taken: ReadonlySet<TakenBack>): (container: Container) => Container {
  const none = { memoryLimit: undefined, memoryHigh: undefined, cpuLimit: undefined, env: [] }
  const dropped = Object.fromEntries([...taken].map((key) => [key, none[key]]))
  const isTaken = (of: string) => taken.has(of as TakenBack)
  return (container) => ({
    ...container,
    ...dropped,
    unread: container.unread?.filter(({ of }) => !isTaken(of)),
    tiny: container.tiny?.filter(({ of }) => !isTaken(of === 'high' ? 'memoryHigh' : 'memoryLimit')),
  })
}
