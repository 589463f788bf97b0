import { clip } from '../units.ts'
import { setByCommand } from './command.ts'
import { toEnvEntry } from './env.ts'
import { readDockerSize } from './kubernetes/kube-quantity.ts'
import type { Container, EnvEntry, IgnoredSize, Manifest, Unread } from './manifest.ts'
import { toMemory, unreadMemory, type WrittenMemory } from './tiny-memory.ts'
import { FROM_CALLER, FROM_TEMPLATE, isFilledLater, unreadLimit, withOpenLimits } from './unread.ts'
import { type Line, logicalLines, mainContainer, splitWords, toEntries } from './words.ts'

const LIMITS: ReadonlyMap<string, 'limits' | 'high'> = new Map([
  ['MemoryMax', 'limits'],
  ['MemoryLimit', 'limits'],
  ['MemoryHigh', 'high'],
])

interface Unit {
  id: string
  /** A slice that the unit names: its limits count too. */
  slice: Pick<Unread, 'from' | 'line' | 'mayBe'> | undefined
  /** Whether EffectiveMemoryMax is given: it is the smallest limit of the unit and its slices. */
  isEffective: boolean
  readonly env: EnvEntry[]
  readonly started: Line[][]
  sizes: WrittenMemory[]
  /** The smallest limit of the unit and the slices above it, as `systemctl show` prints it since systemd 256. */
  effective: WrittenMemory | undefined
  ignored: IgnoredSize[]
  hasSwap: boolean
  isKilled: boolean
  cpuLimit: number | undefined
  cpuUnread: Unread[]
  readonly files: Unread[]
  /** Variables of whoever starts the service. */
  readonly passedOn: EnvEntry[]
  /** The words of UnsetEnvironment: names, or assignments that are removed only with this value. */
  readonly unsets: string[]
}

/** A unit with its drop-ins, or what `systemctl show` prints of one or several units. */
export function parseSystemd(text: string): Manifest {
  const units = linesByUnit(text).map(readUnit)
  const isOne = units.length === 1
  return {
    kind: 'systemd',
    containers: units.map((unit, i) => ({ ...toContainer(unit), name: isOne ? '' : unit.id || `unit-${i + 1}` })),
    problems: units.flatMap(({ sizes }) => unreadHigh(sizes)),
  }
}

/** Properties that `systemctl show` prints once for each unit. */
const ONCE = /^(?:Id|Result|MemoryMax)(?==)/

