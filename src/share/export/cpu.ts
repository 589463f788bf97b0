import type { Scenario } from '../../scenario/types.ts'
import { quotaCpus } from '../../units.ts'

/**
 * The run's CPU quota in whole thousandths of a CPU, at least one: Kubernetes takes nothing finer. undefined where it
 * is off.
 */
export function toMillicpus({ cpuQuota }: Scenario): number | undefined {
  const cpus = quotaCpus(cpuQuota)
  return cpus === Infinity ? undefined : Math.max(1, Math.round(cpus * 1000))
}
