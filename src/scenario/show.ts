import { formatSize, formatValue } from '../format.ts'
import { ownSecond, PACES, type Paced, rateSecond, type Second } from './pace.ts'
import type { Parameter } from './parameter.ts'
import type { Pace } from './types.ts'
import { toJsonValue, type Value } from './value.ts'

/** `60.0 MiB`, `20.0 MiB/CPU-s`, `50 %`, `on`. @param scenario tells which seconds rates and durations count */
export function showValue(
  { key, kind, zero }: Pick<Parameter, 'key' | 'kind' | 'zero'>,
  value: Value | undefined,
  scenario?: Paced,
): string {
  if (value === undefined) return '–'
  const plain = toJsonValue(value)
  if (typeof plain === 'boolean') return plain ? 'on' : 'off'
  if (key === 'pace') return PACES[plain as Pace] ?? String(plain)
  if (typeof plain === 'string') return plain
  if (plain === 0 && zero !== undefined) return zero
  switch (kind) {
    case 'size':
    case 'size-or-off':
      return formatSize(plain)
    case 'rate':
      return `${formatSize(plain)}/${scenario ? rateSecond(key, scenario) : 's'}`
    case 'seconds':
      return showSeconds(plain, scenario && key === 'duration' ? ownSecond(scenario) : 's')
    case 'share':
      return `${formatValue(plain * 100)} %`
    case 'percent-or-off':
      return `${formatValue(plain)} %`
    case 'cpus-or-off':
      return `${formatValue(plain)} ${plain === 1 ? 'CPU' : 'CPUs'}`
    default:
      return formatValue(plain) + (key === 'markSlowdown' ? '×' : '')
  }
}

/** Below a tenth in a smaller unit: `5 CPU-s`, `1.073 µs of CPU`. */
function showSeconds(seconds: number, second: Second): string {
  if (seconds === 0 || seconds >= 0.1) return `${formatValue(seconds)} ${second}`
  const small = seconds < 1e-3 ? `${formatValue(seconds * 1e6)} µs` : `${formatValue(seconds * 1e3)} ms`
  return second === 's' ? small : `${small} of CPU`
}
