import { formatCount, formatSeconds, formatSizeText, fromTo, sizeUnit } from '../../format.ts'
import { assumedQuantities } from '../../known/assumed.ts'
import { isUnknownSetting, type Quantity, type QuantityKey, type Unit } from '../../known/quantities.ts'
import type { Trace } from '../../model/trace.ts'
import type { Spread } from '../../prediction/spread.ts'
import type { Scenario } from '../../scenario/types.ts'
import { type Settings, underSettings } from '../../scenario/under-settings.ts'
import { toEnvLines } from '../../share/export/env.ts'
import { type GoSetting, VARIABLES } from '../../share/export/settings.ts'
import { GIB } from '../../units.ts'

/** The heading of the report of the log. */
export const OWN_LOG_ID = 'own-log-title'

/** The value that we use if no input gives the quantity and the user does not type it. */
export function ifLeftOut(key: QuantityKey): string {
  const assumed = assumedQuantities(new Map()).get(key)
  if (!assumed) return 'if left out: the cost of marking is assumed'
  return `if left out: ${assumed.value === 'off' ? 'no limit' : showValue(assumed)}`
}

/** Shown as in a manifest: text copied from these fields must be valid for Go. */
const SETTINGS: readonly QuantityKey[] = ['containerLimit', 'memoryLimit']

/** A quantity as its field shows it, so that the field can read it again. */
export function showValue({ key, value, unit }: Pick<Quantity, 'key' | 'value' | 'unit'>): string {
  if (typeof value === 'string') return value
  if (SETTINGS.includes(key)) return formatSizeText(value)
  return showIn(unit, value, (number) => String(Number(toDigits(number, 3))))
}

function showIn(unit: Unit, value: number, show: (number: number) => string): string {
  switch (unit) {
    case 'bytes':
      return toSize(value, show)
    case 'bytes/s':
    case 'bytes/CPU-s':
      return `${toSize(value, show)}/s`
    case 'share':
      return `${show(100 * value)} %`
    default:
      return show(value)
  }
}

/**
 * The settings asked about, and the known ones, as environment variables to copy. A comment says which are unknown.
 */
export function toCopied(scenario: Scenario, asked: Settings, known: readonly Quantity[]): string {
  const isUnknown = (key: GoSetting) =>
    asked[key] === undefined && isUnknownSetting(known.find((one) => one.key === key))
  return toEnvLines(scenario, (Object.keys(VARIABLES) as GoSetting[]).filter(isUnknown))
}

/** A range; empty for an exact value. */
export function showRange({ key, low, high, unit }: Quantity): string {
  if (low === null || high === null || low === high) return ''
  if (SETTINGS.includes(key) && low === 0) return `at most ${showSize(high)}`
  // Nobody copies bounds, so they need not be valid for Go.
  return fromTo(showIn(unit, low, toBound), showIn(unit, high, toBound))
}

/** An exact whole number, such as a number of CPUs, needs no zeros. */
function toBound(value: number): string {
  return Number.isInteger(value) ? String(value) : toDigits(value, 3)
}

/** A size of the page’s tables: `45.9 MiB`, `1.40 GiB`. */
export function showSize(bytes: number): string {
  return toSize(bytes, (number) => toDigits(number, 3))
}

function toSize(bytes: number, show: (number: number) => string): string {
  const unit = sizeUnit(bytes >= GIB ? Math.max(bytes, 2 * GIB) : bytes)
  return `${show(bytes / unit.bytes)} ${unit.name}`
}

export function showRate(perSecond: number, digits = 3): string {
  return perSecond >= 100 ? formatCount(Math.round(perSecond)) : toDigits(perSecond, digits)
}

/** Why a program has no GC cycle, in a few words; undefined if it has cycles. */
export function whyNoCycles({ high }: Spread, { result }: Trace): string | undefined {
  if (high > 0) return undefined
  if (result.outcome.kind !== 'oom-killed') return 'no cycle in this run'
  const when = result.wallSeconds > 0 ? `after ${formatSeconds(result.wallSeconds)}` : 'as it starts'
  return `killed ${when}, before its first cycle ends`
}

/** A range for a large figure: `406–479`, and its unit apart if both ends have the same. */
export interface ShownSpan {
  readonly number: string
  readonly unit: string
}

const UNIT = / (?=\D\S*$)/

export function showSpan(low: number, high: number, show: (value: number) => string): ShownSpan {
  // A space also separates thousands: the unit is behind the last one.
  const [[from = '', fromUnit = ''], [to = '', unit = '']] = [show(low).split(UNIT), show(high).split(UNIT)]
  if (unit !== fromUnit) return { number: `${show(low)} – ${show(high)}`, unit: '' }
  return { number: from === to ? to : `${from}–${to}`, unit }
}

/** A number with so many significant digits, zeros included, so that both ends of a range have as many. */
function toDigits(value: number, digits: number): string {
  const rounded = value.toPrecision(digits)
  return value === 0 || Math.abs(Number(rounded)) >= 10 ** (digits - 1) ? String(Math.round(value)) : rounded
}

interface MemoryRanges {
  readonly peakMemoryBytes: Spread
  readonly peakContainerBytes: Spread
}

/**
 * The scenario of the settings asked about, for their fields and links.
 * @param own the program under its own settings
 * @param shown the likely program of the shown answer: a CPU quota makes it another one than `own`, for example with
 * fewer busy CPUs
 * @param settings those asked about, even before their answer is there
 */
export function toAskedScenario(own: Scenario, shown: Scenario, settings: Settings): Scenario {
  return underSettings({ ...own, program: shown.program }, settings)
}

/** The answer in a few words: `healthy · 76.3 to 98.7 MiB in the container`, or `… of memory` if there is none. */
export function showAnswer(label: string, { peakContainerBytes }: MemoryRanges, { containerLimit }: Scenario): string {
  const range = fromTo(showSize(peakContainerBytes.low), showSize(peakContainerBytes.high))
  return `${label} · ${range} ${containerLimit.kind === 'off' ? 'of memory' : 'in the container'}`
}

/** Why the container may count less than GOMEMLIMIT does, if a range says so; else empty. */
export function whyLessInContainer({ peakMemoryBytes: counted, peakContainerBytes: container }: MemoryRanges): string {
  const isLess = container.low < counted.low || container.high < counted.high
  return isLess ? 'A container may use less than GOMEMLIMIT counts, which includes memory that Go never touched.' : ''
}
