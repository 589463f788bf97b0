import { formatValue } from '../format.ts'
import { readGomemlimit } from '../scenario/go-env.ts'
import { cpuBelowOne, malformedProcs, procsAboveQuota } from './cpu-findings.ts'
import { entryOf, nearestSetting, resolveField } from './env.ts'
import type { CheckedContainer, GoSettings, ManifestFinding } from './finding.ts'
import { meansOff, readGogc } from './go-values.ts'
import { toGoSize } from './kubernetes/kube-quantity.ts'
import { fromRequest, NO_ROOM, nearContainer, nearHigh } from './limit-words.ts'
import type { Container, EnvEntry, FieldRef, Manifest, ManifestKind } from './manifest.ts'
import {
  bareLimit,
  GOOD_SHARE,
  goodLimit,
  isTooLarge,
  LEAST_LIMIT,
  meantBytes,
  meantPercent,
  whyLess,
  within,
} from './meant.ts'
import { formOf, type MendedForm, toMended } from './mended.ts'
import { describeIgnored, describeTiny } from './tiny-memory.ts'
import { isUnread, openFiles } from './unread.ts'

/** From this share of the container on, a memory limit leaves too little for what it does not count. */
const MOST_OF_CONTAINER = 0.95
/** What other inputs say about the container of a manifest. */
export interface Surroundings {
  readonly memoryLimit?: number | undefined
  /** Settings of the running process. They count if no manifest sets them. */
  readonly process?: Partial<Pick<GoSettings, 'gogc' | 'memoryLimit' | 'procs'>> | undefined
  /** Variables of other manifests. They count if this manifest does not set them. */
  readonly env?: readonly EnvEntry[] | undefined
  /** All manifests: they may include the env files that this one names. */
  readonly manifests?: readonly Manifest[] | undefined
  readonly goVersion?: string | undefined
  /** Whether the Go of the program is older than memory limits: it ignores GOMEMLIMIT. */
  readonly isBeforeLimits?: boolean | undefined
}

export function findingsIn({ kind, containers }: Manifest, around: Surroundings = {}): ManifestFinding[] {
  return containers.filter(({ role }) => role !== 'init').flatMap((container) => findingsOf(container, kind, around))
}

function findingsOf(own: Container, kind: ManifestKind, around: Surroundings): ManifestFinding[] {
  const { isBeforeLimits = false, goVersion } = around
  const container = { ...own, memoryLimit: own.memoryLimit ?? around.memoryLimit }
  const inherited = around.env ?? []
  const gogc = entryOf(container.env, 'GOGC')
  const limit = entryOf(container.env, 'GOMEMLIMIT')
  const gogcInForce = gogc ?? entryOf(inherited, 'GOGC')
  const limitInForce = limit ?? entryOf(inherited, 'GOMEMLIMIT')
  const settings = settingsInForce(container, gogcInForce, limitInForce, around)
  const form = formOf(kind, container.env)
  const checked: CheckedContainer = { container, kind: form, gogc, limit, settings, goVersion, isBeforeLimits }
  const found = [
    ...unquoted(checked),
    ...tinyMemory(checked),
    ...ignoredSizes(checked),
    ...misspelt(checked),
    ...gogcFindings(checked),
    ...(limit ? limitFindings(checked, limit) : []),
  ]
  // Do not report a missing limit if its value is unknown, or if another finding sets it.
  const isOpen = limitInForce
    ? isUnread(container, limitInForce)
    : openFiles(container, around.manifests ?? []).length > 0
  const isNone = isOpen ? around.process?.memoryLimit === 'off' : isOff(limitInForce)
  const isMissing = (isBeforeLimits || isNone) && found.every(({ after }) => after.memoryLimit === settings.memoryLimit)
  return [
    ...found,
    ...(gogcInForce && isMissing ? offWithoutLimit(checked, gogcInForce) : []),
    ...cpuBelowOne(checked, around.process?.procs),
    ...procsAboveQuota(checked),
    ...malformedProcs(checked),
  ]
}

/** What a process starts with: the values of its variables, else those of the running process, else Go’s defaults. */
function settingsInForce(
  container: Container,
  gogc: EnvEntry | undefined,
  limit: EnvEntry | undefined,
  around: Surroundings,
): GoSettings {
  return {
    gogc: gogc?.text === undefined ? (around.process?.gogc ?? 100) : readGogc(gogc.text).value,
    memoryLimit: around.isBeforeLimits ? 'off' : (limitOf(container, limit) ?? around.process?.memoryLimit ?? 'off'),
    containerLimit: container.memoryLimit ?? 'off',
    cpuLimit: container.cpuLimit,
  }
}

