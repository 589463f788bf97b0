import type { Trace } from '../trace.ts'
import { type Effort, toEffort } from './effort.ts'
import { type Excess, type Room, toExcess, toRoom } from './limits.ts'
import { type Rules, toRules } from './rules.ts'

/** All that a run is judged by. Every word on the page that judges it comes from here. */
export interface Facts {
  readonly rules: Rules
  readonly effort: Effort
  /** Undefined where memory never passed GOMEMLIMIT. */
  readonly excess: Excess | undefined
  /** Undefined without a container limit. */
  readonly room: Room | undefined
}

/** A run is judged in several places at once, and never changes. */
const KNOWN = new WeakMap<Trace, Facts>()

export function factsOf(trace: Trace): Facts {
  const known = KNOWN.get(trace)
  if (known) return known
  const facts = { rules: toRules(trace), effort: toEffort(trace), excess: toExcess(trace), room: toRoom(trace) }
  KNOWN.set(trace, facts)
  return facts
}
