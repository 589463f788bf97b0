import { formatProseSize, formatValue } from '../format.ts'
import { clip, GIB, KIB, MIB } from '../units.ts'
import { readDockerSize, toGoSize } from './kubernetes/kube-quantity.ts'
import type { Container, IgnoredSize, TinyMemory, Unread } from './manifest.ts'
import { FEW } from './meant.ts'
import type { MendedForm } from './mended.ts'
import { unreadLimit } from './unread.ts'

/** No program fits into less: such a size is a mistake, such as `512m` instead of `512Mi`. */
const LEAST_MEMORY = MIB
/** Docker refuses a container with less (moby, daemon/daemon_unix.go, linuxMinMemory). */
export const DOCKER_LEAST = 6 * MIB

export type WrittenMemory = Omit<TinyMemory, 'bytes'> & { readonly bytes: number | undefined }

/**
 * The memory sizes of a container, in bytes. If several are written, the last counts. 0 means no limit. A size below
 * `least` cannot be meant: it counts as unknown, and `tiny` lists it.
 */
export function toMemory(
  sizes: readonly WrittenMemory[],
  least = LEAST_MEMORY,
): Pick<Container, 'memoryLimit' | 'memoryHigh' | 'memoryRequest' | 'tiny'> {
  const set = sizes.filter((size): size is TinyMemory => (size.bytes ?? 0) > 0)
  const tiny = set.flatMap((size) => (size.bytes < least ? [{ ...size, text: clip(size.text) }] : []))
  const last = (of: TinyMemory['of']) => {
    const bytes = set.findLast((size) => size.of === of)?.bytes ?? 0
    return bytes < least ? undefined : bytes
  }
  const high = last('high')
  return {
    memoryLimit: last('limits'),
    memoryRequest: last('requests'),
    ...(high !== undefined && { memoryHigh: high }),
    ...(tiny.length > 0 && { tiny }),
  }
}

/**
 * Whether there is swap beyond a memory limit, from the sum of both, as docker takes it (docs.docker.com, “Resource
 * constraints”, --memory-swap): -1 sets no limit; 0, or a text that is not a size, sets nothing.
 */
export function swapBeyond(limit: number | undefined, sum: string): Pick<Container, 'hasSwap'> {
  const bytes = sum.trim() === '-1' ? Infinity : readDockerSize(sum)
  return limit !== undefined && bytes !== undefined && bytes > limit ? { hasSwap: true } : {}
}

/** The memory limit of a container, if it is written but cannot be read. If several are written, the last counts. */
export function unreadMemory(sizes: readonly WrittenMemory[]): Unread[] {
  const last = sizes.findLast(({ of, text }) => of === 'limits' && text !== '')
  if (last?.bytes === undefined && /^\d[\d.]*%$/.test(last?.text ?? ''))
    return [{ of: 'memoryLimit', from: 'a share of the machine’s memory', line: last!.line }]
  return last ? unreadLimit('memoryLimit', last.text, last.bytes, last.line) : []
}

/** The units for MiB and GiB in a manifest of each kind, and the least memory in bytes. */
function unitsOf(kind: MendedForm): readonly [mib: string, gib: string, least: number] {
  if (kind === 'azure' || kind.startsWith('kubernetes')) return ['Mi', 'Gi', LEAST_MEMORY]
  // Numbers in MiB, without a unit.
  if (kind === 'ecs') return ['', '', DOCKER_LEAST]
  return kind === 'systemd' ? ['M', 'G', LEAST_MEMORY] : ['m', 'g', DOCKER_LEAST]
}

/** Title and text: `memory: 512m is 0.512 bytes`, and the size that was probably meant: `512Mi`. */
export function describeTiny({ of, setting, text, bytes }: TinyMemory, kind: MendedForm) {
  const [mib, , least] = unitsOf(kind)
  // Nobody typed the size that docker inspect prints.
  const isTyped = !(kind === 'docker-run' && setting.startsWith('"'))
  const meant = isTyped ? meantSize(text, kind) : undefined
  const size = bytes < KIB ? `${formatValue(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}` : formatProseSize(bytes)
  const why = kind.startsWith('kubernetes') && text.endsWith('m') ? ': m means thousandths' : ''
  const question = meant === undefined ? '' : ` Was ${meant} meant?`
  const unknown =
    of === 'limits' ? 'Until it is corrected, the memory limit of the container counts as unknown here.' : ''
  return {
    title: `${setting}${text} is ${size}${why}`,
    text: `${causeOf(of, least)}${question} ${unknown}`.trimEnd(),
    mended: isTyped ? `${setting.replace(/^\w+: (?=\w)/, '')}${meant ?? `…${mib}`}` : undefined,
  }
}

/** Title and text: `systemd ignores MemoryMax=512m`, and the line to write instead. */
export function describeIgnored(ignored: IgnoredSize, { memoryLimit, memoryHigh }: Container) {
  const { of, setting, text, meant } = ignored
  const [name, inForce] = of === 'high' ? ['MemoryHigh', memoryHigh] : ['memory limit', memoryLimit]
  const instead = inForce === undefined ? `the unit has no ${name}` : `its ${name} is ${formatProseSize(inForce)}`
  return {
    title:
      text === undefined ? `systemd ignores the value of ${setting.slice(0, -1)}` : `systemd ignores ${setting}${text}`,
    text: `systemd accepts a number above 0, alone (bytes) or followed by a unit such as K, M or G, in capitals, also a percentage or infinity. It ignores this line, so ${instead}.`,
    // `1536M`: whole, in the largest unit that loses nothing.
    mended: `${setting}${meant === undefined ? '…M' : toGoSize(Math.round(meant)).replace(/i?B$/, '')}`,
  }
}

function causeOf(of: TinyMemory['of'], least: number): string {
  // cgroup-v2.rst, memory.high: processes above it are throttled and put under heavy reclaim pressure, never killed.
  if (of === 'high')
    return 'The program is always above it. The kernel does not kill it, but reclaims memory and slows it down until it hardly runs. We do not simulate this.'
  return least === DOCKER_LEAST ? 'Docker refuses less than 6 MiB.' : 'No program fits into so little.'
}

/** The size that was probably meant: GiB for a small number without a unit, else MiB. */
function meantSize(text: string, kind: MendedForm): string | undefined {
  const [mib, gib, least] = unitsOf(kind)
  const [, digits = '', suffix = ''] = /^([\d.]+(?:[eE][+-]?\d+)?)\s*([A-Za-z]*)$/.exec(text) ?? []
  const number = Number(digits)
  const isGib = suffix === '' && number < FEW
  if (kind === 'ecs') return isGib ? `${KIB * number}` : undefined
  return number * (isGib ? GIB : MIB) < least ? undefined : `${number}${isGib ? gib : mib}`
}
