import type { Scenario } from '../../scenario/types.ts'
import { quotaCpus } from '../../units.ts'

/**
 * The CPU limit of a deployment, in whole thousandths of a CPU and at least one: Kubernetes takes nothing finer. It is
 * the run's quota; undefined where that is off, as GOMAXPROCS alone lets no container stand still.
 */
export function toMillicpus({ cpuQuota }: Scenario): number | undefined {
  const cpus = quotaCpus(cpuQuota)
  return cpus === Infinity ? undefined : Math.max(1, Math.round(cpus * 1000))
}
