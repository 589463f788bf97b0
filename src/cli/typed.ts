import type { Evidence } from '../known/known.ts'
import { describeUnread, type UnreadSetting } from '../known/unread-settings.ts'
import { ok, type Problem, type Result } from '../result.ts'
import { toJsonValue } from '../scenario/value.ts'
import { parseSetting, type Values } from './values.ts'

/** Options that state a setting, with its quantity: they have priority over all inputs. */
const KEYS = {
  gogc: 'gogc',
  'memory-limit': 'memoryLimit',
  procs: 'procs',
  'cpu-quota': 'cpuQuota',
  container: 'containerLimit',
} as const
type Option = keyof typeof KEYS

export const TYPED_OPTIONS = Object.keys(KEYS) as readonly Option[]

export function toTyped(values: Values): Evidence['typed'] {
  const found = TYPED_OPTIONS.map((name) => [KEYS[name], values.get(name, parseTyped)] as const)
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}

function parseTyped(name: string, text: string): Result<number | 'off'> {
  const value = parseSetting(name, KEYS[name as Option], text)
  return value.ok ? ok(toJsonValue(value.value) as number | 'off') : value
}

/** The settings that are not known, with the option for each. */
export function toUnreadProblems(unread: readonly UnreadSetting[]): Problem[] {
  return unread.map((one) => {
    const option = TYPED_OPTIONS.find((name) => KEYS[name] === one.key)
    const how = one.isSet ? 'give it with' : 'give them as an env file, or the value with'
    return { path: '', message: `${describeUnread(one)}: ${how} --${option}` }
  })
}
