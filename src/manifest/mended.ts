import type { GoSetting, ManifestKind } from './manifest.ts'

/** A setting as a manifest of this kind writes it. */
export function toMended(kind: ManifestKind, name: GoSetting, value: string): string {
  switch (kind) {
    case 'kubernetes':
      return `- name: ${name}\n  value: "${value}"`
    case 'compose':
      return `${name}: "${value}"`
    case 'dockerfile':
      return `ENV ${name}=${value}`
    case 'systemd':
      return `Environment=${name}=${value}`
    case 'env-file':
      return `${name}=${value}`
    case 'docker-run':
      return `-e ${name}=${value}`
  }
}