/** `systemctl show` prints an empty line between two units. A file of a unit has sections, and may have empty lines. */
function linesByUnit(text: string): readonly Line[][] {
  if (/^[ \t]*\[\w/m.test(text)) return [logicalLines(text, '#;')]
  const units: Line[][] = [[]]
  const seen = new Set<string>()
  let above = 0
  for (const block of text.split(/(?<=\n)(?=[ \t]*\r?\n)/)) {
    const lines = logicalLines(block, '#;', above)
    const found = lines.flatMap((one) => ONCE.exec(one.text)?.[0] ?? [])
    if (found.some((key) => seen.has(key))) {
      units.push([])
      seen.clear()
    }
    for (const key of found) seen.add(key)
    units.at(-1)!.push(...lines)
    above += block.split('\n').length - 1
  }
  return units
}

function readUnit(lines: readonly Line[]): Unit {
  const unit: Unit = {
    env: [],
    started: [],
    sizes: [],
    ignored: [],
    files: [],
    passedOn: [],
    unsets: [],
    id: '',
    slice: undefined,
    isEffective: false,
    hasSwap: false,
    isKilled: false,
    cpuLimit: undefined,
    cpuUnread: [],
    effective: undefined,
  }
  for (const { text: written, line } of lines) {
    const [, key = '', value = ''] = /^\s*(\w+)\s*=\s*([\s\S]*)$/.exec(written) ?? []
    readLine(unit, key, value.trim(), line)
  }
  const { sizes, effective } = unit
  const own = sizes.find(({ of }) => of === 'limits')?.bytes ?? Infinity
  return effective && effective.bytes! < own ? { ...unit, sizes: [...sizes, effective] } : unit
}

/** EnvironmentFile overrides Environment (systemd.exec(5)): without the file, no variable of Environment is certain. */
function toContainer(unit: Unit): Container {
  const { sizes, cpuLimit, cpuUnread, files, ignored, started, unsets } = unit
  const isKept = ({ name, text }: EnvEntry) => !unsets.includes(name) && !unsets.includes(`${name}=${text}`)
  // Environment overrides PassEnvironment; UnsetEnvironment removes variables of both (systemd.exec(5)).
  const env = [...unit.passedOn, ...unit.env].filter(isKept)
  const unread = [...unreadMemory(sizes), ...cpuUnread, ...files]
  const isPart = started.length === 0 ? ({ isPart: true } as const) : {}
  const swap = unit.hasSwap ? ({ hasSwap: true } as const) : {}
  const killed = unit.isKilled ? ({ isOomKilled: true } as const) : {}
  const rest = { ...isPart, ...swap, ...killed, ...(ignored.length > 0 && { ignored }) }
  const variables = [...env, ...started.flatMap((words) => setByCommand(words, env))]
  const container = mainContainer({ ...toMemory(sizes), cpuLimit, unread, ...rest, env: variables })
  const isOpen = unit.slice && !unit.isEffective && container.memoryLimit === undefined
  return isOpen ? withOpenLimits(container, unit.slice!) : container
}

function readLine(unit: Unit, key: string, value: string, line: number): void {
  // MemoryMax overrides MemoryLimit, its older name (systemd.resource-control(5), MemoryLimit=).
  if (key === 'MemoryLimit' && unit.sizes.some(({ setting }) => setting === 'MemoryMax=')) return
  const of = LIMITS.get(key)
  if (of) readSize(unit, { of, setting: `${key}=`, text: value, bytes: readSystemdSize(value), line })
  else if (key === 'EffectiveMemoryMax') Object.assign(unit, { isEffective: true, effective: effectiveIn(value, line) })
  else if (key === 'Slice') unit.slice = USUAL_SLICE.test(value) ? undefined : { from: 'its slice', line, mayBe: true }
  else if (key === 'Id') unit.id = value.replace(/\.service$/, '').slice(0, 63)
  // Without a size, as with `infinity`, the swap of the machine decides, as in a unit without the line.
  else if (key === 'MemorySwapMax') unit.hasSwap = (readSystemdSize(value) ?? 0) > 0
  else if (key === 'CPUQuota') readQuota(unit, value, line)
  else if (key === 'CPUQuotaPerSecUSec') readQuota(unit, toPercent(value), line)
  else if (key === 'Result') unit.isKilled = value === 'oom-kill'
  else if (key === 'Environment') addTo(unit.env, value, toEntries(splitWords(value), line))
  else if (key === 'ExecStart') addTo(unit.started, value, [startedBy(splitWords(value.replace(SHOWN, '$1')), line)])
  else if (key === 'PassEnvironment')
    addTo(
      unit.passedOn,
      value,
      splitWords(value).flatMap((name) => toEnvEntry(name, undefined, line, FROM_CALLER) ?? []),
    )
  else if (key === 'UnsetEnvironment') addTo(unit.unsets, value, splitWords(value))
  // `systemctl show` prints the second name.
  else if (key === 'EnvironmentFile' || key === 'EnvironmentFiles')
    addTo(unit.files, value, [{ of: 'variables', from: key, line }])
}

/** The slices of systemd itself, which have no limits unless somebody sets them (systemd.special(7)). */
const USUAL_SLICE = /^(?:-|(?:system|user|machine|app|session|background)(?:-.*)?)?\.slice$|^$/

function effectiveIn(text: string, line: number): WrittenMemory | undefined {
  const bytes = readSystemdSize(text)
  return bytes ? { of: 'limits', setting: 'EffectiveMemoryMax=', text, bytes, line } : undefined
}

/** An empty value clears a list (systemd.exec(5)). */
function addTo<Of>(list: Of[], value: string, found: readonly Of[]): void {
  if (value === '') list.length = 0
  else list.push(...found)
}

/** ExecStart as `systemctl show` prints it: `{ path=/bin/api ; argv[]=/bin/api -v ; ignore_errors=no ; … }`. */
const SHOWN = /^\{ path=.*? ; argv\[\]=(.*?) ; (?:ignore_errors|flags)=.*$/

/** No shell reads ExecStart. The program may have a prefix (systemd.service(5), “Command lines”). */
function startedBy([first = '', ...rest]: readonly string[], line: number): Line[] {
  return [first.replace(/^[-@:+!|]+/, ''), ...rest].map((text) => ({ text, line }))
}

/**
 * A size in bytes, as systemd reads it: parts with units, which are powers of 1024, from the largest to the smallest;
 * the last unit may be missing (parse-util.c, parse_size).
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
 * The last line counts. An empty value, or infinity, removes the limit of earlier lines. systemd ignores 0, and a text
 * that is not a size, with a message in its log (load-fragment.c, config_parse_memory_limit).
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
