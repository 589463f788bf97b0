import { formatSize, formatValue } from '../format.ts'
import type { Parameter } from './parameter.ts'
import { toJsonValue, type Value } from './value.ts'

/** A parameter's value for people: `60.0 MiB`, `20.0 MiB/s`, `50 %`, `on`. */
export function showValue({ kind, zero }: Pick<Parameter, 'kind' | 'zero'>, value: Value | undefined): string {
  if (value === undefined) return '–'
  const plain = toJsonValue(value)
  if (typeof plain === 'boolean') return plain ? 'on' : 'off'
  if (typeof plain === 'string') return plain
  if (plain === 0 && zero !== undefined) return zero
  switch (kind) {
    case 'size':
    case 'size-or-off':
      return formatSize(plain)
    case 'rate':
      return `${formatSize(plain)}/s`
    case 'seconds':
      return `${formatValue(plain)} s`
    case 'share':
      return `${formatValue(plain * 100)} %`
    case 'percent-or-off':
      return `${formatValue(plain)} %`
    default:
      return formatValue(plain)
  }
}
