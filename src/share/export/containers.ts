import { formatSize } from '../../format.ts'
import type { Scenario } from '../../scenario/types.ts'
import { KIB, MIB } from '../../units.ts'
import { toMillicpus } from './cpu.ts'
import { toComments, toMemory, toText } from './memory.ts'
import { toGoSettings, type UnknownProcs } from './settings.ts'

/** The settings as a service of docker-compose. Swap is off, as in Kubernetes: a collector cannot work in swapped memory. */
export function toComposeYaml(scenario: Scenario, unknown?: UnknownProcs): string {
  const { gogc, memoryLimit, procs } = toGoSettings(scenario, unknown)
  const { size, cpus, comments } = toDocker(scenario, unknown)
  return toText([
    ...comments,
    'services:',
    '  app:',
    '    environment:',
    `      GOGC: "${gogc}"`,
    `      GOMEMLIMIT: "${memoryLimit}"`,
    ...(procs === undefined ? [] : [`      GOMAXPROCS: "${procs}"`]),
    ...(cpus === undefined ? [] : [`    cpus: ${cpus}`]),
    ...(size === undefined ? [] : [`    mem_limit: ${size}`, `    memswap_limit: ${size}`]),
  ])
}

/** The settings in an image. The container's own limit is set when it starts: the comment says how. */
export function toDockerfile(scenario: Scenario, unknown?: UnknownProcs): string {
  const { gogc, memoryLimit, procs } = toGoSettings(scenario, unknown)
  const { size, cpus, comments } = toDocker(scenario, unknown)
  const options = [
    ...(size === undefined ? [] : [`--memory=${size} --memory-swap=${size}`]),
    ...(cpus === undefined ? [] : [`--cpus=${cpus}`]),
  ]
  const run = options.length === 0 ? [] : [`# Run it with: docker run ${options.join(' ')} IMAGE`]
  return toText([
    ...comments,
    ...run,
    '# If you run the image in another container, set GOMEMLIMIT again: docker run --env GOMEMLIMIT=…',
    `ENV GOGC=${gogc}`,
    `ENV GOMEMLIMIT=${memoryLimit}`,
    ...(procs === undefined ? [] : [`ENV GOMAXPROCS=${procs}`]),
  ])
}

/**
 * GOMEMLIMIT < MemoryHigh < MemoryMax. Above MemoryHigh the kernel slows the program down, above MemoryMax it kills.
 */
export function toSystemdUnit(scenario: Scenario, unknown?: UnknownProcs): string {
  const { gogc, memoryLimit, procs } = toGoSettings(scenario, unknown)
  const { container, high } = toMemory(scenario)
  const millicpus = toMillicpus(scenario)
  return toText([
    '# /etc/systemd/system/NAME.service.d/memory.conf; then: systemctl daemon-reload && systemctl restart NAME',
    ...toComments(scenario, unknown),
    '[Service]',
    `Environment=GOGC=${gogc} GOMEMLIMIT=${memoryLimit}${procs === undefined ? '' : ` GOMAXPROCS=${procs}`}`,
    ...(millicpus === undefined ? [] : [`CPUQuota=${millicpus / 10}%`]),
    ...(high === undefined ? [] : [`MemoryHigh=${high}`]),
    ...(container === undefined ? [] : [`MemoryMax=${container}`, 'MemorySwapMax=0']),
  ])
}

/** Docker starts no container with a lower memory limit (moby, daemon/daemon_unix.go, linuxMinMemory). */
const LEAST_MEMORY = 6 * MIB
/**
 * Docker has a period of 100 ms, and the kernel refuses a quota under 1 ms (kernel/sched/core.c, min_cfs_quota_period).
 * Kubernetes raises such a quota (MilliCPUToQuota), and systemd takes a longer period (cgroup_cpu_adjust_period).
 */
const LEAST_MILLICPUS = 10

/** The container’s limits as Docker and compose take them, with a comment where they are not the run’s. */
function toDocker(scenario: Scenario, unknown: UnknownProcs | undefined) {
  const { container = Infinity } = toMemory(scenario)
  const millicpus = toMillicpus(scenario) ?? Infinity
  const comments = [...toComments(scenario, unknown)]
  if (container < LEAST_MEMORY)
    comments.push(
      `# The limit would be ${formatSize(container)}. Docker starts no container with less than ${formatSize(LEAST_MEMORY)}.`,
    )
  if (millicpus < LEAST_MILLICPUS)
    comments.push(
      `# The run has ${millicpus / 1000} CPU. Docker cannot start a container with less than ${LEAST_MILLICPUS / 1000}.`,
    )
  return {
    size: container === Infinity ? undefined : toDockerSize(Math.max(LEAST_MEMORY, container)),
    cpus: millicpus === Infinity ? undefined : Math.max(LEAST_MILLICPUS, millicpus) / 1000,
    comments,
  }
}

/** A size as Docker reads it, of whole bytes: `512m` is 512 MiB. */
function toDockerSize(bytes: number): string {
  if (bytes % MIB === 0) return `${bytes / MIB}m`
  return bytes % KIB === 0 ? `${bytes / KIB}k` : `${bytes}b`
}
