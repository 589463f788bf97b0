import type { Manifest } from './manifest.ts'

/** Kinds of which a file may add to another: a drop-in of a unit, a second file of compose. */
const LAYERED = ['systemd', 'compose'] as const

/** The same manifests, where what only adds to a unit or to a service stands behind the whole of it, which it overrides. */
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
