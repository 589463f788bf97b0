import { formatSize } from '../../format.ts'
import type { Scenario } from '../../scenario/types.ts'
import { KIB, MIB } from '../../units.ts'
import { toDockerCpus, toMillicpus } from './cpu.ts'
import { toComments, toMemory, toText } from './memory.ts'
import { toGoSettings } from './settings.ts'

/** The settings as a service of docker-compose. Swap is off, as in Kubernetes: a collector cannot work in swapped memory. */
export function toComposeYaml(scenario: Scenario): string {
  const { gogc, memoryLimit, procs } = toGoSettings(scenario)
  const memory = toDockerMemory(scenario)
  const cpu = toDockerCpus(scenario)
  return toText([
    ...toComments(scenario),
    ...(memory?.notes ?? []),
    ...(cpu?.notes ?? []),
    'services:',
    '  app:',
    '    environment:',
    `      GOGC: "${gogc}"`,
    `      GOMEMLIMIT: "${memoryLimit}"`,
    ...(procs === undefined ? [] : [`      GOMAXPROCS: "${procs}"`]),
    ...(cpu ? [`    cpus: ${cpu.cpus}`] : []),
    ...(memory ? [`    mem_limit: ${memory.size}`, `    memswap_limit: ${memory.size}`] : []),
  ])
}

/** The settings in an image. The container's own limit is set when it starts: the comment says how. */
export function toDockerfile(scenario: Scenario): string {
  const { gogc, memoryLimit, procs } = toGoSettings(scenario)
  const memory = toDockerMemory(scenario)
  const cpu = toDockerCpus(scenario)
  const options = [
    ...(memory ? [`--memory=${memory.size} --memory-swap=${memory.size}`] : []),
    ...(cpu ? [`--cpus=${cpu.cpus}`] : []),
  ]
  const run = options.length === 0 ? [] : [`# Run it with: docker run ${options.join(' ')} IMAGE`]
  return toText([
    ...toComments(scenario),
    ...(memory?.notes ?? []),
    ...(cpu?.notes ?? []),
    ...run,
    '# Whoever runs the image in another container has to give GOMEMLIMIT anew: docker run --env GOMEMLIMIT=…',
    `ENV GOGC=${gogc}`,
    `ENV GOMEMLIMIT=${memoryLimit}`,
    ...(procs === undefined ? [] : [`ENV GOMAXPROCS=${procs}`]),
  ])
}

/**
 * The settings as a drop-in of a systemd service: GOMEMLIMIT < MemoryHigh < MemoryMax. Above MemoryHigh the kernel
 * slows the program down and reclaims pages, above MemoryMax it kills: GC has to act before both.
 */
export function toSystemdUnit(scenario: Scenario): string {
  const { gogc, memoryLimit, procs } = toGoSettings(scenario)
  const { container, high } = toMemory(scenario)
  const millicpus = toMillicpus(scenario)
  return toText([
    '# /etc/systemd/system/NAME.service.d/memory.conf; then: systemctl daemon-reload && systemctl restart NAME',
    ...toComments(scenario),
    '[Service]',
    `Environment=GOGC=${gogc} GOMEMLIMIT=${memoryLimit}${procs === undefined ? '' : ` GOMAXPROCS=${procs}`}`,
    ...(millicpus === undefined ? [] : [`CPUQuota=${millicpus / 10}%`]),
    ...(high === undefined ? [] : [`MemoryHigh=${high}`]),
    ...(container === undefined ? [] : [`MemoryMax=${container}`, 'MemorySwapMax=0']),
  ])
}

/** Docker starts no container with a lower memory limit (moby, daemon/daemon_unix.go, linuxMinMemory). */
const DOCKER_LEAST = 6 * MIB

/** The container’s limit as Docker and compose take it, with a note where it is not the run’s. */
function toDockerMemory(scenario: Scenario): { readonly size: string; readonly notes: readonly string[] } | undefined {
  const { container } = toMemory(scenario)
  if (container === undefined) return undefined
  const isRaised = container < DOCKER_LEAST
  return {
    size: toDockerSize(Math.max(DOCKER_LEAST, container)),
    notes: isRaised
      ? [
          `# The limit would be ${formatSize(container)}. Docker starts no container with less than ${formatSize(DOCKER_LEAST)}.`,
        ]
      : [],
  }
}

/** A size as Docker reads it, of whole bytes: `512m` is 512 MiB. */
function toDockerSize(bytes: number): string {
  if (bytes % MIB === 0) return `${bytes / MIB}m`
  return bytes % KIB === 0 ? `${bytes / KIB}k` : `${bytes}b`
}
