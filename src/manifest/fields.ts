import { readGomaxprocs } from '../scenario/go-env.ts'
import { NO_CONTAINER_PROCS } from './env.ts'
import { readQuantity } from './kubernetes/kube-quantity.ts'
import type { Container, FieldRef } from './manifest.ts'
import { keyOf } from './unread.ts'

/**
 * The number that Kubernetes writes for a reference to the resources of the container, or of another one: divided by the
 * divisor and rounded up.
 * @returns undefined where the container has no such limit: then it is what the node has
 */
export function resolveField(container: Container, field: FieldRef): number | undefined {
  const { resource, divisor, of = container } = field
  const value = of[keyOf(field)]
  const by = readQuantity(divisor ?? '1') || 1
  const scale = resource === 'memory' ? 1 : 1000
  return value === undefined ? undefined : Math.ceil(toWhole(scale * value) / toWhole(scale * by))
}

/**
 * Rounded up, but not for what a sum of binary fractions is off: Kubernetes divides whole bytes, and whole thousandths
 * of a CPU (pkg/api/v1/resource/helpers.go, convertResourceCPUToString).
 */
export function toWhole(value: number): number {
  return Math.ceil(Number(value.toPrecision(12)))
}

/** GOMAXPROCS that a container sets; undefined if it sets none, or none that Go takes. */
export function procsSetBy(container: Container): number | undefined {
  const { field, text = '' } = container.env.findLast(({ name }) => name === 'GOMAXPROCS') ?? {}
  const written = field ? resolveField(container, field)?.toString() : text
  return readGomaxprocs(written ?? '')
}

/** Whether a container turns off that Go takes GOMAXPROCS from its CPU limit. */
export function ignoresCpuLimit({ env }: Container): boolean {
  return env.some(({ name, text }) => name === 'GODEBUG' && text === NO_CONTAINER_PROCS)
}
