import { formatSeconds } from '../format.ts'
import { cycleEnd, cycleLiveBefore, cycleStart } from './cycles.ts'
import { GOAL_RULES, type Trace } from './trace.ts'

/** How a run went, in one word that the page gives a colour. */
export type VerdictKind = 'healthy' | 'tight' | 'thrashing' | 'over-limit' | 'killed' | 'stopped'

export interface Verdict {
  readonly kind: VerdictKind
  /** The word as shown: `killed at 5.32 s`. */
  readonly label: string
  /** One sentence that says why. */
  readonly reason: string
}

/** A program that spends more than this share of its time in periods ruled by the collector is thrashing. */
const THRASHING_TIME_SHARE = 0.1
/** From here on the collector costs more than most would accept. */
const TIGHT_GC_SHARE = 0.25
/** Less room than this below the container's limit is less than the headroom that is usually advised (5 to 10 %). */
const LEAST_HEADROOM = 0.05
/** Going past a soft limit by less than this is rounding and the least runway of a cycle, not a failure to hold it. */
const LIMIT_TOLERANCE = 0.01
/** Below this the limit lets a cycle run for every eighth of the live heap. */
const TIGHT_GOGC = 12.5

/** Judges a run; the first that applies of: killed, stopped, thrashing, over the limit, tight, healthy. */
export function toVerdict(trace: Trace): Verdict {
  const { outcome, gcCpuFraction, totalSeconds } = trace.result
  if (outcome.kind === 'oom-killed')
    return verdict(
      'killed',
      `killed at ${formatSeconds(outcome.atSeconds)}`,
      'Memory passed the container’s limit: the program was killed with its work undone.',
    )
  if (outcome.kind === 'stopped') return verdict('stopped', 'stopped', `The run was ${outcome.reason}.`)
  if (gcCpuFraction > 0.5 || thrashingSeconds(trace) > THRASHING_TIME_SHARE * totalSeconds)
    return verdict(
      'thrashing',
      'thrashing',
      'The collector takes most of the CPU for much of the run, to keep memory below what it needs.',
    )
  if (isOverLimit(trace))
    return verdict(
      'over-limit',
      'over the limit',
      'Memory passed GOMEMLIMIT, which is a soft limit: the program got on with its work instead.',
    )
  return (
    tightVerdict(trace) ??
    verdict('healthy', 'healthy', 'The collector takes a modest share of the CPU, and memory stays within its limits.')
  )
}

function tightVerdict(trace: Trace): Verdict | undefined {
  const effective = toEffectiveGogc(trace)
  if (trace.result.gcCpuFraction > TIGHT_GC_SHARE)
    return verdict(
      'tight',
      'tight',
      'More than a quarter of the CPU goes to the collector. More memory would buy it back.',
    )
  if (effective && effective.lowest < TIGHT_GOGC)
    return verdict('tight', 'tight', 'The memory limit leaves the heap hardly any room above what is live.')
  if (headroom(trace) < LEAST_HEADROOM)
    return verdict('tight', 'tight', 'Less than 5 % of the container’s memory is left at the peak.')
  return undefined
}

/** What GOGC amounts to where the memory limit sets the goal instead. */
export interface EffectiveGogc {
  /** The lowest of any cycle, in percent: the new heap allowed per live heap. */
  readonly lowest: number
  /** Share of the cycles whose goal the limit set. */
  readonly share: number
}

/** Effective GOGC of the cycles that the memory limit ruled; null where it ruled none. */
export function toEffectiveGogc(trace: Trace): EffectiveGogc | null {
  const { cycles } = trace
  let lowest = Infinity
  let ruled = 0
  for (let i = 0; i < cycles.count; i++) {
    const rule = GOAL_RULES[cycles.rule[i] ?? 0]
    if (rule !== 'memory-limit' && rule !== 'live-heap-floor') continue
    ruled++
    const live = cycleLiveBefore(trace, i)
    if (live > 0) lowest = Math.min(lowest, ((cycles.goal[i] ?? 0) / live - 1) * 100)
  }
  return ruled > 0 && Number.isFinite(lowest) ? { lowest: Math.max(0, lowest), share: ruled / cycles.count } : null
}

/** Time in periods, from one cycle's end to the next one's end, of which the collector took more than half. */
function thrashingSeconds(trace: Trace): number {
  let seconds = 0
  let from = 0
  for (let i = 0; i < trace.cycles.count; i++) {
    const end = cycleEnd(trace, i)
    if (cycleGcSeconds(trace, i) > (end - from) / 2) seconds += end - from
    from = end
  }
  return seconds
}

function cycleGcSeconds(trace: Trace, i: number): number {
  const columns = trace.cycles.runtime
  if (!columns) return cycleEnd(trace, i) - cycleStart(trace, i)
  const at = (column: Float64Array) => column[i] ?? 0
  return at(columns.assist) + at(columns.background) + at(columns.idle) + at(columns.pause)
}

function isOverLimit({ segments, result }: Trace): boolean {
  const highest = segments.reduce((most, segment) => Math.max(most, segment.memoryLimit), 0)
  return result.peakMemoryBytes > highest * (1 + LIMIT_TOLERANCE)
}

function headroom({ segments, result }: Trace): number {
  const least = segments.reduce((most, segment) => Math.min(most, segment.containerLimit), Infinity)
  return Number.isFinite(least) ? 1 - result.peakContainerBytes / least : 1
}

function verdict(kind: VerdictKind, label: string, reason: string): Verdict {
  return { kind, label, reason }
}
