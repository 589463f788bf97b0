import { inCommand, toEnvEntry } from './env.ts'
import { readDockerSize } from './kube-quantity.ts'
import type { Container, EnvEntry, Manifest, ManifestKind, TakenBack, TinyMemory, Unread } from './manifest.ts'
import { DOCKER_LEAST, toMemory, unreadMemory } from './tiny-memory.ts'
import { FROM_CALLER, FROM_TEMPLATE, isFilledLater, unreadLimit, withDefaults } from './unread.ts'

const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/

/** Reads a file of `NAME=value` lines. */
export function parseEnvFile(text: string): Manifest {
  const env = logicalLines(text, '#').flatMap(({ text: line, number }) =>
    toEntries([line.replace(/^\s*export\s+/, '').trim()], number, true),
  )
  return toManifest('env-file', { env })
}

/**
 * Reads a Dockerfile: ENV of its last stage, in both of its forms, and the version of the Go that it builds with. A stage
 * has the ENV of another only if its FROM names that one (docs.docker.com, Dockerfile reference, ENV).
 */
export function parseDockerfile(text: string): Manifest {
  const lines = withImages(logicalLines(text, '#'))
  const stages = new Map<string, Stage>()
  let { env, started }: Stage = { env: [], started: [] }
  /** Of the stage: ENV, and ARG as it is unless a build says otherwise. */
  const variables = new Map<string, string>()
  const keep = (word: string) => {
    const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? []
    if (name !== '' && value.length <= MOST_IMAGE) variables.set(name, value)
  }
  for (const { text: line, number } of lines) {
    const [, image, stage = ''] = /^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/i.exec(line) ?? []
    if (image !== undefined) {
      const base = stages.get(image.toLowerCase())
      env = [...(base?.env ?? [])]
      started = [...(base?.started ?? [])]
      stages.set(stage.toLowerCase(), { env, started })
      variables.clear()
    }
    for (const word of splitWords(/^\s*ARG\s+([\s\S]+)$/i.exec(line)?.[1] ?? '')) keep(word)
    if (/^\s*(ENTRYPOINT|CMD)\s/i.test(line)) started.push(...inCommand(line, number))
    const [, rest] = /^\s*ENV\s+([\s\S]+)$/i.exec(line) ?? []
    if (rest === undefined) continue
    const [, name = '', value = ''] = /^([A-Za-z_]\w*)\s+([^\s=][\s\S]*)$/.exec(rest) ?? []
    const words = name === '' ? splitWords(rest) : [`${name}=${value.trim()}`]
    const filled = words.map((word) => fillIn(word, variables))
    filled.forEach(keep)
    env.push(...toEntries(filled, number))
  }
  return toManifest('dockerfile', { env: [...env, ...started], goVersion: builtWith(lines) })
}

/** What a stage sets with ENV, and what its commands set: that overrides ENV, wherever it stands. */
interface Stage {
  readonly env: EnvEntry[]
  readonly started: EnvEntry[]
}

/** Longer texts name no image: a name has at most 255 characters, and its tag 128. */
const MOST_IMAGE = 400

/** A text with the variables filled in that are known, and the defaults that are written in it. */
function fillIn(text: string, variables: ReadonlyMap<string, string>): string {
  if (text.length > MOST_IMAGE) return text
  const filled = text.replace(
    /\$(?:(\w+)|\{(\w+)(?::?-[^${}]*)?\})/g,
    (whole, bare, braced) => variables.get(bare ?? braced) || whole,
  )
  return withDefaults(filled).slice(0, MOST_IMAGE)
}

/**
 * The same lines, with the ARGs that stand before the first FROM filled in where a FROM uses them: only these count there
 * (docs.docker.com, Dockerfile reference, “Understand how ARG and FROM interact”). One without a value is not known.
 */
function withImages(lines: readonly Line[]): Line[] {
  const args = new Map<string, string>()
  const fill = (text: string) => fillIn(text, args)
  let isBefore = true
  return lines.map((line) => {
    const isFrom = /^\s*FROM\s/i.test(line.text)
    isBefore &&= !isFrom
    const [, rest = ''] = (isBefore && /^\s*ARG\s+([\s\S]+)$/i.exec(line.text)) || []
    for (const word of splitWords(rest)) {
      const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? []
      if (name !== '' && value.length <= MOST_IMAGE) args.set(name, fill(value))
    }
    return isFrom ? { ...line, text: fill(line.text) } : line
  })
}

