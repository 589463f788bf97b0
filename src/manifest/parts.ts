import type { Manifest } from './manifest.ts'

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
