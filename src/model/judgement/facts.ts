import type { Tally } from '../tally.ts'
import type { Judged, Outline, Trace } from '../trace.ts'
import { countColumns } from './count.ts'
import { type Excess, type Room, toExcess, toRoom } from './limits.ts'

/** All facts that a verdict depends on. Every judgement on the page uses them. */
export interface Facts extends Tally {
  /** Undefined where memory never passed GOMEMLIMIT. */
  readonly excess: Excess | undefined
  /** Undefined without a container limit. */
  readonly room: Room | undefined
}

/** A cache: a run never changes, and is judged in several places. */
const KNOWN = new WeakMap<Outline, Facts>()

export function factsOf(run: Judged): Facts {
  const known = KNOWN.get(run)
  if (known) return known
  const tally = run.tally ?? countColumns(run as Trace)
  const facts = { ...tally, excess: toExcess(run, tally), room: toRoom(run) }
  KNOWN.set(run, facts)
  return facts
}
