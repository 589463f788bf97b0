import { formatCount, formatSeconds, formatSizeText, fromTo, sizeUnit } from '../format.ts'
import { assumedQuantities } from '../known/assumed.ts'
import type { Quantity, QuantityKey } from '../known/quantities.ts'
import type { Trace } from '../model/trace.ts'
import type { Spread } from '../prediction/spread.ts'
import { GIB } from '../units.ts'

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
  switch (unit) {
    case 'bytes':
      return SETTINGS.includes(key) ? formatSizeText(value) : showSize(value)
    case 'bytes/s':
    case 'bytes/CPU-s':
      return `${showSize(value)}/s`
    case 'share':
      return `${short(100 * value)} %`
    default:
      return short(value)
  }
}

/** A range; empty for an exact value. */
export function showRange({ key, low, high, unit }: Quantity): string {
  if (low === null || high === null || low === high) return ''
  // Nobody copies bounds, so they need not be valid for Go.
  if (SETTINGS.includes(key)) return low === 0 ? `at most ${showSize(high)}` : fromTo(showSize(low), showSize(high))
  return fromTo(showValue({ key, value: low, unit }), showValue({ key, value: high, unit }))
}

/** A size of the page’s tables: `45.9 MiB`, `1.4 GiB`. */
export function showSize(bytes: number): string {
  const unit = sizeUnit(bytes >= GIB ? Math.max(bytes, 2 * GIB) : bytes)
  return `${short(bytes / unit.bytes)} ${unit.name}`
}

export function showRate(perSecond: number): string {
  return perSecond >= 100 ? formatCount(Math.round(perSecond)) : short(perSecond)
}

/** The range of cycles per second. For a run that is killed before its first cycle: the time of the kill. */
export function showCycleRate({ low, high }: Spread, { result }: Trace): string {
  if (high > 0) return `${fromTo(showRate(low), showRate(high))} GC cycles a second`
  if (result.outcome.kind !== 'oom-killed') return 'No GC cycle'
  const when = result.wallSeconds > 0 ? `after ${formatSeconds(result.wallSeconds)}` : 'as it starts'
  return `Killed ${when}, before its first GC cycle ends`
}

/** To three digits; whole numbers keep theirs. */
function short(value: number): string {
  return String(Number(Math.abs(value) >= 100 ? Math.round(value) : value.toPrecision(3)))
}
