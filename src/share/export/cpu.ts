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

/**
 * Docker has a period of 100 ms, and the kernel refuses a quota under 1 ms with EINVAL (kernel/sched/core.c,
 * min_cfs_quota_period): the container does not start. Kubernetes raises such a quota itself (MilliCPUToQuota), and
 * systemd takes a longer period (cgroup_cpu_adjust_period).
 */
const DOCKER_LEAST = 10

/** The CPU limit as Docker and compose take it, in CPUs, with a note where it is not the run’s. */
export function toDockerCpus(
  scenario: Scenario,
): { readonly cpus: number; readonly notes: readonly string[] } | undefined {
  const millicpus = toMillicpus(scenario)
  if (millicpus === undefined) return undefined
  const isRaised = millicpus < DOCKER_LEAST
  return {
    cpus: Math.max(DOCKER_LEAST, millicpus) / 1000,
    notes: isRaised
      ? [
          `# The run has ${millicpus / 1000} CPU. Docker cannot start a container with less than ${DOCKER_LEAST / 1000}.`,
        ]
      : [],
  }
}
