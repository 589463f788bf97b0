import { formatShare } from '../../format.ts'
import type { Judged } from '../trace.ts'
import { factsOf } from './facts.ts'
import { inForce } from './limits.ts'

/** Why no cycle ran, in a few words; undefined if one did. */
export function whyNoCycle(run: Judged): string | undefined {
  const { result } = run
  if (factsOf(run).rules.cycles > 0) return undefined
  if (result.gcSeconds > 0) return 'one was marking at the end'
  if (inForce(run).every(({ goal }) => goal === Infinity)) return 'nothing starts one'
  if (result.outcome.kind === 'oom-killed') return 'killed before the first'
  return 'none was due'
}

/** For a run without completed cycles: `no cycle ran`, or `no cycle came to its end` if one was marking at the end. */
export function whatNoCycleDid({ result }: Judged): 'ran' | 'came to its end' {
  return result.gcSeconds > 0 ? 'came to its end' : 'ran'
}

/** What filled the container: the program at its start, a change that lowered the limit, or a heap that grew. */
export function killedBy({ segments, result }: Judged, atSeconds: number): 'start' | 'change' | 'growth' {
  const { time, containerLimit } = segments.at(-1)!
  if (atSeconds === 0 && result.peakContainerBytes > containerLimit) return 'start'
  return time > 0 && time >= atSeconds ? 'change' : 'growth'
}

/** The share of the time in which a CPU quota stopped the program; never all of it, because the program ran. */
export function throttledPortion({ result }: Pick<Judged, 'result'>): string {
  return formatShare(Math.min(0.999, result.throttledSeconds / result.wallSeconds))
}
