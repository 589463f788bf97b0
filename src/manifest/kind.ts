import { LISTED } from './env-file.ts'
import type { ManifestKind } from './manifest.ts'
import { LOG_LINE } from './words.ts'

const ENV_LINE = /^(?:export\s+)?[A-Za-z_]\w*=/
/** A line that sets Go. With one, an env file may have more other lines, and a script counts as an env file. */
const GO_LINE = /^(?:export\s+)?(?:GOGC|GOMEMLIMIT|GOMAXPROCS)=/
/** Also after a prompt: `$ docker run`, `root@host:~# docker run`. */
export const DOCKER =
  /^(?:\S{0,80}@\S{0,200}[$#]\s+|\$\s*)?(?:sudo\s+)?(?:docker|podman|nerdctl)\s+(?:(?:container|service)\s+)?(?:run|create)\b/

/** A line of a systemd unit. If the section is missing, the text is a part of a unit, or from `systemctl show`. */
const UNIT_LINE =
  /^(Environment(Files?)?|(Effective)?MemoryMax|Memory(High|Limit)|CPUQuota(PerSecUSec)?|ExecStart)=|^Result=oom-kill\s*$/

/** The list of containers of an Amazon ECS task, without the task: images with their memory or variables. */
const CONTAINER_LIST = [/^\s*\[\s*\{/, /"image"\s*:/, /"(memory|memoryReservation|environment)"\s*:/]

/** The list of containers of a pod in JSON, a pod with its containers, one container, or a patch. */
const CONTAINERS_AS_JSON = /^[[{][\s\S]*"(?:(?:initContainers|containers|env)"\s*:\s*\[|resources"\s*:\s*\{)/

/** What `kubectl get -o jsonpath={.…resources}` prints, or `{.…env}`. */
const LIMITS_AS_JSON = /^\{\s*"(limits|requests)"\s*:\s*\{\s*"(memory|cpu|ephemeral-storage)"\s*:/
const VARIABLES_AS_JSON =
  /^\[\s*\{\s*(?="(?:(?:name|value)"\s*:\s*"|valueFrom"\s*:))[\s\S]*"name"\s*:\s*"(GOGC|GOMEMLIMIT|GOMAXPROCS)"/

/** A container app, a job or a container group of Azure, also as a resource of a template. */
const AZURE = /(?:^|[{,])[ \t]{0,40}(?:- )?"?type"?[ \t]{0,9}:[ \t]{0,9}["']?Microsoft\.(?:App|ContainerInstance)\//im
/**
 * A part of one, without its type: containers with sizes in GB, or with sizes that stand directly in `resources`, within
 * `properties`. Chart values may have such sizes, too, but not of a list of containers.
 */
const AZURE_CONTAINERS = /(?:^|[{,])[ \t]{0,40}(?:- )?"?containers"?[ \t]{0,9}:\s{0,40}(?:\[|-[ \t])/m
const AZURE_SIZES = /(?:^|[{,])[ \t]{0,40}"?memoryInG[Bb]"?[ \t]{0,9}:/m
const AZURE_PARTS = [
  /(?:^|\{)[ \t]{0,9}"?properties"?[ \t]{0,9}:/m,
  /(?:^|[{,])[ \t]{0,40}(?:- )?"?resources"?[ \t]{0,9}:\s{0,40}\{?\s{0,40}"?(?:cpu|memory|ephemeralStorage)"?[ \t]{0,9}:/m,
]

/** An operation of a JSON patch, and the path to what it changes. */
const PATCH_AS_JSON = [/^\s*\[\s*\{/, /"op"\s*:\s*"(add|replace|remove)"/, /"path"\s*:\s*"\//]
const PATCH = [
  /^-\s+["']?(op|path|value)["']?\s*:/,
  /^(-\s+)?op\s*:\s*["']?(add|replace|remove)\b/,
  /^(-\s+)?path\s*:\s*["']?\//,
]

const SERVICES = /^services\s*:\s*(#.*)?$/

/** The beginning of a text, in the forms that rules look at. */
interface Head {
  readonly text: string
  readonly start: string
  /** Without blank lines: a text of many would take a pattern for the whole text quadratic time. */
  readonly lines: readonly string[]
  /** Without space around them. */
  readonly bare: readonly string[]
}

/** The kinds that one sign shows, in the order in which they are looked for. */
const SIGNS: readonly (readonly [ManifestKind, (head: Head) => boolean])[] = [
  ['docker-run', ({ start }) => isInspected(start)],
  // Before Kubernetes: templates of Azure have an apiVersion.
  ['azure', ({ text }) => AZURE.test(text)],
  ['kubernetes', ({ bare }) => isIn(bare, /^"?apiVersion"?\s*:/) && isIn(bare, /^"?kind"?\s*:/)],
  ['azure', ({ text }) => isPartOfAzure(text)],
  ['kubernetes', ({ start }) => /^\{[\s\S]*"apiVersion"\s*:/.test(start)],
  ['ecs', ({ start }) => /^[{[][\s\S]*"containerDefinitions"\s*:/.test(start)],
  ['ecs', ({ lines }) => isIn(lines, /^containerDefinitions\s*:/)],
  ['systemd', ({ lines }) => isIn(lines, /^\[(Service|Slice|Unit)\]\s*$/) || isIn(lines, UNIT_LINE)],
  // A list of services is one of chart values.
  ['compose', ({ lines }) => lines.some((line, i) => SERVICES.test(line) && !/^\s*-\s/.test(lines[i + 1] ?? ''))],
  ['compose', ({ lines }) => isIn(lines, /^\s{0,8}(mem_limit|container_name)\s*:/)],
  ['compose', ({ start }) => /^\{[\s\S]*"services"\s*:\s*\{/.test(start)],
  ['compose', ({ bare }) => isIn(bare, /^environment\s*:$/) && isIn(bare, /^-\s+["']?[A-Za-z_]\w*=/)],
  ['dockerfile', ({ bare }) => isIn(bare, /^FROM\s+\S/i) && isIn(bare, /^(RUN|CMD|ENTRYPOINT|COPY|ENV|WORKDIR)\s/i)],
  ['docker-run', ({ bare }) => isIn(bare, DOCKER)],
  [
    'kubernetes',
    ({ bare }) =>
      isIn(bare, /^(resources\s*:\s*\{.*|resourcesPreset\s*:.*|(resources|containers|(extra)?env\w*)\s*:)$/i),
  ],
  ['kubernetes', isChartWithVariables],
  // Before ECS: a container of Kubernetes, too, has an image, and memory among its limits.
  ['kubernetes', ({ start }) => CONTAINERS_AS_JSON.test(start)],
  ['ecs', ({ text }) => CONTAINER_LIST.every((pattern) => pattern.test(text))],
  ['kubernetes', ({ start }) => LIMITS_AS_JSON.test(start) || VARIABLES_AS_JSON.test(start)],
  ['kubernetes', ({ bare }) => isIn(bare, /^(limits|requests)\s*:$/i) && isIn(bare, /^(memory|cpu)\s*:\s*\S/)],
  ['compose', (head) => isListOf(head, /^-\s+["']?(GOGC|GOMEMLIMIT|GOMAXPROCS)=/)],
  ['kubernetes', (head) => isListOf(head, /^-\s+name\s*:\s*["']?(GOGC|GOMEMLIMIT|GOMAXPROCS)\b/)],
  ['kubernetes', ({ text }) => PATCH_AS_JSON.every((pattern) => pattern.test(text))],
  ['kubernetes', ({ bare }) => PATCH.every((pattern) => isIn(bare, pattern))],
  ['env-file', isEnvFile],
]

/** Recognises the kind of a manifest by its content; undefined for any other text. */
export function manifestKindOf(written: string): ManifestKind | undefined {
  const text = written.replace(/^\ufeff/, '')
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const head = { text, start: text.trimStart(), lines, bare: lines.map((line) => line.trim()) }
  return SIGNS.find(([, isShown]) => isShown(head))?.[0]
}

/** Whether it is a container as docker inspect prints it, or a list of such: other tools put one into an object. */
function isInspected(start: string): boolean {
  if (!/^[{[][\s\S]*"HostConfig"\s*:\s*\{/.test(start)) return false
  const top = start.startsWith('[') ? 2 : 1
  let depth = 0
  for (const [token] of start.matchAll(/"(?:[^"\\]|\\[\s\S])*"?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (token === '"HostConfig"' && depth === top) return true
  }
  return false
}

/**
 * Keys at the margin of chart values, besides those that show a manifest alone; an `image` counts if it has parts of
 * them. Of `variables` they tell that these are a program’s.
 */
const OF_CHART = /^(?:replicas|replicaCount|service|serviceAccount|ingress|autoscaling|(?:name|fullname)Override)$/
/** Keys at the margin of a pipeline, whose variables are those of its jobs. */
const OF_PIPELINE = /^(?:stages|include|trigger|pool|jobs|steps|workflow|extends)$/

function isChartWithVariables({ lines }: Head): boolean {
  const keys = lines.flatMap((line) => /^["']?([\w.-]+)["']?\s*:/.exec(line)?.[1] ?? [])
  if (!keys.includes('variables') || !isIn(lines, /^\s+(GOGC|GOMEMLIMIT|GOMAXPROCS)\s*:/)) return false
  const hasImage = keys.includes('image') && isIn(lines, /^\s+(?:registry|repository|tag|pullPolicy)\s*:/)
  return (hasImage || isIn(keys, OF_CHART)) && !isIn(keys, OF_PIPELINE)
}

function isPartOfAzure(text: string): boolean {
  if (!AZURE_CONTAINERS.test(text)) return false
  return AZURE_SIZES.test(text) || AZURE_PARTS.every((pattern) => pattern.test(text))
}

function isIn(lines: readonly string[], pattern: RegExp): boolean {
  return lines.some((line) => pattern.test(line))
}

/** Whether the text is a list with such an item: variables that were copied without the key above them. */
function isListOf({ bare, lines }: Head, item: RegExp): boolean {
  const first = lines.find((line) => !line.trimStart().startsWith('#')) ?? ''
  const indent = first.length - first.trimStart().length
  const isIndented = (line: string) =>
    line.startsWith(`${' '.repeat(indent)}-`) || line.startsWith(' '.repeat(indent + 1))
  return isIn(bare, item) && lines.every((line) => isIndented(line) || line.trimStart().startsWith('#'))
}

function isEnvFile({ text, bare }: Head): boolean {
  if (isIn(bare, LISTED)) return true
  const withoutComments = bare.filter((line) => !line.startsWith('#'))
  const env = withoutComments.filter((line) => ENV_LINE.test(line) && !LOG_LINE.test(line)).length
  const setsGo = isIn(withoutComments, GO_LINE)
  const isScript = /^#!\s*\/\S*(sh|env\s+\S*sh)\b/.test(text)
  if (isScript) return setsGo
  const least = setsGo ? 0.5 : 0.8
  return env > 0 && env >= least * withoutComments.length
}
