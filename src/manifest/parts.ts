import type { Container, Manifest } from './manifest.ts'
import { withOpenLimits } from './unread.ts'

/** Kinds in which one file may add to another: systemd (drop-ins) and compose (several files). */
const LAYERED = ['systemd', 'compose'] as const

const WHOLE = { systemd: 'the unit that this drop-in changes', compose: 'the service that this file changes' } as const

/**
 * The same manifests, with drop-ins and partial compose files after the whole ones, because they override these. If the
 * whole one is missing, it may set the limits of a part that has only variables.
 */
export function partsLast(manifests: readonly Manifest[]): readonly Manifest[] {
  return LAYERED.reduce<readonly Manifest[]>((all, kind) => {
    const ofKind = all.filter((one) => one.kind === kind)
    const parts = ofKind.filter(isPart)
    const whole = ofKind.filter((one) => !isPart(one))
    const ordered = [...whole, ...(whole.length === 0 ? parts.map((one) => withOpenParts(one, WHOLE[kind])) : parts)]
    return all.map((one) => (one.kind === kind ? ordered.shift()! : one))
  }, manifests)
}

function withOpenParts(manifest: Manifest, from: string): Manifest {
  const containers = manifest.containers.map((one) => {
    const { env, unread = [], memoryLimit, memoryHigh, cpuLimit } = one
    const hasLimits =
      [memoryLimit, memoryHigh, cpuLimit].some((limit) => limit !== undefined) ||
      unread.some(({ of }) => of !== 'variables')
    return env[0] && !hasLimits ? withOpenLimits(one, { from, line: env[0].line, mayBe: true }) : one
  })
  return { ...manifest, containers }
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
