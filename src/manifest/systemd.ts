import { clip } from '../units.ts'
import { setByCommand, type Word } from './command.ts'
import { optionsIn, toLimits } from './docker-run.ts'
import { toEnvEntry } from './env.ts'
import { readDockerSize } from './kubernetes/kube-quantity.ts'
import type { Container, EnvEntry, IgnoredSize, Manifest, TakenBack, Unread, Unset } from './manifest.ts'
import { toMemory, unreadMemory, type WrittenMemory } from './tiny-memory.ts'
import { FROM_TEMPLATE, isFilledLater, unreadLimit } from './unread.ts'
import { ASSIGNMENT, logicalLines, splitWords, toContainer, toEntries, toInherited } from './words.ts'

/** A key of a unit that we read, and its effect. */
interface Key {
  /** The limit that it sets. */
  readonly of?: 'limits' | 'high'
  /** The list to which a line adds. An empty value clears the list. */
  readonly list?: 'env' | 'passedOn' | 'unsets' | 'started' | 'files'
  /** The setting of earlier files that an empty value resets. */
  readonly takesBack?: TakenBack
}

const KEYS: ReadonlyMap<string, Key> = new Map([
  ['MemoryMax', { of: 'limits', takesBack: 'memoryLimit' }],
  ['MemoryLimit', { of: 'limits', takesBack: 'memoryLimit' }],
  ['MemoryHigh', { of: 'high', takesBack: 'memoryHigh' }],
  ['CPUQuota', { takesBack: 'cpuLimit' }],
  ['Environment', { list: 'env', takesBack: 'env' }],
  ['PassEnvironment', { list: 'passedOn' }],
  ['UnsetEnvironment', { list: 'unsets' }],
  ['ExecStart', { list: 'started' }],
  ['EnvironmentFile', { list: 'files' }],
  // The name in the output of `systemctl show`.
  ['EnvironmentFiles', { list: 'files' }],
])

/** The settings of a unit while we read it. An empty value clears a list (systemd.exec(5)). */
interface Unit {
  env: EnvEntry[]
  passedOn: EnvEntry[]
  unsets: Unset[]
  started: Word[][]
  sizes: WrittenMemory[]
  ignored: IgnoredSize[]
  cpuLimit: number | undefined
  cpuUnread: Unread[]
  files: Unread[]
  takesBack: TakenBack[]
}

function createUnit(): Unit {
  const lists = { env: [], passedOn: [], unsets: [], started: [], sizes: [], ignored: [], files: [], takesBack: [] }
  return { ...lists, cpuLimit: undefined, cpuUnread: [] }
}

/**
 * Reads a systemd unit: MemoryMax, MemoryHigh, CPUQuota and variables. EnvironmentFile overrides Environment, which
 * overrides PassEnvironment; UnsetEnvironment removes variables of all of them (systemd.exec(5)). If we do not have a
 * file, we assume that it does not set the variables of Environment again.
 */
export function parseSystemd(text: string): Manifest {
  const unit = createUnit()
  for (const { text: line, number } of logicalLines(text, '#;')) {
    const [, key = '', value = ''] = /^\s*(\w+)\s*=\s*([\s\S]*)$/.exec(line) ?? []
    readLine(unit, key, value.trim(), number)
  }
  const { sizes, cpuLimit, cpuUnread, files, takesBack, unsets, ignored, started } = unit
  const unread = [...unreadMemory(sizes), ...cpuUnread, ...files]
  const isPart = started.length === 0 ? ({ isPart: true } as const) : {}
  const rest = { ...isPart, ...(ignored.length > 0 && { ignored }) }
  const limits = { ...toMemory(sizes), cpuLimit, unread, takesBack, unsets, ...rest }
  return {
    kind: 'systemd',
    containers: [toContainer({ ...limits, env: variablesOf(unit) })],
    problems: unreadHigh(sizes),
  }
}

function readLine(unit: Unit, key: string, value: string, line: number): void {
  // MemoryMax overrides MemoryLimit, its older name (systemd.resource-control(5), MemoryLimit=).
  if (key === 'MemoryLimit' && unit.sizes.some(({ setting }) => setting === 'MemoryMax=')) return
  const words = splitWords(value)
  const { of, list, takesBack } = KEYS.get(key) ?? {}
  if (takesBack && isTakenBack(takesBack, value)) unit.takesBack.push(takesBack)
  if (of) readSize(unit, { of, setting: `${key}=`, text: value, bytes: readSystemdSize(value), line })
  else if (key === 'CPUQuota') readQuota(unit, value, line)
  else if (key === 'CPUQuotaPerSecUSec') readQuota(unit, toPercent(value), line)
  else if (list && value === '') unit[list] = []
  else if (key === 'Environment') unit.env.push(...toEntries(words, line))
  else if (key === 'PassEnvironment') unit.passedOn.push(...words.flatMap((name) => toInherited(name, line)))
  else if (key === 'UnsetEnvironment') unit.unsets.push(...words.flatMap((word) => toUnset(word, line)))
  else if (key === 'ExecStart') unit.started.push(startedBy(words, line))
  else if (list === 'files') unit.files.push({ of: 'variables', from: key, line })
}

