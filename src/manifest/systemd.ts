import { inCommand } from './env.ts'
import { readDockerSize } from './kube-quantity.ts'
import type { Container, EnvEntry, Manifest, TakenBack, TinyMemory, Unread } from './manifest.ts'
import { toMemory, unreadMemory, type WrittenMemory } from './tiny-memory.ts'
import { FROM_TEMPLATE, isFilledLater, unreadLimit } from './unread.ts'
import { logicalLines, passed, splitWords, toContainer, toEntries } from './words.ts'

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
  let sizes: WrittenMemory[] = []
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
function unreadHigh(sizes: readonly WrittenMemory[]): string[] {
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
function withSize(sizes: readonly WrittenMemory[], size: WrittenMemory): WrittenMemory[] {
  const others = sizes.filter(({ of }) => of !== size.of)
  if (/^(infinity)?$/.test(size.text)) return others
  if (isFilledLater(size.text)) return [...others, { ...size, bytes: undefined }]
  return (size.bytes ?? 0) > 0 ? [...others, size] : [...sizes]
}

function toSize(of: TinyMemory['of'], setting: string, value: string, line: number): WrittenMemory {
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

/**
 * The same manifests, without what a systemd drop-in takes back of the units before it: a line without a value, or infinity
 * for memory (systemd.resource-control(5)).
 */
export function withoutTakenBack(manifests: readonly Manifest[]): Manifest[] {
  const taken = new Set<TakenBack>()
  const lastFirst = manifests.toReversed().map((manifest) => {
    if (manifest.kind !== 'systemd') return manifest
    const kept = taken.size === 0 ? manifest : { ...manifest, containers: manifest.containers.map(without(taken)) }
    for (const { takesBack = [] } of manifest.containers) for (const one of takesBack) taken.add(one)
    return kept
  })
  return lastFirst.toReversed()
}

function without(taken: ReadonlySet<TakenBack>): (container: Container) => Container {
  const none = { memoryLimit: undefined, memoryHigh: undefined, cpuLimit: undefined, env: [] }
  const dropped = Object.fromEntries([...taken].map((key) => [key, none[key]]))
  const isTaken = (of: string) => taken.has(of as TakenBack)
  return (container) => ({
    ...container,
    ...dropped,
    unread: container.unread?.filter(({ of }) => !isTaken(of)),
    tiny: container.tiny?.filter(({ of }) => !isTaken(of === 'high' ? 'memoryHigh' : 'memoryLimit')),
  })
}
