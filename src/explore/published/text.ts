import { findPreset } from '../../scenario/presets/catalogue.ts'
import type { Reported } from '../../scenario/presets/published/facts/facts.ts'
import type { Simulated } from './figures.ts'
import type { PublishedRow } from './published.ts'

/** The reported figure with its unit: `267–349`, `≥ 25 MiB`, `≤ 3072 MiB`. */
export function formatReported(reported: Reported, unit: string): string {
  if (typeof reported === 'string') return reported
  const suffix = unit === '' ? '' : ` ${unit}`
  if (typeof reported === 'number') return formatNumber(reported, reported) + suffix
  const [least, most] = reported
  if (most === Infinity) return `≥ ${formatNumber(least, least)}${suffix}`
  if (least === 0) return `≤ ${formatNumber(most, most)}${suffix}`
  return `${formatNumber(least, least)}–${formatNumber(most, most)}${suffix}`
}

/** The simulated figure, with as many digits as the reported one. */
export function formatSimulated(simulated: Simulated, reported: Reported): string {
  if (simulated === null) return '–'
  if (typeof simulated === 'string') return simulated
  const like = typeof reported === 'number' ? reported : typeof reported === 'string' ? simulated : reported[0]
  return formatNumber(simulated, like)
}

/** Whole if `like` is 100 or more; else the decimals of `like`, at most two; one if only a `value` under 20 has any. */
function formatNumber(value: number, like: number): string {
  if (Math.abs(like) >= 100) return value.toFixed(0)
  const decimals = (String(like).split('.')[1] ?? '').length
  return value.toFixed(Number.isInteger(like) && value < 20 && !Number.isInteger(value) ? 1 : Math.min(decimals, 2))
}

/** `+3.1 %`, from the nearest end of the reported range; `in range` within a range or a bound. */
export function formatDifference(difference: number | null, reported: Reported): string {
  if (difference === null) return ''
  if (difference === 0 && typeof reported === 'object') return 'in range'
  const percent = Math.abs(100 * difference).toFixed(1)
  const sign = percent === '0.0' ? '' : difference > 0 ? '+' : '−'
  return `${sign}${percent} %`
}

/** Whether the run ends differently from what its source reports. */
export function isOtherEnding({ kind, isWithin }: PublishedRow): boolean {
  return kind === 'verdict' && isWithin === false
}

/** Whether a run may end differently from its source: its ending is judged, and a reason is noted. */
export function mayEndOtherwise({ kind, role, note }: PublishedRow): boolean {
  return kind === 'verdict' && role === 'predicted' && note !== ''
}

/** The title of a preset; its id, if there is none of this id. */
export function titleOfPreset(id: string): string {
  return findPreset(id)?.title ?? id
}

/** The simulated ending (before the run: the other ending), and the reason for the difference. */
export function toEndingText({ preset, reported, simulated, note }: PublishedRow): string {
  const other = reported === 'killed' ? 'completed' : 'killed'
  return `${titleOfPreset(preset)}: ${reported} as reported, ${simulated ?? other} as simulated. ${note}`
}
