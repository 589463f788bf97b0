import {
  formatCount,
  formatSeconds,
  formatSize,
  formatSizeNumber,
  formatValue,
  type SizeUnit,
  sizeUnit,
} from '../../format.ts'
import { type GcPercent, gogcPercent, KIB } from '../../units.ts'
import { NO_GOAL, toReason } from '../cause.ts'
import { toWholeMomentText } from '../clock.ts'
import { cycleEnd, cycleLiveBefore, cycleLiveFound, cycleStart, isForced, segmentAt } from '../cycles.ts'
import { GOAL_RULES, type Segment, type Trace } from '../trace.ts'
import { explainRuntimeCycle, type PaidPart } from './explain-runtime.ts'
import type { ExplainedTerm } from './explain-terms.ts'

/** One cycle in words: why it ran, and what it did. Each line is a sentence or a formula with its numbers filled in. */
interface Explanation {
  readonly title: string
  /** The goal and the rule that set it: `goal 60.0 MiB = 30.0 live × (1 + 100/100)`. */
  readonly goal: string
  readonly lines: readonly string[]
  /** Runtime model: the same term by term. */
  readonly terms?: readonly ExplainedTerm[]
  readonly paid?: readonly PaidPart[]
}

export function explainCycle(trace: Trace, i: number): Explanation {
  const start = cycleStart(trace, i)
  const forced = isForced(trace, i) ? ', forced,' : ''
  const title = `Cycle ${formatCount(i + 1)} of ${formatCount(trace.cycles.count)}${forced} at ${toWholeMomentText(trace, start)}`
  const runtime = explainRuntimeCycle(trace, i)
  if (runtime) return { title, ...runtime }
  return { title, goal: explainGoal(trace, i, start), lines: explainWork(trace, i) }
}

function explainGoal(trace: Trace, i: number, start: number): string {
  const settings = segmentAt(trace, start)
  const bytes = trace.cycles.goal[i] ?? 0
  const before = cycleLiveBefore(trace, i)
  const isFirst = i === 0 && before === 0
  if (bytes === Infinity) return NO_GOAL
  // All terms of a sum are in one unit.
  const unit = sizeUnit(bytes)
  const goal = formatSize(bytes, unit)
  const live = formatSizeNumber(before, unit)
  // Go scales its minimum heap with GOGC, the guide does not: the two are equal at GOGC=100.
  const minimum = `goal ${goal}, ${gogcPercent(settings.gogc) === 100 ? 'the' : 'the guide’s'} minimum heap`
  switch (GOAL_RULES[trace.cycles.rule[i] ?? 0]) {
    case 'memory-limit':
      return `goal ${goal} = ${limitLessOther(settings, unit)}`
    case 'live-heap-floor':
      return `goal ${goal} = ${live} live + 64 KiB (the minimum), because ${whyLeast(before, settings)}`
    case 'minimum-heap':
      return minimum
    default:
      return isFirst ? `${minimum}: no cycle has run yet` : `goal ${goal} = ${live} live × ${growth(settings.gogc)}`
  }
}

/** Why the goal is the least distance above the live heap: the memory limit left less, or GOGC is next to nothing. */
function whyLeast(live: number, { memoryLimit, otherMemory }: Segment): string {
  const room = memoryLimit - otherMemory
  if (memoryLimit < live) return 'the limit is below the live heap'
  if (room < live) return 'the limit leaves less than the live heap'
  return room < live + 64 * KIB ? 'the limit leaves no more' : 'GOGC asks for less'
}

function limitLessOther({ memoryLimit, otherMemory }: Segment, unit: SizeUnit): string {
  const limit = `${formatSizeNumber(memoryLimit, unit)} memory limit`
  return otherMemory > 0 ? `${limit} − ${formatSizeNumber(otherMemory, unit)} other memory` : limit
}

function growth(gogc: GcPercent): string {
  return gogc.kind === 'off' ? '∞' : `(1 + ${formatValue(gogc.percent)}/100)`
}

function explainWork(trace: Trace, i: number): string[] {
  const { cycles, points } = trace
  const at = cycles.startPoint[i] ?? 0
  const heap = (points.live[at] ?? 0) + (points.fresh[at] ?? 0)
  const held = cycles.held?.[i] ?? 0
  const lines: string[] = []
  if (isForced(trace, i)) {
    lines.push(`forced: ${toReason(trace, i)}, whatever the goal`)
    if (held > 0)
      lines.push(`it takes the place of the cycle that the 50 % GC CPU limit had held back for ${formatSeconds(held)}`)
  } else if (held > 0)
    lines.push(
      `held back for ${formatSeconds(held)} by the 50 % GC CPU limit; the heap had grown to ${formatSize(heap)}`,
    )
  const cost = formatSeconds(cycleEnd(trace, i) - cycleStart(trace, i))
  lines.push(`kept ${formatSize(cycleLiveFound(trace, i))} of ${formatSize(heap)}, using ${cost} of CPU`)
  return lines
}
