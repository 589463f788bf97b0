import type { ManifestKind } from './manifest.ts'

const ENV_LINE = /^(?:export\s+)?[A-Za-z_]\w*=/
/** A line that sets Go. With one, an env file may have more other lines, and a script counts as an env file. */
const GO_LINE = /^(?:export\s+)?(?:GOGC|GOMEMLIMIT|GOMAXPROCS)=/
/** Also after a prompt: `$ docker run`, `root@host:~# docker run`. */
const DOCKER =
  /^(?:\S{0,80}@\S{0,200}[$#]\s+|\$\s*)?(?:sudo\s+)?(?:docker|podman|nerdctl)\s+(?:(?:container|service)\s+)?(?:run|create)\b/

/** A line of a systemd unit. If the section is missing, the text is a part of a unit, or from `systemctl show`. */
const UNIT_LINE = /^(Environment(Files?)?|Memory(Max|High|Limit)|CPUQuota(PerSecUSec)?|ExecStart)=/

/** The list of containers of an Amazon ECS task, without the task: images with their memory or variables. */
const CONTAINER_LIST = [/^\s*\[\s*\{/, /"image"\s*:/, /"(memory|memoryReservation|environment)"\s*:/]

/** Recognises the kind of a manifest by its content; undefined for any other text. */
export function manifestKindOf(head: string): ManifestKind | undefined {
  const text = head.replace(/^\ufeff/, '')
  // Line by line: in a text of many blank lines, a pattern for the whole text would take quadratic time.
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const bare = lines.map((line) => line.trim())
  const isIn = (among: readonly string[], pattern: RegExp) => among.some((line) => pattern.test(line))
  if (isIn(bare, /^"?Type"?\s*:\s*"?AWS::ECS::TaskDefinition\b/)) return 'ecs'
  if (isIn(bare, /^"?apiVersion"?\s*:/) && isIn(bare, /^"?kind"?\s*:/)) return 'kubernetes'
  if (/^\{[\s\S]*"apiVersion"\s*:/.test(text.trimStart())) return 'kubernetes'
  if (/^\{[\s\S]*"Microsoft.App\/containerApps"/i.test(text.trimStart())) return 'kubernetes'
  if (/^[{[][\s\S]*"containerDefinitions"\s*:/.test(text.trimStart())) return 'ecs'
  if (/^[{[][\s\S]*"(HostConfig|TaskTemplate)"\s*:\s*\{/.test(text.trimStart())) return 'docker-run'
  if (CONTAINER_LIST.every((pattern) => pattern.test(text))) return 'ecs'
  if (isIn(lines, /^\[(Service|Slice|Unit|Container)\]\s*$/) || isIn(lines, UNIT_LINE)) return 'systemd'
  if (isIn(lines, /^services\s*:\s*(#.*)?$/) || isIn(lines, /^\s{0,8}(mem_limit|container_name)\s*:/)) return 'compose'
  if (/^\{[\s\S]*"services"\s*:\s*\{/.test(text.trimStart())) return 'compose'
  if (isIn(bare, /^FROM\s+\S/i) && isIn(bare, /^(RUN|CMD|ENTRYPOINT|COPY|ENV|WORKDIR)\s/i)) return 'dockerfile'
  if (isIn(bare, DOCKER)) return 'docker-run'
  if (isIn(bare, /^(resources|containers|(extra)?env\w*)\s*:$/i)) return 'kubernetes'
  const withoutComments = bare.filter((line) => !line.startsWith('#'))
  const env = withoutComments.filter((line) => ENV_LINE.test(line)).length
  const setsGo = isIn(withoutComments, GO_LINE)
  const isScript = /^#!\s*\/\S*(sh|env\s+\S*sh)\b/.test(text)
  if (isScript) return setsGo ? 'env-file' : undefined
  const least = setsGo ? 0.5 : 0.8
  return env > 0 && env >= least * withoutComments.length ? 'env-file' : undefined
}
