import type { ManifestKind } from './manifest.ts'

const ENV_LINE = /^(?:export\s+)?[A-Za-z_]\w*=/
/** A line that sets Go: with one, a file of variables may have more lines of other kinds, and a script counts as one. */
const GO_LINE = /^(?:export\s+)?(?:GOGC|GOMEMLIMIT|GOMAXPROCS)=/
/** Behind a prompt too: `$ docker run`, `root@host:~# docker run`. */
const DOCKER =
  /^(?:\S{0,80}@\S{0,200}[$#]\s+|\$\s*)?(?:sudo\s+)?(?:docker|podman|nerdctl)\s+(?:(?:container|service)\s+)?(?:run|create)\b/

/** A line of a systemd unit, without its section: a part of a unit, or what `systemctl show` prints. */
const UNIT_LINE = /^(Environment(Files?)?|Memory(Max|High|Limit)|CPUQuota(PerSecUSec)?|ExecStart)=/

/** The containers of a task of Amazon ECS alone: a list with images and their memory or variables. */
const CONTAINER_LIST = [/^\s*\[\s*\{/, /"image"\s*:/, /"(memory|memoryReservation|environment)"\s*:/]

/** Recognises the kind of a manifest by its content; undefined for another text. */
export function manifestKindOf(head: string): ManifestKind | undefined {
  const text = head.replace(/^\ufeff/, '')
  // Line by line: a pattern for the whole text looks for the end of many blank lines from each of them.
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const bare = lines.map((line) => line.trim())
  const isIn = (among: readonly string[], pattern: RegExp) => among.some((line) => pattern.test(line))
  if (isIn(bare, /^"?apiVersion"?\s*:/) && isIn(bare, /^"?kind"?\s*:/)) return 'kubernetes'
  if (/^\{[\s\S]*"apiVersion"\s*:/.test(text.trimStart())) return 'kubernetes'
  if (/^\{[\s\S]*"Microsoft.App\/containerApps"/i.test(text.trimStart())) return 'kubernetes'
  if (/^[{[][\s\S]*"containerDefinitions"\s*:/.test(text.trimStart())) return 'ecs'
  if (/^[{[][\s\S]*"HostConfig"\s*:\s*\{/.test(text.trimStart())) return 'docker-run'
  if (CONTAINER_LIST.every((pattern) => pattern.test(text))) return 'ecs'
  if (isIn(lines, /^\[(Service|Slice|Unit|Container)\]\s*$/) || isIn(lines, UNIT_LINE)) return 'systemd'
  if (isIn(lines, /^services\s*:\s*(#.*)?$/) || isIn(lines, /^\s{0,8}(mem_limit|container_name)\s*:/)) return 'compose'
  if (/^\{[\s\S]*"services"\s*:\s*\{/.test(text.trimStart())) return 'compose'
  if (isIn(bare, /^FROM\s+\S/i) && isIn(bare, /^(RUN|CMD|ENTRYPOINT|COPY|ENV|WORKDIR)\s/i)) return 'dockerfile'
  if (isIn(bare, DOCKER)) return 'docker-run'
  if (isIn(bare, /^(resources|containers|(extra)?env\w*)\s*:$/i)) return 'kubernetes'
  const told = bare.filter((line) => !line.startsWith('#'))
  const env = told.filter((line) => ENV_LINE.test(line)).length
  const isScript = /^#!\s*\/\S*(sh|env\s+\S*sh)\b/.test(text)
  const least = isScript ? 0 : isIn(told, GO_LINE) ? 0.5 : 0.8
  return env > 0 && env >= least * told.length && (!isScript || isIn(told, GO_LINE)) ? 'env-file' : undefined
}
