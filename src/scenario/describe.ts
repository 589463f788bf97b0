import { formatValue } from '../format.ts'
import { findParameter } from './params.ts'
import { showValue } from './show.ts'
import type { Change } from './types.ts'
import type { Value } from './value.ts'

/** A change in words: `at 5 s GOGC becomes 50 %, runtime.GC() is called`. */
export function describeChange({ at, ...settings }: Change): string {
  const parts = Object.entries(settings as Record<string, Value>).flatMap(([key, value]) => {
    const parameter = findParameter(key)
    if (parameter?.place === 'change') return value === true ? [`${parameter.label} is called`] : []
    return [parameter ? `${parameter.label} becomes ${showValue(parameter, value)}` : key]
  })
  return `at ${formatValue(at)} s ${parts.length > 0 ? parts.join(', ') : 'nothing changes'}`
}
