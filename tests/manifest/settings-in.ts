import type { Manifest, ManifestKind } from '../../src/manifest/manifest.ts'
import { parseManifest } from '../../src/manifest/parse.ts'

/** A manifest of these lines. */
export function manifestOf(kind: ManifestKind, ...lines: readonly string[]): Manifest {
  const manifest = parseManifest(`${lines.join('\n')}\n`, kind)
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  return manifest.value
}

/** The settings of Go of the first container in a manifest: the last of several values counts. */
export function settingsIn(kind: ManifestKind, ...lines: readonly string[]) {
  return Object.fromEntries(manifestOf(kind, ...lines).containers[0]!.env.map(({ name, text }) => [name, text]))
}
