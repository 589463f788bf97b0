import { failedAt, ok, type Result } from '../result.ts'
import { parseCompose } from './compose.ts'
import { parseKubernetes } from './kubernetes.ts'
import type { Manifest, ManifestKind } from './manifest.ts'
import { parseDockerfile, parseDockerRun, parseEnvFile, parseSystemd } from './plain.ts'

const PARSERS: Readonly<Record<ManifestKind, (text: string) => Manifest>> = {
  kubernetes: parseKubernetes,
  compose: parseCompose,
  dockerfile: parseDockerfile,
  systemd: parseSystemd,
  'env-file': parseEnvFile,
  'docker-run': parseDockerRun,
}

/** A manifest that takes longer than this to read is none: expanding it would fill the memory. */
const MOST_TEXT = 4 << 20

/**
 * Reads limits, requests and Go’s settings from a manifest; nothing else of it is kept.
 * @returns a problem where there is no container in it
 */
export function parseManifest(text: string, kind: ManifestKind): Result<Manifest> {
  if (text.length > MOST_TEXT) return failedAt('', 'is longer than 4 MiB: paste the manifest of one program')
  const manifest = PARSERS[kind](text.replace(/^\ufeff/, ''))
  if (manifest.containers.length > 0) return ok(manifest)
  return failedAt('', manifest.problems[0] ?? 'there is no container in it')
}
