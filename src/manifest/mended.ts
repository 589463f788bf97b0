import type { EnvEntry, ManifestKind } from './manifest.ts'

/** The form of a corrected line. */
export type MendedForm = ManifestKind | 'compose-list' | 'kubernetes-map'

/** The form of these variables. Compose files and chart values have either a map or a list of variables. */
export function formOf(kind: ManifestKind, env: readonly EnvEntry[]): MendedForm {
  if (kind === 'compose') return env.some(({ isItem }) => isItem) ? 'compose-list' : kind
  return kind === 'kubernetes' && env.some(({ isItem }) => isItem === false) ? 'kubernetes-map' : kind
}

export function toMended(kind: MendedForm, name: string, value: string): string {
  return LINES[kind](name, value)
}

const LINES: Readonly<Record<MendedForm, (name: string, value: string) => string>> = {
  kubernetes: (name, value) => `- name: ${name}\n  value: "${value}"`,
  'kubernetes-map': (name, value) => `${name}: "${value}"`,
  compose: (name, value) => `${name}: "${value}"`,
  'compose-list': (name, value) => `- ${name}=${value}`,
  dockerfile: (name, value) => `ENV ${name}=${value}`,
  systemd: (name, value) => `Environment=${name}=${value}`,
  'env-file': (name, value) => `${name}=${value}`,
  'docker-run': (name, value) => `-e ${name}=${value}`,
  azure: (name, value) => `- name: ${name}\n  value: "${value}"`,
  ecs: (name, value) => `{ "name": "${name}", "value": "${value}" }`,
}

/** A CPU limit of one as a manifest of each kind writes it. */
export const MENDED_CPU: Readonly<Record<MendedForm, string>> = {
  kubernetes: 'resources.limits.cpu: "1", or none',
  'kubernetes-map': 'resources.limits.cpu: "1", or none',
  compose: 'cpus: "1", or none',
  'compose-list': 'cpus: "1", or none',
  systemd: 'CPUQuota=100%, or none',
  'docker-run': '--cpus=1, or none',
  azure: 'cpu: 1, in a container app with memory: 2Gi',
  ecs: '"cpu": "1024" of the task (on Fargate with "memory": "2048" or more), or none on EC2',
  dockerfile: 'CPU limit: at least 1, or none',
  'env-file': 'CPU limit: at least 1, or none',
}