/** Whether a value takes back what other files of the unit set. */
function isTakenBack(of: TakenBack, value: string): boolean {
  return value === '' || (of !== 'env' && value === 'infinity')
}

/**
 * The words of ExecStart, which no shell reads. The program may have a prefix (systemd.service(5), “Command lines”).
 */
function startedBy([first = '', ...rest]: readonly string[], line: number): Word[] {
  return [first.replace(/^[-@:+!|]+/, ''), ...rest].map((text) => ({ text, line }))
}

/**
 * The variables in force. An unset variable counts as empty, so that no env file can set it. Variables that the command
 * sets override all others.
 */
function variablesOf({ env, passedOn, unsets, started }: Unit): EnvEntry[] {
  const last = new Map(unsets.flatMap(({ name, text, line }) => (text === undefined ? [[name, line]] : [])))
  const none = Array.from(last, ([name, line]) => ({ name, text: '', line }))
  const kept = [...without(unsets)([...passedOn, ...env]), ...none]
  return [...kept, ...started.flatMap((words) => setByCommand(words, kept))]
}

/** A word of UnsetEnvironment: a name; or an assignment, which removes the variable only if it has that value. */
function toUnset(word: string, line: number): Unset[] {
  const [, name = word, text] = ASSIGNMENT.exec(word) ?? []
  const entry = toEnvEntry(name, text, line)
  return !entry || entry.isHidden ? [] : [{ name, text: entry.text, line }]
}

/** Returns a function that removes the unset variables. */
function without(unsets: readonly Unset[]): (env: readonly EnvEntry[]) => EnvEntry[] {
  const names = new Set(unsets.flatMap(({ name, text }) => (text === undefined ? [name] : [])))
  const whole = new Set(unsets.flatMap(({ name, text }) => (text === undefined ? [] : [`${name}=${text}`])))
  return (env) => env.filter(({ name, text }) => !names.has(name) && !whole.has(`${name}=${text}`))
}

/**
 * A size in bytes, as systemd reads it: parts with the units E, P, T, G, M, K and B, which are powers of 1024, from the
 * largest to the smallest; the last unit may be missing (parse-util.c, parse_size).
 * @returns undefined for any other text, such as `512m`, `1GB` and `1GiB`
 */
export function readSystemdSize(text: string): number | undefined {
  let bytes = 0
  let least = -1
  let rest = text.trim()
  if (rest === '') return undefined
  while (rest !== '') {
    const [part = '', digits = '', unit = ''] = /^\s*\+?(\d+(?:\.\d*)?)\s*([EPTGMKB]?)/.exec(rest) ?? []
    const at = UNITS.indexOf(unit)
    if (part === '' || at <= least) return undefined
    bytes += Number(digits) * 1024 ** Math.max(0, 6 - at)
    least = at
    rest = rest.slice(part.length)
  }
  return bytes
}

/** In the order of systemd’s table. A part without a unit must be the last. */
const UNITS = ['E', 'P', 'T', 'G', 'M', 'K', 'B', '']

/** The problem if MemoryHigh cannot be read. It is not a limit that kills, so we report it here, not in `unread`. */
function unreadHigh(sizes: readonly WrittenMemory[]): string[] {
  const high = sizes.find(({ of, bytes }) => of === 'high' && bytes === undefined)
  if (!high) return []
  const what = high.text.endsWith('%') ? 'a share of the machine’s memory' : FROM_TEMPLATE
  return [
    `line ${high.line}: MemoryHigh is ${what}, so we do not know whether the kernel slows the program down: write a size, such as MemoryHigh=400M`,
  ]
}

/**
 * Reads a line with a size; the last line counts. An empty value, or infinity, removes the limit of earlier lines. The
 * size of a template, or of a share of the machine’s memory, is not known. systemd ignores 0, and a text that is not a
 * size, with a message in its log (load-fragment.c, config_parse_memory_limit).
 */
function readSize(unit: Unit, size: WrittenMemory): void {
  const others = unit.sizes.filter(({ of }) => of !== size.of)
  const [written = size.text] = size.text.split(/\s+#/)
  if (/^(infinity)?$/.test(size.text)) unit.sizes = others
  else if (isFilledLater(written)) unit.sizes = [...others, { ...size, bytes: undefined }]
  else if ((size.bytes ?? 0) > 0) unit.sizes = [...others, size]
  else unit.ignored.push(toIgnored(size, written))
}

/** An ignored size. It keeps the text only if docker would read it as a size: any other text may be a secret. */
function toIgnored({ of, setting, text, line }: WrittenMemory, written: string): IgnoredSize {
  const bytes = readDockerSize(written)
  const meant = bytes !== undefined && bytes > 0 ? bytes : undefined
  return { of, setting, line, meant, ...(bytes !== undefined && text === written && { text: clip(text) }) }
}

/** Reads CPUQuota. systemd ignores 0 %, and a number without % (load-fragment.c, config_parse_cpu_quota). */
function readQuota(unit: Unit, text: string, line: number): void {
  const quota = readPercent(text)
  const isTemplate = isFilledLater(text) && !/^[\d.]+%$/.test(text)
  if (text === '' || isTemplate || (quota ?? 0) > 0) {
    unit.cpuLimit = quota
    unit.cpuUnread = unreadLimit('cpuLimit', text, quota, line)
  } else if (/^[\d.]+$/.test(text) && unit.cpuLimit === undefined)
    unit.cpuUnread = [{ of: 'cpuLimit', from: 'a number without %, which systemd ignores', line }]
}

/** `CPUQuotaPerSecUSec=1.500000s`, as `systemctl show` prints a quota of 150 %: CPU time per second. */
function toPercent(text: string): string {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)(m?s)$/.exec(text) ?? []
  return digits === '' ? '' : `${Number(digits) * (unit === 's' ? 100 : 0.1)}%`
}

