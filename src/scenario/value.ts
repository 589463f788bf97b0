import { failedAt, ok, type Result } from '../result.ts'
import { type CpuQuota, clip, type GcPercent, type Limit, OFF, parseSize, TIB } from '../units.ts'
import type { Parameter } from './parameter.ts'

/** A validated value of any parameter. The parameter's kind decides which of these types it has. */
export type Value = GcPercent | Limit | CpuQuota | number | boolean | string

export type JsonValue = number | boolean | string

/**
 * Validates one parameter's value from JSON. Sizes are numbers of bytes or text such as `60MiB`.
 * @returns the value, or one problem with an empty path that says what to write instead.
 */
export function validateValue(parameter: Parameter, raw: unknown): Result<Value> {
  if (raw === 'off' && parameter.kind.endsWith('-or-off')) return ok(OFF)
  switch (parameter.kind) {
    case 'percent-or-off': {
      const number = validateNumber(parameter, raw, 'a percentage such as 100, or "off"')
      return number.ok ? ok({ kind: 'percent', percent: number.value }) : number
    }
    case 'size-or-off': {
      const bytes = validateSize(parameter, raw, 'a size such as "60MiB", or "off"')
      return bytes.ok ? ok({ kind: 'bytes', bytes: bytes.value }) : bytes
    }
    case 'cpus-or-off': {
      const number = validateNumber(parameter, raw, 'a number of CPUs such as 1.5, or "off"')
      return number.ok ? ok({ kind: 'cpus', cpus: number.value }) : number
    }
    case 'size':
      return validateSize(parameter, raw, 'a size such as "60MiB" or a number of bytes')
    case 'rate':
      return validateSize(parameter, raw, 'a size per second such as "20MiB"')
    case 'seconds':
      return validateNumber(parameter, raw, 'a number of seconds')
    case 'number':
      return validateNumber(parameter, raw, 'a number')
    case 'share':
      return validateNumber(parameter, raw, 'a number from 0 to 1')
    case 'count': {
      const number = validateNumber(parameter, raw, 'a whole number')
      return number.ok && !Number.isInteger(number.value)
        ? failedAt('', `${number.value} is not a whole number`)
        : number
    }
    case 'flag':
      return typeof raw === 'boolean' ? ok(raw) : failedAt('', `${show(raw)} is neither true nor false`)
    case 'choice':
      return typeof raw === 'string' && parameter.choices?.includes(raw)
        ? ok(raw)
        : failedAt('', isNot(raw, `one of ${parameter.choices?.map((c) => `"${c}"`).join(', ')}`))
  }
}

/** The value as JSON writes it: sizes in bytes, absent limits as "off". */
export function toJsonValue(value: GcPercent | Limit | CpuQuota): number | 'off'
export function toJsonValue(value: Value): JsonValue
export function toJsonValue(value: Value): JsonValue {
  if (typeof value !== 'object') return value
  switch (value.kind) {
    case 'off':
      return 'off'
    case 'bytes':
      return value.bytes
    case 'percent':
      return value.percent
    case 'cpus':
      return value.cpus
  }
}

export function isSameValue(a: Value, b: Value): boolean {
  return toJsonValue(a) === toJsonValue(b)
}

function validateSize(parameter: Parameter, raw: unknown, expected: string): Result<number> {
  if (typeof raw !== 'string') return validateNumber(parameter, raw, expected)
  const size = parseSize(raw)
  if (!size.ok) return size
  return validateRange(parameter, size.value)
}

function validateNumber(parameter: Parameter, raw: unknown, expected: string): Result<number> {
  if (typeof raw !== 'number') return failedAt('', isNot(raw, expected))
  if (!Number.isFinite(raw)) return failedAt('', `${raw} is not a finite number`)
  return validateRange(parameter, raw)
}

function validateRange(parameter: Parameter, value: number): Result<number> {
  const { min, max, above } = parameter
  if (value < min) return failedAt('', `${value} is below ${min}`)
  if (above && value === min) return failedAt('', `must be above ${min}`)
  if (value > max) return failedAt('', `${value} is above the largest allowed, ${showMax(parameter)}`)
  // Adding 0 turns -0 into 0: -0 would print as "-0" and differ from 0 in links.
  return ok(value + 0)
}

/** Whether values of this kind are written in bytes, or in bytes per second. */
export function isSizeKind(kind: Parameter['kind']): boolean {
  return kind === 'size' || kind === 'size-or-off' || kind === 'rate'
}

function showMax({ kind, max }: Parameter): string {
  return isSizeKind(kind) ? `${max / TIB}TiB${kind === 'rate' ? ' per second' : ''}` : String(max)
}

/** What is wrong with a value, or with a missing key. @param example what to write instead */
export function isNot(raw: unknown, expected: string, example?: string): string {
  const advice = example === undefined ? `give ${expected}` : `write ${example}`
  if (raw === undefined) return `is missing; ${advice}`
  return `${show(raw)} is not ${expected}${example === undefined ? '' : `; ${advice}`}`
}

/** Foreign data quoted for a message, at most 40 characters. */
export function show(raw: unknown): string {
  if (raw === undefined) return 'nothing'
  if (typeof raw === 'number') return String(raw)
  if (Array.isArray(raw)) return 'a list'
  if (typeof raw === 'object' && raw !== null) return 'an object'
  return typeof raw === 'string' ? `"${clip(raw)}"` : clip(String(raw))
}
