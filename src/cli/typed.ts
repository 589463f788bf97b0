import type { Evidence } from '../known/known.ts'
import { describeUnread, type UnreadSetting } from '../known/unread-settings.ts'
import type { Problem } from '../result.ts'
import type { Settings } from '../scenario/under-settings.ts'
import { toJsonValue } from '../scenario/value.ts'
import { parseSetting, type Values } from './values.ts'

/** Options that state a setting, with its quantity: they have priority over all inputs. */
export const SETTING_KEYS = {
  gogc: 'gogc',
  'memory-limit': 'memoryLimit',
  procs: 'procs',
  'cpu-quota': 'cpuQuota',
  container: 'containerLimit',
} as const
type Option = keyof typeof SETTING_KEYS

export const TYPED_OPTIONS = Object.keys(SETTING_KEYS) as readonly Option[]

export function toTyped(values: Values): Evidence['typed'] {
  const given = Object.entries(readSettings(values, SETTING_KEYS))
  return Object.fromEntries(given.map(([key, value]) => [key, toJsonValue(value)]))
}

/** The settings of the options that are given. @param keys the parameter of each option */
export function readSettings(values: Values, keys: Readonly<Record<string, keyof Settings>>): Settings {
  const found = Object.entries(keys).map(([name, key]) => {
    return [key, values.get(name, (_, text) => parseSetting(name, key, text))] as const
  })
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}

const AS_FILE = 'give them as an env file, or the value with'

/** Whether it is a limit of a container: no env file can give it. */
const isLimit = ({ key }: UnreadSetting) => key === 'containerLimit' || key === 'cpuQuota'

export function toUnreadProblems(unread: readonly UnreadSetting[]): Problem[] {
  return unread.map((one) => {
    const option = TYPED_OPTIONS.find((name) => SETTING_KEYS[name] === one.key)
    const how = one.isSet ? 'give it with' : isLimit(one) ? 'give the value with' : AS_FILE
    return { path: '', message: `${describeUnread(one)}: ${how} --${option}` }
  })
}
