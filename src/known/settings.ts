import { failed, ok, type Result } from '../result.ts'
import type { Settings } from '../scenario/under-settings.ts'
import { validateScenario } from '../scenario/validate.ts'
import { toJsonValue } from '../scenario/value.ts'
import { OFF, toGcPercent, toLimit } from '../units.ts'
import type { QuantityKey } from './quantities.ts'

/** Quantities that are settings of a run, not properties of its program. */
const SETTINGS = ['containerLimit', 'cpuQuota', 'procs', 'gogc', 'memoryLimit'] as const
export type SettingKey = (typeof SETTINGS)[number]

export function isSetting(key: QuantityKey): key is SettingKey {
  return SETTINGS.some((one) => one === key)
}

/** Settings from numbers in the units of `QUANTITIES`, or `"off"`. */
export function toSettings(values: Partial<Record<SettingKey, number | string>>): Settings {
  const entries = Object.entries(values).map(([key, value]) => [key, TO[key as SettingKey](value)])
  return Object.fromEntries(entries)
}

/** The same settings, validated. @returns problems for values that no scenario may have */
export function readSettings(values: Partial<Record<SettingKey, number | string>>): Result<Settings> {
  const settings = toSettings(values)
  const written = Object.entries(settings).map(([key, value]) => [key, toJsonValue(value)])
  const program = { phases: [{ duration: 1 }] }
  const made = validateScenario({ version: 1, model: 'runtime', ...Object.fromEntries(written), program })
  return made.ok ? ok(settings) : failed(made.problems)
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
