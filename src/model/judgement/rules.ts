import { cycleLiveBefore, cycleStart } from '../cycles.ts'
import { GOAL_RULES, type GoalRule, type Segment, type Trace } from '../trace.ts'
import { inForce } from './limits.ts'

/** What set the goals of a run's cycles: how many the memory limit set, and of those how many below the live heap. */
export interface Rules {
  readonly cycles: number
  readonly byLimit: number
  readonly belowLive: number
  readonly byMinimum: number
  /** Some goal that GOGC set is larger than the live heap makes it: stacks and globals count too (runtime model). */
  readonly hasRoots: boolean
  /** The least new heap that the memory limit allowed, in percent of the live heap; Infinity where that is not known. */
  readonly lowestGogc: number
}

/** Less than 2 % more is the last cycle's rounding. */
const ROOTS = 1.02

export function toRules(trace: Trace): Rules {
  const { cycles, segments } = trace
  let [byLimit, belowLive, byMinimum, lowestGogc, s] = [0, 0, 0, Infinity, 0]
  let hasRoots = false
  for (let i = 0; i < cycles.count; i++) {
    const time = cycleStart(trace, i)
    while (s + 1 < segments.length && segments[s + 1]!.time <= time) s++
    const live = cycleLiveBefore(trace, i)
    const rule = GOAL_RULES[cycles.rule[i]!]!
    if (rule === 'minimum-heap') byMinimum++
    if (
      trace.model === 'runtime' &&
      rule === 'gogc' &&
      live > 0 &&
      cycles.goal[i]! > ROOTS * byGogc(live, segments[s]!)
    )
      hasRoots = true
    if (!isByLimit(trace, rule, live, segments[s]!)) continue
    byLimit++
    if (rule === 'live-heap-floor') belowLive++
    if (live > 0) lowestGogc = Math.min(lowestGogc, Math.max(0, (cycles.goal[i]! / live - 1) * 100))
  }
  return { cycles: cycles.count, byLimit, belowLive, byMinimum, hasRoots, lowestGogc }
}

/** In the guide model the least distance from the live heap to a goal may also be a GOGC of next to nothing. */
function isByLimit({ model }: Trace, rule: GoalRule, live: number, segment: Segment): boolean {
  if (rule === 'memory-limit') return true
  if (rule !== 'live-heap-floor') return false
  if (model === 'runtime') return true
  return byGogc(live, segment) + segment.otherMemory > segment.memoryLimit
}

function byGogc(live: number, { gogc }: Segment): number {
  return gogc.kind === 'off' ? Infinity : live * (1 + gogc.percent / 100)
}

/** Why no cycle ran, in a few words; undefined where one did. */
export function whyNoCycle(trace: Trace): string | undefined {
  const { cycles, result } = trace
  if (cycles.count > 0) return undefined
  if (result.gcSeconds > 0) return 'none was completed'
  if (inForce(trace).every(({ goal }) => goal === Infinity)) return 'nothing starts one'
  if (result.outcome.kind === 'oom-killed') return 'killed before the first'
  return 'none was due'
}
