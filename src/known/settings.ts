import type { Settings } from '../scenario/under-settings.ts'
import { OFF, toGcPercent, toLimit } from '../units.ts'
import type { QuantityKey } from './quantities.ts'

/** Quantities that are settings of a run, not properties of its program. */
const SETTINGS = ['containerLimit', 'cpuQuota', 'procs', 'gogc', 'memoryLimit'] as const
export type SettingKey = (typeof SETTINGS)[number]

export function isSetting(key: QuantityKey): key is SettingKey {
  return SETTINGS.some((one) => one === key)
}

/** From numbers in the units of `QUANTITIES`, or `"off"`. */
export function toSettings(values: Partial<Record<SettingKey, number | string>>): Settings {
  const entries = Object.entries(values).map(([key, value]) => [key, TO[key as SettingKey](value)])
  return Object.fromEntries(entries)
}

const orInfinity = (value: number | string) => (typeof value === 'number' ? value : Infinity)
const toSize = (value: number | string) => toLimit(orInfinity(value))

const TO: { readonly [K in SettingKey]: (value: number | string) => Settings[K] } = {
  containerLimit: toSize,
  cpuQuota: (value) => (typeof value === 'number' ? { kind: 'cpus', cpus: value } : OFF),
  procs: Number,
  gogc: (value) => toGcPercent(Math.round(orInfinity(value))),
  memoryLimit: toSize,
}