/** The Go of the images named golang. Of several stages the newest: an older one may build only a tool. */
function builtWith(lines: readonly Line[]): string | undefined {
  const minors = lines.flatMap(({ text }) => {
    const [, minor] = /^\s*FROM\s+(?:--\S+\s+)*(?:[\w.:${}-]+\/)*golang:1\.(\d{1,3})(?!\d)/i.exec(text) ?? []
    return minor === undefined ? [] : [Number(minor)]
  })
  return minors.length === 0 ? undefined : `go1.${Math.max(...minors)}`
}

const SYSTEMD_SIZES: ReadonlyMap<string, 'limits' | 'high'> = new Map([
  ['MemoryMax', 'limits'],
  ['MemoryLimit', 'limits'],
  ['MemoryHigh', 'high'],
])

const TAKEN_BACK: ReadonlyMap<string, TakenBack> = new Map([
  ['MemoryMax', 'memoryLimit'],
  ['MemoryLimit', 'memoryLimit'],
  ['MemoryHigh', 'memoryHigh'],
  ['CPUQuota', 'cpuLimit'],
  ['Environment', 'env'],
])

/**
 * Reads a systemd unit: MemoryMax, MemoryHigh, CPUQuota, Environment. A file of variables overrides Environment; one that is
 * not given is taken not to: nobody means to write a variable twice. A list is emptied by a line without a
 * value, and Environment overrides what is passed on (systemd.exec(5)).
 */
export function parseSystemd(text: string): Manifest {
  let env: EnvEntry[] = []
  let started: EnvEntry[] = []
  let passedOn: EnvEntry[] = []
  let sizes: Size[] = []
  let cpuLimit: number | undefined
  let cpuUnread: Unread[] = []
  let files: Unread[] = []
  const takesBack: TakenBack[] = []
  for (const { text: line, number } of logicalLines(text, '#')) {
    const [, key = '', value = ''] = /^\s*(\w+)\s*=\s*([\s\S]*)$/.exec(line) ?? []
    const isEmpty = value.trim() === ''
    const taken = TAKEN_BACK.get(key)
    if (taken && (isEmpty || (taken !== 'env' && value.trim() === 'infinity'))) takesBack.push(taken)
    if (key === 'Environment') env = isEmpty ? [] : [...env, ...toEntries(splitWords(value), number)]
    if (key === 'ExecStart') started = isEmpty ? [] : [...started, ...inCommand(value, number)]
    const of = SYSTEMD_SIZES.get(key)
    if (of) sizes = withSize(sizes, toSize(of, `${key}=`, value, number))
    if (key === 'CPUQuota') {
      cpuLimit = readPercent(value)
      cpuUnread = isFilledLater(value) ? unreadLimit('cpuLimit', value, cpuLimit, number) : noPercent(value, number)
    }
    if (key === 'EnvironmentFile') {
      const file = { of: 'variables', from: key, line: number } as const
      files = isEmpty ? [] : [...files, file]
    }
    if (key === 'PassEnvironment')
      passedOn = isEmpty ? [] : [...passedOn, ...splitWords(value).flatMap((name) => passed(name, number))]
  }
  const unread = [...unreadMemory(sizes), ...cpuUnread, ...files]
  const all = [...passedOn, ...env, ...started]
  const container = toContainer({ ...toMemory(sizes), cpuLimit, env: all, unread, takesBack })
  return { kind: 'systemd', containers: [container], problems: unreadHigh(sizes) }
}

/** A MemoryHigh that cannot be read is no limit that a program is killed at, but what it does is then not said. */
function unreadHigh(sizes: readonly Size[]): string[] {
  const high = sizes.find(({ of, bytes }) => of === 'high' && bytes === undefined)
  if (!high) return []
  const what = high.text.endsWith('%') ? 'a share of the machine’s memory' : FROM_TEMPLATE
  return [
    `line ${high.line}: MemoryHigh is ${what}, so its value is not known, and whether the kernel holds the program up is not said; write it as a size, such as MemoryHigh=400M`,
  ]
}

/**
 * The last line counts. No value, or infinity, takes back what stands above; so does a share of the machine’s memory,
 * which is a limit that nothing tells, like a template. 0 is out of range, and ignored like any other text (systemd,
 * load-fragment.c).
 */
function withSize(sizes: readonly Size[], size: Size): Size[] {
  const others = sizes.filter(({ of }) => of !== size.of)
  if (/^(infinity)?$/.test(size.text)) return others
  if (isFilledLater(size.text)) return [...others, { ...size, bytes: undefined }]
  return (size.bytes ?? 0) > 0 ? [...others, size] : [...sizes]
}

type Size = ReturnType<typeof toSize>

function toSize(of: TinyMemory['of'], setting: string, value: string, line: number) {
  return { of, setting, text: value.trim(), bytes: readDockerSize(value), line }
}

