import { clip } from '../units.ts'
import { toEnvEntry } from './env.ts'
import { readDockerSize } from './kubernetes/kube-quantity.ts'
import type { Container, EnvEntry, IgnoredSize, Manifest, TakenBack, Unread, Unset } from './manifest.ts'
import { setByCommand, type Word } from './shell/shell.ts'
import { toMemory, unreadMemory, type WrittenMemory } from './tiny-memory.ts'
import { FROM_TEMPLATE, isFilledLater, unreadLimit } from './unread.ts'
import { ASSIGNMENT, logicalLines, passed, splitWords, toContainer, toEntries } from './words.ts'

/** What a key of a unit does, of those that count. */
interface Key {
  /** The limit that its size sets. */
  readonly of?: 'limits' | 'high'
  /** The list that a line of it adds to, and that one without a value empties. */
  readonly list?: 'env' | 'passedOn' | 'unsets' | 'started' | 'files'
  /** What a line without a value takes back of the units before this one. */
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
  // As `systemctl show` has it.
  ['EnvironmentFiles', { list: 'files' }],
])

/** The lines of a unit that count, while it is read. A list is emptied by a line without a value (systemd.exec(5)). */
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
 * Reads a systemd unit: MemoryMax, MemoryHigh, CPUQuota, variables. A file of variables overrides Environment; one that is
 * not given is taken not to: nobody means to write a variable twice. Environment overrides what is passed on, and
 * UnsetEnvironment removes variables of all of them (systemd.exec(5)).
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
  // The older name takes nothing back of the newer one, whose value counts (systemd.resource-control(5), MemoryLimit=).
  if (key === 'MemoryLimit' && unit.sizes.some(({ setting }) => setting === 'MemoryMax=')) return
  const words = splitWords(value)
  const { of, list, takesBack } = KEYS.get(key) ?? {}
  if (takesBack && (value === '' || (takesBack !== 'env' && value === 'infinity'))) unit.takesBack.push(takesBack)
  if (of) readSize(unit, { of, setting: `${key}=`, text: value, bytes: readSystemdSize(value), line })
  else if (key === 'CPUQuota') readQuota(unit, value, line)
  else if (key === 'CPUQuotaPerSecUSec') readQuota(unit, toPercent(value), line)
  else if (list && value === '') unit[list] = []
  else if (key === 'Environment') unit.env.push(...toEntries(words, line))
  else if (key === 'PassEnvironment') unit.passedOn.push(...words.flatMap((name) => passed(name, line)))
  else if (key === 'UnsetEnvironment') unit.unsets.push(...words.flatMap((word) => toUnset(word, line)))
  else if (key === 'ExecStart') unit.started.push(startedBy(words, line))
  else if (list === 'files') unit.files.push({ of: 'variables', from: key, line })
}

/** No shell reads it. Special letters may stand before the program (systemd.service(5), “Command lines”). */
function startedBy([first = '', ...rest]: readonly string[], line: number): Word[] {
  return [first.replace(/^[-@:+!|]+/, ''), ...rest].map((text) => ({ text, line }))
}

/** What is unset counts as set to nothing, so that no file of variables can set it. A command comes after all of them. */
function variablesOf({ env, passedOn, unsets, started }: Unit): EnvEntry[] {
  const last = new Map(unsets.flatMap(({ name, text, line }) => (text === undefined ? [[name, line]] : [])))
  const none = Array.from(last, ([name, line]) => ({ name, text: '', line }))
  const kept = [...without(unsets)([...passedOn, ...env]), ...none]
  return [...kept, ...started.flatMap((words) => setByCommand(words, kept))]
}

/** A name, or an assignment, which only removes a variable of that value. */
function toUnset(word: string, line: number): Unset[] {
  const [, name = word, text] = ASSIGNMENT.exec(word) ?? []
  const entry = toEnvEntry(name, text, line)
  return !entry || entry.isHidden ? [] : [{ name, text: entry.text, line }]
}

function without(unsets: readonly Unset[]): (env: readonly EnvEntry[]) => EnvEntry[] {
  const names = new Set(unsets.flatMap(({ name, text }) => (text === undefined ? [name] : [])))
  const whole = new Set(unsets.flatMap(({ name, text }) => (text === undefined ? [] : [`${name}=${text}`])))
  return (env) => env.filter(({ name, text }) => !names.has(name) && !whole.has(`${name}=${text}`))
}

/**
 * A size as systemd reads it: parts with the units E, P, T, G, M, K and B, which are powers of 1024, in falling order, of
 * which one may be missing (parse-util.c, parse_size). undefined for any other text, as `512m`, `1GB` and `1GiB`.
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

/** In the order of systemd’s table: a part without a unit is the last. */
const UNITS = ['E', 'P', 'T', 'G', 'M', 'K', 'B', '']

/** A MemoryHigh that cannot be read is no limit that a program is killed at, but what it does is then not said. */
function unreadHigh(sizes: readonly WrittenMemory[]): string[] {
  const high = sizes.find(({ of, bytes }) => of === 'high' && bytes === undefined)
  if (!high) return []
  const what = high.text.endsWith('%') ? 'a share of the machine’s memory' : FROM_TEMPLATE
  return [
    `line ${high.line}: MemoryHigh is ${what}, so its value is not known, and whether the kernel holds the program up is not said; write it as a size, such as MemoryHigh=400M`,
  ]
}

/**
 * The last line counts. One without a value, or with infinity, removes the limit of the lines above. A share of the machine’s
 * memory is a limit whose size is not known, as is a template. systemd ignores 0 and a text that is no size, and says so in
 * its log (load-fragment.c, config_parse_memory_limit).
 */
function readSize(unit: Unit, size: WrittenMemory): void {
  const others = unit.sizes.filter(({ of }) => of !== size.of)
  const [written = size.text] = size.text.split(/\s+#/)
  if (/^(infinity)?$/.test(size.text)) unit.sizes = others
  else if (isFilledLater(written)) unit.sizes = [...others, { ...size, bytes: undefined }]
  else if ((size.bytes ?? 0) > 0) unit.sizes = [...others, size]
  else unit.ignored.push(toIgnored(size, written))
}

/** Keeps the text only where it is a size of another program: any other may be a secret. */
function toIgnored({ of, setting, text, line }: WrittenMemory, written: string): IgnoredSize {
  const bytes = readDockerSize(written)
  const meant = bytes !== undefined && bytes > 0 ? bytes : undefined
  return { of, setting, line, meant, ...(bytes !== undefined && text === written && { text: clip(text) }) }
}

/** systemd ignores a share of a CPU without its sign, and 0 % (load-fragment.c, config_parse_cpu_quota). */
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
 * The same manifests, without what a systemd drop-in takes back of the units before it: a line without a value, or infinity
 * for memory (systemd.resource-control(5)). UnsetEnvironment removes variables of all of them, and of files of variables.
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

/** A unit has removed them of its own variables already. */
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