/** Whether a process starts without a memory limit: the variable is missing, empty or off. */
function isOff(limit: EnvEntry | undefined): boolean {
  return !limit || (limit.text !== undefined && readGomemlimit(limit.text) === 'off')
}

/** The memory limit in bytes that an entry sets; undefined if there is no entry, or if it cannot be read. */
export function limitOf(container: Container, entry: EnvEntry | undefined): number | 'off' | undefined {
  if (entry?.field) return resolveField(container, entry.field)
  const { memoryLimit } = container
  if (entry?.share !== undefined && memoryLimit !== undefined) return Math.floor(entry.share * memoryLimit)
  return entry?.text === undefined ? undefined : readGomemlimit(entry.text)
}

/** Kubernetes takes only text for a variable, and refuses the whole object for a number or a boolean. */
function unquoted({ container, settings }: CheckedContainer): ManifestFinding[] {
  return container.env.flatMap((entry): ManifestFinding[] => {
    if (!entry.unquoted) return []
    const isData = entry.unquoted === 'data'
    // The name of a key that valueFrom names may be private.
    const name = isData && entry.isItem !== false ? GAP : entry.name
    return [
      {
        kind: 'unquoted',
        title: `Kubernetes refuses ${asWritten(entry)} without quotes`,
        text: `YAML reads it as a number or a boolean, and ${isData ? 'a ConfigMap' : 'the value of a variable'} takes only text. Kubernetes refuses the object, and the program does not start.`,
        line: entry.line,
        mended: toMended(isData ? 'kubernetes-map' : 'kubernetes', name, entry.text ?? GAP),
        after: settings,
        isFatal: true,
      },
    ]
  })
}

function tinyMemory({ container, kind, settings }: CheckedContainer): ManifestFinding[] {
  return (container.tiny ?? []).map((tiny) => ({
    kind: 'tiny-memory',
    ...describeTiny(tiny, kind),
    line: tiny.line,
    after: settings,
    ...(tiny.of === 'limits' && { isFatal: true }),
  }))
}

function ignoredSizes({ container, settings }: CheckedContainer): ManifestFinding[] {
  return (container.ignored ?? []).map((size) => {
    const meant = size.of === 'limits' ? size.meant : undefined
    return {
      kind: 'ignored-size',
      ...describeIgnored(size, container),
      line: size.line,
      before: meant === undefined ? undefined : settings,
      after: meant === undefined ? settings : { ...settings, containerLimit: meant },
    }
  })
}

function misspelt(checked: CheckedContainer): ManifestFinding[] {
  const { container, kind, settings } = checked
  return container.env.flatMap((entry): ManifestFinding[] => {
    const meant = nearestSetting(entry.name)
    if (meant === undefined || (meant === 'GOMEMLIMIT' && checked.isBeforeLimits)) return []
    const rightly = spelt(checked, { ...entry, name: meant })
    return [
      {
        kind: 'misspelt',
        title: `Go does not read ${entry.name}`,
        text: `Go silently ignores variables that it does not know: this one does not set ${meant}.`,
        line: entry.line,
        mended: rightly.mended ?? toMended(kind, meant, entry.text ?? '…'),
        before: settings,
        after: rightly.after,
      },
    ]
  })
}

/** The effect of an entry under its correct name, and its corrected line if the value is wrong too. */
function spelt(checked: CheckedContainer, entry: EnvEntry): Pick<ManifestFinding, 'after' | 'mended'> {
  const { container, settings } = checked
  if (entry.name === 'GOGC') {
    const gogc = entry.text === undefined ? settings.gogc : readGogc(entry.text).value
    return gogcFindings({ ...checked, gogc: entry })[0] ?? { after: { ...settings, gogc }, mended: undefined }
  }
  if (entry.name !== 'GOMEMLIMIT') return { after: settings, mended: undefined }
  const memoryLimit = limitOf(container, entry) ?? settings.memoryLimit
  return limitFindings(checked, entry)[0] ?? { after: { ...settings, memoryLimit }, mended: undefined }
}

function limitFindings(checked: CheckedContainer, entry: EnvEntry): ManifestFinding[] {
  if (checked.isBeforeLimits) return isOff(entry) ? [] : [ignored(checked, entry)]
  return entry.field ? fieldFindings(checked, entry, entry.field) : literalFindings(checked, entry)
}

