import { readGomaxprocs } from '../scenario/go-env.ts'
import { NO_CONTAINER_PROCS } from './env.ts'
import { readQuantity } from './kubernetes/kube-quantity.ts'
import type { Container, FieldRef } from './manifest.ts'
import { keyOf } from './unread.ts'

/**
 * The number that Kubernetes writes for a resourceFieldRef: the limit or request of its container, divided by the
 * divisor and rounded up.
 * @returns undefined if the container has no such limit: Kubernetes then writes what the node has
 */
export function resolveField(container: Container, field: FieldRef): number | undefined {
  const { resource, divisor, of = container } = field
  const value = of[keyOf(field)]
  const by = readQuantity(divisor ?? '1') || 1
  const scale = resource === 'memory' ? 1 : 1000
  return value === undefined ? undefined : Math.ceil(toWhole(scale * value) / toWhole(scale * by))
}

/**
 * Rounds up, but ignores the errors of binary fractions: Kubernetes divides whole bytes, and whole thousandths of a CPU
 * (pkg/api/v1/resource/helpers.go, convertResourceCPUToString).
 */
export function toWhole(value: number): number {
  return Math.ceil(Number(value.toPrecision(12)))
}

/** The GOMAXPROCS that a container sets; undefined if it sets none, or a value that Go ignores. */
export function procsSetBy(container: Container): number | undefined {
  const { field, text = '' } = container.env.findLast(({ name }) => name === 'GOMAXPROCS') ?? {}
  const written = field ? resolveField(container, field)?.toString() : text
  return readGomaxprocs(written ?? '')
}

/** Whether a container stops Go from deriving GOMAXPROCS from the CPU limit. */
export function ignoresCpuLimit({ env }: Container): boolean {
  return env.some(({ name, text }) => name === 'GODEBUG' && text === NO_CONTAINER_PROCS)
}
