import { countOf, formatSize, formatSpan } from '../format.ts'
import { largest } from '../numbers.ts'
import { liveLevels, secondsOf } from './rates.ts'
import type { Scenario } from './types.ts'

/**
 * A program in a sentence, from the program alone: `My program: 10.0 s in 1 phase, live heap up to 20.0 MiB.` In the runtime
 * model a GC cycle finds more live than that.
 */
export function describeProgram({ title, model, program }: Scenario): string {
  const { phases } = program
  if (phases.length === 0) return `${title || 'Custom program'}: it has no phases, so nothing runs.`
  // The guide's model has one clock.
  const clock = model === 'guide' ? '' : program.pace === 'clock' ? ' by the clock' : ' of CPU time'
  const more = model === 'guide' ? '' : '; a cycle also counts what is allocated while it marks'
  return `${title || 'Custom program'}: ${formatSpan(secondsOf(program))}${clock} in ${countOf(phases.length, 'phase')}, live heap up to ${formatSize(largest(liveLevels(program)))}${more}.`
}