function ignored({ settings, goVersion }: CheckedContainer, entry: EnvEntry): ManifestFinding {
  return {
    kind: 'ignored-limit',
    title: `${goVersion ?? 'The Go of this program'} ignores ${entry.field ? entry.name : asWritten(entry)}: it has no memory limit`,
    text: 'Go 1.19 and later have one. We simulate the program without it.',
    line: entry.line,
    after: settings,
  }
}

function gogcFindings({ gogc, kind, settings }: CheckedContainer): ManifestFinding[] {
  if (gogc && readGogc(gogc.text ?? '').value === 0) return [zeroGogc(gogc, kind, settings)]
  if (!gogc || !(gogc.isHidden || !readGogc(gogc.text ?? '').isRead)) return []
  const { text = '' } = gogc
  // Without a memory limit, GOGC=off would let the heap grow without end.
  const percent = meansOff(text) && settings.memoryLimit !== 'off' ? 'off' : meantPercent(text)
  return [
    {
      kind: 'malformed-gogc',
      title: `Go silently treats ${asWritten(gogc)} as 100`,
      text: 'GOGC is a whole number without a percent sign, or off. Go ignores anything else without a message.',
      line: gogc.line,
      mended: toMended(kind, 'GOGC', String(percent)),
      before: settings,
      after: { ...settings, gogc: percent },
    },
  ]
}

/** Most people who write GOGC=0 mean `off`: then only the memory limit starts cycles. */
function zeroGogc(gogc: EnvEntry, kind: MendedForm, settings: GoSettings): ManifestFinding {
  const meant = settings.memoryLimit === 'off' || settings.memoryLimit < LEAST_LIMIT ? 100 : 'off'
  return {
    kind: 'zero-gogc',
    title: 'GOGC=0: a GC cycle starts 1 MiB of allocation after the last one ended',
    text: `The goal is hardly above the live heap, even of a large heap.${meant === 'off' ? ' If only the memory limit should start cycles, write off.' : ''}`,
    line: gogc.line,
    mended: toMended(kind, 'GOGC', String(meant)),
    before: settings,
    after: { ...settings, gogc: meant },
  }
}

/** `GOGC=50%`; `the value of GOGC` if the value may be a secret. */
function asWritten({ name, text }: EnvEntry): string {
  return text === undefined ? `the value of ${name}` : `${name}=${text}`
}

/** In a corrected line: stands for a number that we do not know. */
export const GAP = '…'

/** @param limit in bytes; undefined if we do not know a good one */
function withLimit({ kind, settings }: CheckedContainer, limit: number | 'off' | undefined) {
  const text = typeof limit === 'number' ? toGoSize(limit) : (limit ?? `${GAP}MiB`)
  const mended = toMended(kind, 'GOMEMLIMIT', text)
  return { mended, before: settings, after: { ...settings, memoryLimit: limit ?? 'off' } } as const
}

