import { countOf, formatSize, formatSpan, formatValue } from '../format.ts'
import { largest } from '../numbers.ts'
import { findParameter } from './params.ts'
import { liveLevels, secondsOf } from './rates.ts'
import { showValue } from './show.ts'
import type { Change, Scenario } from './types.ts'
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

/** From the program alone: `My program: 10.0 s in 1 phase, keeps 20.0 MiB at most.` */
export function describeProgram({ title, model, program }: Scenario): string {
  const { phases } = program
  if (phases.length === 0) return `${title || 'Custom program'}: it has no phases, so nothing runs.`
  // The guide's model has one clock.
  const clock = model === 'guide' ? '' : program.pace === 'clock' ? ' by the clock' : ' of CPU time'
  const more = model === 'guide' ? '' : ', plus what is allocated while GC marks'
  return `${title || 'Custom program'}: ${formatSpan(secondsOf(program))}${clock} in ${countOf(phases.length, 'phase')}, keeps ${formatSize(largest(liveLevels(program)))} at most${more}.`
}
