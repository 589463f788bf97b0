import type { ManifestKind } from './manifest.ts'

const ENV_LINE = /^\s*(?:export\s+)?[A-Za-z_]\w*=/
const DOCKER = /^\s*(?:\$\s*)?(?:sudo\s+)?(?:docker|podman|nerdctl)\s+(?:container\s+)?(?:run|create)\b/m

/** Recognises the kind of a manifest by its content; undefined for another text. */
export function manifestKindOf(head: string): ManifestKind | undefined {
  const text = head.replace(/^\ufeff/, '')
  if (/^\s*"?apiVersion"?\s*:/m.test(text) && /^\s*"?kind"?\s*:/m.test(text)) return 'kubernetes'
  if (/^\{[\s\S]*"apiVersion"\s*:/.test(text.trimStart())) return 'kubernetes'
  if (/^\[(Service|Slice|Unit)\]\s*$/m.test(text)) return 'systemd'
  if (/^services\s*:\s*(#.*)?$/m.test(text) || /^\s{0,8}(mem_limit|container_name)\s*:/m.test(text)) return 'compose'
  if (/^\s*FROM\s+\S+/im.test(text) && /^\s*(RUN|CMD|ENTRYPOINT|COPY|ENV|WORKDIR)\s/im.test(text)) return 'dockerfile'
  if (DOCKER.test(text)) return 'docker-run'
  if (/^\s*(resources|containers|env)\s*:\s*$/m.test(text)) return 'kubernetes'
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
  const env = lines.filter((line) => ENV_LINE.test(line)).length
  return lines.length > 0 && env >= 0.8 * lines.length ? 'env-file' : undefined
}
