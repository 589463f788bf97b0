import type { EnvEntry, ManifestKind } from './manifest.ts'

/**
 * The form of a corrected line: that of a kind of manifest, of a list in a compose file, or of a map in chart values.
 */
export type MendedForm = ManifestKind | 'compose-list' | 'kubernetes-map'

/** The form of these variables. Compose files and chart values have either a map or a list of variables. */
export function formOf(kind: ManifestKind, env: readonly EnvEntry[]): MendedForm {
  if (kind === 'compose') return env.some(({ isItem }) => isItem) ? 'compose-list' : kind
  return kind === 'kubernetes' && env.some(({ isItem }) => isItem === false) ? 'kubernetes-map' : kind
}

/** A setting as a manifest of this kind writes it. */
export function toMended(kind: MendedForm, name: string, value: string): string {
  switch (kind) {
    case 'kubernetes':
      return `- name: ${name}\n  value: "${value}"`
    case 'kubernetes-map':
    case 'compose':
      return `${name}: "${value}"`
    case 'compose-list':
      return `- ${name}=${value}`
    case 'dockerfile':
      return `ENV ${name}=${value}`
    case 'systemd':
      return `Environment=${name}=${value}`
    case 'env-file':
      return `${name}=${value}`
    case 'docker-run':
      return `-e ${name}=${value}`
    case 'ecs':
      return `{ "name": "${name}", "value": "${value}" }`
  }
}

/** A CPU limit of one as a manifest of this kind writes it. */
export function toMendedCpu(kind: MendedForm): string {
  switch (kind) {
    case 'kubernetes':
    case 'kubernetes-map':
      return 'resources.limits.cpu: "1", or none'
    case 'compose':
    case 'compose-list':
      return 'cpus: "1", or none'
    case 'systemd':
      return 'CPUQuota=100%, or none'
    case 'docker-run':
      return '--cpus=1, or none'
    case 'ecs':
      return '"cpu": "1024" of the task (on Fargate with "memory": "2048" or more), or none on EC2'
    case 'dockerfile':
    case 'env-file':
      return 'CPU limit: at least 1, or none'
  }
}
