import { formatSizeText } from '../format.ts'
import { MIB } from '../units.ts'
import { nearestSetting } from './env.ts'
import { resolveField } from './fields.ts'
import { readGogc, readGomemlimit } from './go-values.ts'
import type { Container, EnvEntry, GoSetting, Manifest, ManifestKind } from './manifest.ts'
import { toMended } from './mended.ts'
import { roundLimit, toGoSize } from './sizes.ts'

export const FINDING_KINDS = [
  'bare-bytes',
  'malformed-limit',
  'malformed-gogc',
  'misspelt',
  'above-container',
  'no-headroom',
  'field-without-limit',
  'divisor-as-headroom',
  'off-without-limit',
  'limit-from-request',
  'cpu-below-one',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** Settings as Go takes them. */
export interface GoSettings {
  readonly gogc: number | 'off'
  readonly memoryLimit: number | 'off'
  readonly containerLimit: number | 'off'
  readonly cpuLimit?: number | undefined
}

/** Something that is wrong with a container’s settings. */
export interface ManifestFinding {
  readonly kind: FindingKind
  readonly title: string
  readonly text: string
  /** Line in the manifest, from 1. */
  readonly line?: number | undefined
  /** What to write instead. */
  readonly mended?: string | undefined
  /** What is in force as it is, and once mended; undefined where the program does not even start. */
  readonly before: GoSettings | undefined
  readonly after: GoSettings
}

/** So much of the container a memory limit may take at most: the rest is for what it does not count. */
const MOST_OF_CONTAINER = 0.95
const GOOD_SHARE = 0.9
/** A limit below this is no limit of any program: a size whose unit was forgotten. */
const LEAST_LIMIT = 4 * MIB

/** What is wrong with the settings in a manifest, container by container. */
export function findingsIn({ kind, containers }: Manifest): ManifestFinding[] {
  return containers.filter(({ role }) => role !== 'init').flatMap((container) => findingsOf(container, kind))
}

/** What is known of a container while it is looked through. */
interface Look {
  readonly container: Container
  readonly kind: ManifestKind
  readonly gogc: EnvEntry | undefined
  readonly limit: EnvEntry | undefined
  readonly settings: GoSettings
}

function findingsOf(container: Container, kind: ManifestKind): ManifestFinding[] {
  const entry = (name: GoSetting) => container.env.findLast((one) => one.name === name)
  const gogc = entry('GOGC')
  const limit = entry('GOMEMLIMIT')
  const memoryLimit = (limit && limitOf(container, limit)) ?? 'off'
  const settings: GoSettings = {
    gogc: gogc?.text === undefined ? 100 : readGogc(gogc.text).value,
    memoryLimit,
    containerLimit: container.memoryLimit ?? 'off',
    cpuLimit: container.cpuLimit,
  }
  const look: Look = { container, kind, gogc, limit, settings }
  return [
    ...misspelt(look),
    ...gogcFindings(look),
    ...(limit?.field ? fieldFindings(look, limit, limit.field) : []),
    ...(limit && !limit.field ? literalFindings(look, limit) : []),
    ...offWithoutLimit(look),
    ...cpuBelowOne(look),
  ]
}

function limitOf(container: Container, { text, field }: EnvEntry): number | 'off' | undefined {
  if (field) return resolveField(container, field)
  return text === undefined ? undefined : readGomemlimit(text)
}

function misspelt(look: Look): ManifestFinding[] {
  const { container, kind, settings } = look
  return container.env.flatMap((entry): ManifestFinding[] => {
    const meant = nearestSetting(entry.name)
    if (meant === undefined) return []
    const rightly = spelt(look, { ...entry, name: meant })
    return [
      {
        kind: 'misspelt',
        title: `${entry.name} is not read by Go`,
        text: `Go knows no variable of this name and says nothing about it: ${meant} stays at its default.`,
        line: entry.line,
        mended: rightly.mended ?? toMended(kind, meant, entry.text ?? '…'),
        before: settings,
        after: rightly.after,
      },
    ]
  })
}

/** What an entry sets under its right name; where its value is wrong as well, what that is mended to. */
function spelt(look: Look, entry: EnvEntry): Pick<ManifestFinding, 'after' | 'mended'> {
  const { container, settings } = look
  if (entry.name === 'GOGC') {
    const gogc = entry.text === undefined ? settings.gogc : readGogc(entry.text).value
    return gogcFindings({ ...look, gogc: entry })[0] ?? { after: { ...settings, gogc }, mended: undefined }
  }
  if (entry.name !== 'GOMEMLIMIT') return { after: settings, mended: undefined }
  const memoryLimit = limitOf(container, entry) ?? settings.memoryLimit
  const wrong = entry.field ? fieldFindings(look, entry, entry.field) : literalFindings(look, entry)
  return wrong[0] ?? { after: { ...settings, memoryLimit }, mended: undefined }
}

function gogcFindings({ gogc, kind, settings }: Look): ManifestFinding[] {
  if (gogc?.text === undefined || readGogc(gogc.text).isRead) return []
  const meant = Math.round(Number.parseFloat(gogc.text.replace(',', '.')))
  const percent = Number.isFinite(meant) ? meant : 100
  return [
    {
      kind: 'malformed-gogc',
      title: `Go silently takes GOGC=${gogc.text} as 100`,
      text: 'GOGC is a whole number without a percent sign, or off. Go ignores anything else without a message.',
      line: gogc.line,
      mended: toMended(kind, 'GOGC', String(percent)),
      before: settings,
      after: { ...settings, gogc: percent },
    },
  ]
}

/** A good limit for the container: what is left for everything that the limit does not count. */
function goodLimit({ memoryLimit }: Container): number | undefined {
  return memoryLimit === undefined ? undefined : roundLimit(GOOD_SHARE * memoryLimit)
}

function fieldFindings(look: Look, entry: EnvEntry, field: NonNullable<EnvEntry['field']>): ManifestFinding[] {
  const { container, kind, settings } = look
  const good = goodLimit(container)
  const mended = toMended(kind, 'GOMEMLIMIT', good === undefined ? '…MiB' : toGoSize(good))
  const common: Pick<ManifestFinding, 'line' | 'mended' | 'before' | 'after'> = {
    line: entry.line,
    mended,
    before: settings,
    after: { ...settings, memoryLimit: good ?? 'off' },
  }
  const [, which, resource] = /^(limits|requests)\.(memory|cpu)$/.exec(field.resource) ?? []
  if (resource !== 'memory') return []
  const value = resolveField(container, field)
  const isDivided = field.divisor !== undefined && !['1', '0', ''].includes(field.divisor)
  const findings: ManifestFinding[] = []
  if (which === 'requests')
    findings.push({
      kind: 'limit-from-request',
      title: 'GOMEMLIMIT comes from the memory request, not from the limit',
      text: 'The request is what the scheduler reserves. Memory between it and the container’s limit is there, but Go runs GC cycles to stay below the request.',
      ...common,
    })
  if (which === 'limits' && container.memoryLimit === undefined)
    findings.push({
      kind: 'field-without-limit',
      title: 'GOMEMLIMIT comes from a memory limit that is not set',
      text: 'Without resources.limits.memory Kubernetes gives the memory of the whole node. Set the limit of the container, and GOMEMLIMIT to 90 % of it.',
      ...common,
      before: { ...settings, memoryLimit: 'off' },
    })
  if (isDivided)
    findings.push({
      kind: 'divisor-as-headroom',
      title: `divisor: ${field.divisor} leaves no headroom: it changes the unit`,
      text: `Kubernetes divides and writes a bare number${value === undefined ? '' : `, here ${value}`}, which Go reads as bytes.`,
      ...common,
    })
  else if (which === 'limits' && value !== undefined) findings.push(tooHigh(look, entry, value, container.memoryLimit!))
  return findings
}

function literalFindings(look: Look, entry: EnvEntry): ManifestFinding[] {
  const { container, kind, settings } = look
  const { text } = entry
  if (text === undefined) return []
  const value = readGomemlimit(text)
  if (value === 'off') return []
  if (value === undefined) return [malformed(look, entry, text)]
  if (value < LEAST_LIMIT && /^\d+$/.test(text)) {
    const meant = roundLimit(Math.min(Number(text) * MIB, (container.memoryLimit ?? Infinity) * GOOD_SHARE))
    return [
      {
        kind: 'bare-bytes',
        title: `GOMEMLIMIT=${text} is ${text} bytes`,
        text: 'A number without a unit counts bytes. No program fits into that, so GC cycles follow one another without a rest, until Go’s limit on GC CPU holds them back.',
        line: entry.line,
        mended: toMended(kind, 'GOMEMLIMIT', toGoSize(meant)),
        before: settings,
        after: { ...settings, memoryLimit: meant },
      },
    ]
  }
  const limit = container.memoryLimit
  return limit !== undefined && value >= MOST_OF_CONTAINER * limit ? [tooHigh(look, entry, value, limit)] : []
}

function malformed({ container, kind, settings }: Look, entry: EnvEntry, text: string): ManifestFinding {
  const meant = meantBytes(text, container.memoryLimit)
  return {
    kind: 'malformed-limit',
    title: `Go refuses GOMEMLIMIT=${text}: the program aborts as it starts`,
    text: 'GOMEMLIMIT is a whole number with B, KiB, MiB, GiB or TiB, or off. With anything else Go prints “malformed GOMEMLIMIT” and exits.',
    line: entry.line,
    mended: meant === undefined ? undefined : toMended(kind, 'GOMEMLIMIT', toGoSize(meant)),
    before: undefined,
    after: { ...settings, memoryLimit: meant ?? 'off' },
  }
}

/** What was probably meant: units of Kubernetes and Docker, decimals, shares of the container. */
function meantBytes(text: string, container: number | undefined): number | undefined {
  const [, digits = '', unit = ''] = /^(\d+(?:[.,]\d+)?)\s?([A-Za-z%]*)$/.exec(text) ?? []
  const number = Number(digits.replace(',', '.'))
  if (digits === '') return undefined
  if (unit === '%') return container === undefined ? undefined : roundLimit((Math.min(number, 90) / 100) * container)
  const power = 'BKMGT'.indexOf(unit.charAt(0).toUpperCase())
  return power < 0 ? undefined : Math.round(number * 1024 ** power)
}

function tooHigh(
  { container, kind, settings }: Look,
  { line }: EnvEntry,
  value: number,
  limit: number,
): ManifestFinding {
  const good = goodLimit(container) ?? limit
  const isAbove = value > limit
  const share = Math.round((100 * value) / limit)
  return {
    kind: isAbove ? 'above-container' : 'no-headroom',
    title: isAbove
      ? `The memory limit, ${formatSizeText(value)}, lies above the container’s ${formatSizeText(limit)}`
      : `The memory limit takes ${share} % of the container`,
    text: isAbove
      ? 'The container is full before Go starts to hold back: the program is killed as if it had no limit.'
      : 'The limit is soft, and does not count the program’s code, C memory and the kernel’s buffers. Leave 5 to 10 % of the container.',
    line,
    mended: toMended(kind, 'GOMEMLIMIT', toGoSize(good)),
    before: { ...settings, memoryLimit: value },
    after: { ...settings, memoryLimit: good },
  }
}

function offWithoutLimit({ container, kind, gogc, settings }: Look): ManifestFinding[] {
  if (settings.gogc !== 'off' || settings.memoryLimit !== 'off') return []
  const good = goodLimit(container)
  return [
    {
      kind: 'off-without-limit',
      title: 'GOGC=off without a memory limit: nothing is ever collected',
      text: 'The heap grows until the container or the machine is full.',
      line: gogc?.line,
      mended: toMended(kind, 'GOMEMLIMIT', good === undefined ? '…MiB' : toGoSize(good)),
      before: settings,
      after: { ...settings, memoryLimit: good ?? 'off' },
    },
  ]
}

function cpuBelowOne({ container, settings }: Look): ManifestFinding[] {
  const { cpuLimit } = container
  if (cpuLimit === undefined || cpuLimit >= 1) return []
  return [
    {
      kind: 'cpu-below-one',
      title: `The container may use ${cpuLimit} CPU, and Go takes GOMAXPROCS as 2`,
      text: 'Background marking takes a quarter of GOMAXPROCS, half a CPU, while a cycle runs. The kernel holds all threads up once the quota is used, so that responses wait.',
      mended: 'CPU limit: at least 1, or none',
      before: settings,
      after: { ...settings, cpuLimit: 1 },
    },
  ]
}