function fieldFindings(checked: CheckedContainer, entry: EnvEntry, field: FieldRef): ManifestFinding[] {
  const { container, settings } = checked
  const value = resolveField(container, field)
  const limited = withLimit(checked, goodLimit(container))
  const common = { line: entry.line, ...limited, before: value === undefined ? undefined : settings }
  if (field.resource === 'cpu') return [{ ...fromCpus(field, value), ...common }]
  const isDivided = field.divisor !== undefined && !['1', '0', ''].includes(field.divisor)
  const findings: ManifestFinding[] = []
  if (field.kind === 'requests')
    findings.push({
      kind: 'limit-from-request',
      ...fromRequest({ ...container, ...field.of }),
      ...common,
    })
  const from = field.of ?? container
  // A limit that is too small to be meant is set, too.
  const isSet = from.memoryLimit !== undefined || from.tiny?.some(({ of }) => of === 'limits')
  if (field.kind === 'limits' && !isSet && !isUnread(container, entry))
    findings.push({
      kind: 'field-without-limit',
      title: 'GOMEMLIMIT comes from a memory limit that is not set',
      text: `Without resources.limits.memory, Kubernetes uses all memory that the node has for pods. Set the limit of the container, and GOMEMLIMIT to ${formatValue(100 * GOOD_SHARE)} % of it.`,
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
  else if (field.kind === 'limits' && value !== undefined && isTooHigh(value, container))
    findings.push(tooHigh(checked, entry, value, container.memoryLimit!))
  return findings
}

/** A number of CPUs as the memory limit. @param value the number; undefined if it is not known */
function fromCpus({ kind }: FieldRef, value: number | undefined) {
  const written = value === undefined ? 'a number of CPUs' : String(value)
  return {
    kind: 'bare-bytes',
    title: `GOMEMLIMIT comes from the CPU ${kind === 'limits' ? 'limit' : 'request'}, not from the memory limit`,
    text: `Kubernetes writes ${written}, and Go reads a number without a unit as bytes. ${NO_ROOM}`,
  } as const
}

function literalFindings(checked: CheckedContainer, entry: EnvEntry): ManifestFinding[] {
  const { container } = checked
  const { text } = entry
  if (text === undefined) return entry.isHidden ? [malformed(checked, entry)] : []
  const value = readGomemlimit(text)
  if (value === 'off') return []
  if (value === undefined) return [malformed(checked, entry)]
  if (value < LEAST_LIMIT) {
    const isBare = /^\+?\d+$/.test(text)
    const wanted = bareLimit(/\d+/.exec(text)?.[0] ?? '0', container)
    return [
      {
        kind: 'bare-bytes',
        title: isBare ? `GOMEMLIMIT=${text} is ${value} bytes` : `GOMEMLIMIT=${text} is too small for any Go program`,
        text: `${isBare ? 'A number without a unit counts bytes. ' : ''}${NO_ROOM}${whyLess(container, wanted)}`,
        line: entry.line,
        ...withLimit(checked, within(container, wanted)),
      },
    ]
  }
  const { memoryLimit: limit = Infinity, memoryHigh: high = Infinity } = container
  if (isTooHigh(value, container)) return [tooHigh(checked, entry, value, limit)]
  return value >= MOST_OF_CONTAINER * high ? [aboveHigh(checked, entry, value, high)] : []
}

function malformed(checked: CheckedContainer, entry: EnvEntry): ManifestFinding {
  const { container, settings } = checked
  const { text = '' } = entry
  const wanted = meantBytes(text, container)
  // A limit that is too large for Go means no limit.
  const meant = within(container, wanted)
  const isOff = meansOff(text) || (wanted !== undefined && meant === undefined)
  // With GOGC=off and no limit, GC would never run.
  const off = settings.gogc === 'off' ? goodLimit(container) : 'off'
  const most = wanted !== undefined && isTooLarge(wanted) ? ' It must be less than 8 EiB.' : ''
  return {
    kind: 'malformed-limit',
    title: `Go refuses ${asWritten(entry)}: the program aborts as it starts`,
    text: `GOMEMLIMIT is a whole number, alone (bytes) or with B, KiB, MiB, GiB or TiB, or off. With anything else Go prints “malformed GOMEMLIMIT” and exits.${most}${whyLess(container, wanted)}`,
    line: entry.line,
    ...withLimit(checked, isOff ? off : meant),
    before: undefined,
    isFatal: true,
  }
}

function isTooHigh(value: number, { memoryLimit = Infinity }: Container): boolean {
  return value >= MOST_OF_CONTAINER * memoryLimit
}

function tooHigh(checked: CheckedContainer, { line }: EnvEntry, value: number, limit: number): ManifestFinding {
  const { container, settings } = checked
  return {
    kind: value > limit ? 'above-container' : 'no-headroom',
    ...nearContainer(value, limit),
    line,
    ...withLimit(checked, goodLimit(container) ?? limit),
    before: { ...settings, memoryLimit: value },
  }
}

function aboveHigh(checked: CheckedContainer, { line }: EnvEntry, value: number, high: number): ManifestFinding {
  return {
    kind: 'above-high',
    ...nearHigh(value, high),
    line,
    ...withLimit(checked, goodLimit(checked.container)),
    // The model does not simulate MemoryHigh, so it would only show what the corrected limit costs.
    before: undefined,
  }
}

/** @param gogcInForce the variable that turns GOGC off, perhaps of another manifest */
function offWithoutLimit(checked: CheckedContainer, gogcInForce: EnvEntry): ManifestFinding[] {
  const { container, kind, gogc, settings, isBeforeLimits } = checked
  if (settings.gogc !== 'off') return []
  const mended = isBeforeLimits
    ? { mended: toMended(kind, 'GOGC', '100'), after: { ...settings, gogc: 100 } }
    : withLimit(checked, goodLimit(container))
  const isNegative = gogcInForce.text?.startsWith('-')
  const off = isNegative ? `${asWritten(gogcInForce)} means off, and there is no` : 'GOGC=off without a'
  return [
    {
      kind: 'off-without-limit',
      title: `${off} memory limit: Go starts no GC cycle on its own`,
      text: 'The heap grows with every allocation, until the program ends, or the container or the machine is full.',
      line: gogc?.line,
      ...mended,
      before: { ...settings, memoryLimit: 'off' },
    },
  ]
}