function readPercent(text: string): number | undefined {
  const [, percent] = /^\s*(\d+(?:\.\d+)?)%\s*$/.exec(text) ?? []
  return percent === undefined ? undefined : Number(percent) / 100
}

/**
 * The same manifests, without the settings that later systemd drop-ins reset: by an empty value, or by infinity for a
 * limit (systemd.resource-control(5)). UnsetEnvironment removes variables from all units and env files.
 */
export function withoutTakenBack(manifests: readonly Manifest[]): Manifest[] {
  const taken = new Set<TakenBack>()
  const lastFirst = manifests.toReversed().map((manifest) => {
    if (manifest.kind !== 'systemd') return manifest
    const kept = taken.size === 0 ? manifest : { ...manifest, containers: manifest.containers.map(untaken(taken)) }
    for (const { takesBack = [] } of manifest.containers) for (const one of takesBack) taken.add(one)
    return kept
  })
  return lastFirst.toReversed().map((manifest) => withoutUnset(manifest, manifests))
}

/**
 * Removes the variables that other units unset. `parseSystemd` has already removed those that the unit itself unsets.
 */
function withoutUnset(manifest: Manifest, all: readonly Manifest[]): Manifest {
  if (manifest.kind !== 'systemd' && manifest.kind !== 'env-file') return manifest
  const own = manifest.containers.flatMap(({ unsets = [] }) => unsets)
  const unsets = all.flatMap(({ containers }) => containers.flatMap(({ unsets = [] }) => unsets))
  const mine = new Set(own)
  const others = unsets.filter((one) => !mine.has(one))
  if (others.length === 0) return manifest
  return { ...manifest, containers: manifest.containers.map((one) => ({ ...one, env: without(others)(one.env) })) }
}

function untaken(taken: ReadonlySet<TakenBack>): (container: Container) => Container {
  const none = { memoryLimit: undefined, memoryHigh: undefined, cpuLimit: undefined, env: [] }
  const dropped = Object.fromEntries([...taken].map((key) => [key, none[key]]))
  const isKept = (of: string) => !taken.has(of as TakenBack)
  const isSizeKept = ({ of }: { readonly of: string }) => isKept(of === 'high' ? 'memoryHigh' : 'memoryLimit')
  return (container) => ({
    ...container,
    ...dropped,
    unread: container.unread?.filter(({ of }) => isKept(of)),
    tiny: container.tiny?.filter(isSizeKept),
    ignored: container.ignored?.filter(isSizeKept),
  })
}

/** Reads a systemd unit, or a quadlet: a unit with a section for podman (podman-systemd.unit(5)). */
export function parseUnit(text: string): Manifest {
  const manifest = parseSystemd(text)
  if (!/^\[Container\]/m.test(text)) return manifest
  return { ...manifest, containers: manifest.containers.map((unit) => withPodman(unit, text)) }
}

/**
 * Memory= and the options in PodmanArgs= limit the container. Image= says what runs, like ExecStart= in other units. Its
 * variables become options --env, which override the files of --env-file (podman-run(1), Environment).
 */
function withPodman(unit: Container, text: string): Container {
  let { isPart, ...container } = unit
  for (const { text: line, number } of logicalLines(text, '#;')) {
    const [, key = '', value = ''] = /^\s*(\w+)\s*=\s*([\s\S]*)$/.exec(line) ?? []
    if (key === 'Image') isPart = undefined
    const size = { name: '--memory', setting: 'Memory=', value: value.trim() }
    const read =
      key === 'Memory'
        ? toLimits({ options: [size], command: [] }, number)
        : key === 'PodmanArgs' && toLimits(optionsIn(splitWords(value)), number)
    if (read) container = merge(container, read)
  }
  return { ...container, overridesFiles: true, ...(isPart && { isPart }) }
}

function merge(one: Container, other: Partial<Container>): Container {
  const tiny = [...(one.tiny ?? []), ...(other.tiny ?? [])]
  return {
    ...one,
    memoryLimit: other.memoryLimit ?? one.memoryLimit,
    memoryRequest: other.memoryRequest ?? one.memoryRequest,
    cpuLimit: other.cpuLimit ?? one.cpuLimit,
    env: [...one.env, ...(other.env ?? [])],
    unread: [...(one.unread ?? []), ...(other.unread ?? [])],
    ...(tiny.length > 0 && { tiny }),
  }
}
