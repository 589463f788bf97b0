import { formatShare } from '../../format.ts'
import type { Judged } from '../trace.ts'
import { factsOf } from './facts.ts'
import { inForce } from './limits.ts'

/** Why no cycle ran, in a few words; undefined where one did. */
export function whyNoCycle(run: Judged): string | undefined {
  const { result } = run
  if (factsOf(run).rules.cycles > 0) return undefined
  if (result.gcSeconds > 0) return 'one was marking at the end'
  if (inForce(run).every(({ goal }) => goal === Infinity)) return 'nothing starts one'
  if (result.outcome.kind === 'oom-killed') return 'killed before the first'
  return 'none was due'
}

/** What no cycle did in such a run: `no cycle ran`, but `no cycle came to its end` where one was marking as it ended. */
export function whatNoCycleDid({ result }: Judged): 'ran' | 'came to its end' {
  return result.gcSeconds > 0 ? 'came to its end' : 'ran'
}

/** What filled the container: the program as it started, a change that lowered its limit, or a heap that grew. */
export function killedBy({ segments, result }: Judged, atSeconds: number): 'start' | 'change' | 'growth' {
  const { time, containerLimit } = segments.at(-1)!
  if (atSeconds === 0 && result.peakContainerBytes > containerLimit) return 'start'
  return time > 0 && time >= atSeconds ? 'change' : 'growth'
}

/** For how much of the time a CPU quota stopped the program; never for all of it, since it ran. */
export function throttledPortion({ result }: Pick<Judged, 'result'>): string {
  return formatShare(Math.min(0.999, result.throttledSeconds / result.wallSeconds))
}
