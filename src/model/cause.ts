import { callOf, isForced } from './cycles.ts'
import type { Trace } from './trace.ts'

/** The cause of a cycle, as in Go's gcTrigger: the heap, a call of the program, or the two-minute timer. */
export function causeOf(trace: Trace, i: number): 'heap' | 'call' | 'timer' {
  if (isForced(trace, i)) return 'call'
  return trace.cycles.runtime?.periodic[i] === 1 ? 'timer' : 'heap'
}

/** The cause in words that follow “started because”. */
export function toReason(trace: Trace, i: number): string {
  switch (causeOf(trace, i)) {
    case 'call':
      return `the program called ${callOf(trace, i)}`
    case 'timer':
      return 'the last cycle was two minutes ago'
    case 'heap':
      return trace.model === 'guide' ? 'the heap had reached its goal' : 'the heap had reached its trigger'
  }
}

/** The text for a cycle's goal if there is none: only a call starts a cycle then. */
export const NO_GOAL = 'no goal: GOGC is off, and no memory limit is set'