/** systemd ignores a share of a CPU without its sign (load-fragment.c, config_parse_cpu_quota). */
function noPercent(text: string, line: number): Unread[] {
  return /^\s*\d/.test(text) ? [{ of: 'cpuLimit', from: 'a number without %, which systemd ignores', line }] : []
}

function readPercent(text: string): number | undefined {
  const [, percent] = /^\s*(\d+(?:\.\d+)?)%\s*$/.exec(text) ?? []
  return percent === undefined ? undefined : Number(percent) / 100
}

/** Options of docker that are read; each takes its value behind `=` or as the next word. */
const DOCKER_OPTIONS: Readonly<Record<string, 'limits' | 'requests' | 'cpus' | 'env' | 'file' | 'name'>> = {
  '-m': 'limits',
  '--memory': 'limits',
  '--cpus': 'cpus',
  '-e': 'env',
  '--env': 'env',
  '--env-file': 'file',
  '--memory-reservation': 'requests',
  '--name': 'name',
}

/** Reads `docker run` lines. */
export function parseDockerRun(text: string): Manifest {
  const containers = logicalLines(text, '#').flatMap((line) =>
    /\b(docker|podman|nerdctl)\b/.test(line.text) ? [toContainer(readDockerLine(line))] : [],
  )
  return { kind: 'docker-run', containers, problems: [] }
}

function readDockerLine({ text, number }: Line): Partial<Container> {
  const words = splitWords(text)
  const env: EnvEntry[] = []
  const sizes: Size[] = []
  const files: Unread[] = []
  const found: { cpuLimit?: number; name?: string } = {}
  let cpuUnread: Unread[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const [, option = '', own] = /^(--?[a-z-]+?)(?:=([\s\S]*))?$/.exec(word) ?? /^(-[me])([\s\S]+)$/.exec(word) ?? []
    const kind = DOCKER_OPTIONS[option]
    if (!kind) continue
    const value = withDefaults(own ?? words[++i] ?? '')
    const setting = own === undefined ? `${word} ` : word.slice(0, word.length - own.length)
    if (kind === 'env') env.push(...(value.includes('=') ? toEntries([value], number) : passed(value, number)))
    else if (kind === 'limits' || kind === 'requests') sizes.push(toSize(kind, setting, value, number))
    else if (kind === 'cpus') {
      if (Number(value) > 0) found.cpuLimit = Number(value)
      cpuUnread = unreadLimit('cpuLimit', value, Number(value), number)
    } else if (kind === 'file') files.push({ of: 'variables', from: option, line: number })
    else if (kind === 'name') found.name = value.slice(0, 63)
  }
  return { ...found, ...toMemory(sizes, DOCKER_LEAST), env, unread: [...unreadMemory(sizes), ...cpuUnread, ...files] }
}

/** A variable that is passed on as whoever starts the program has it. */
function passed(name: string, line: number): EnvEntry[] {
  const entry = toEnvEntry(name, undefined, line, FROM_CALLER)
  return entry ? [entry] : []
}

function toEntries(words: readonly string[], line: number, isLine = false): EnvEntry[] {
  return words.flatMap((word) => {
    const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? []
    const plain = isLine ? value.trim().replace(/^(["'])([\s\S]*)\1$/, '$2') : value
    return name === '' ? [] : (toEnvEntry(name, plain, line) ?? [])
  })
}

function toContainer({ name = '', env = [], ...limits }: Partial<Container>): Container {
  return { name, role: 'main', ...limits, env }
}

function toManifest(kind: ManifestKind, container: Partial<Container>): Manifest {
  return { kind, containers: [toContainer(container)], problems: [] }
}

/** A logical line: a line that ends with a backslash continues on the next. */
interface Line {
  readonly text: string
  /** Number of its first line in the text, from 1. */
  readonly number: number
}

/** Lines without comments and empty ones, continued lines joined. */
function logicalLines(text: string, comment: string): Line[] {
  const found: Line[] = []
  let open: { text: string; number: number } | undefined
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.trimStart().startsWith(comment)) continue
    const isContinued = line.endsWith('\\')
    const own = isContinued ? line.slice(0, -1) : line
    open = open ? { text: `${open.text} ${own.trim()}`, number: open.number } : { text: own, number: i + 1 }
    if (isContinued) continue
    found.push(open)
    open = undefined
  }
  return open ? [...found, open] : found
}

/** Words as a shell splits them: quotes keep spaces and are removed. */
function splitWords(text: string): string[] {
  const words: string[] = []
  for (const [word] of text.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g))
    words.push(
      word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g, (_, double, single, plain) => double ?? single ?? plain),
    )
  return words
}
