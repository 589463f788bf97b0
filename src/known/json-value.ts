import type { GcPercent, Limit } from '../units.ts'

/** A setting as JSON has it: its number, or "off". */
export function toJsonValue(setting: Limit | GcPercent): number | 'off' {
  if (setting.kind === 'off') return 'off'
  return setting.kind === 'bytes' ? setting.bytes : setting.percent
}
