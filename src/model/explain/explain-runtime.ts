import {
  formatSeconds,
  formatSize,
  formatSizeNumber,
  formatValue,
  lowerFirst,
  type SizeUnit,
  sizeUnit,
} from '../../format.ts'
import { MIB } from '../../units.ts'
import { NO_GOAL } from '../cause.ts'
import { cycleLiveBefore, cycleStart, segmentAt } from '../cycles.ts'
import { HEADROOM_PERCENT } from '../runtime/pacer/constants.ts'
import { GOAL_RULES, type RuntimeCycles, type Trace } from '../trace.ts'
import { toTerms } from './explain-terms.ts'

export interface PaidPart {
  readonly who: 'background' | 'assist' | 'idle' | 'pause'
  readonly name: string
  /** CPU-seconds. */
  readonly seconds: number
}

/** A cycle of the runtime model in Go's terms, in sentences and term by term; undefined for a trace of the guide model. */
export function explainRuntimeCycle(trace: Trace, i: number) {
  const columns = trace.cycles.runtime
  if (!columns) return undefined
  const at = (column: Float64Array) => column[i] ?? 0
  const terms = toTerms(trace, columns, i)
  const unit = sizeUnit(at(columns.heapEnd))
  return {
    goal: explainGoal(trace, i),
    lines: [
      ...terms.map(({ name, value, gloss }) => `${lowerFirst(name)} ${value}: ${gloss}`),
      paidLine(columns, i),
      `heap ${formatSizeNumber(at(columns.heapStart), unit)} → ${formatSize(at(columns.heapEnd), unit)} while marking`,
    ],
    terms,
    paid: toPaid(columns, i),
  }
}

/** The cycle's CPU time by kind, in the order of the CPU chart's stack. */
function toPaid({ background, assist, idle, pause }: RuntimeCycles, i: number): PaidPart[] {
  return [
    { who: 'background', name: 'background', seconds: background[i] ?? 0 },
    { who: 'assist', name: 'assists', seconds: assist[i] ?? 0 },
    { who: 'idle', name: 'idle CPUs', seconds: idle[i] ?? 0 },
    { who: 'pause', name: 'pauses', seconds: pause[i] ?? 0 },
  ]
}

function explainGoal(trace: Trace, i: number): string {
  const bytes = trace.cycles.goal[i] ?? 0
  const goal = formatSize(bytes)
  const live = cycleLiveBefore(trace, i)
  if (bytes === Infinity) return NO_GOAL
  const { gogc, memoryLimit } = segmentAt(trace, cycleStart(trace, i))
  switch (GOAL_RULES[trace.cycles.rule[i] ?? 0]) {
    case 'memory-limit':
      return `goal ${goal}${limitGoal(bytes, memoryLimit, trace.points.runtime?.counted[trace.cycles.startPoint[i] ?? 0] ?? 0)}`
    case 'live-heap-floor':
      return `goal ${goal} = the live heap, because the memory limit leaves no more`
    case 'minimum-heap':
      return `goal ${goal}, the minimum heap: 4 MiB × GOGC/100`
    case 'sweep-distance':
      return `goal ${goal}: GOGC asks for less, but sweeping needs 1 MiB above the heap that there was when Go set the goal`
    case 'minimum-runway':
      return `goal ${goal}: 64 KiB above the heap at the cycle’s start, which was near the goal or beyond it`
    default:
      return gogc.kind === 'off' ? `goal ${goal}` : `goal ${goal} = ${gogcGoal(bytes, live, gogc.percent)}`
  }
}

/** Go keeps at least this much of the room free, as in `pacer/goal.ts`. */
const LEAST_HEADROOM = MIB

/**
 * room − max(3 % of room, 1 MiB) is Go's goal under the limit (Go 1.26 mgcpacer.go, memoryLimitHeapGoal). All other
 * memory except free spans takes from the room, and what is counted beyond the limit takes from it once more. The room
 * follows from the goal, unless that is the least that Go sets.
 */
function limitGoal(goal: number, limit: number, counted: number): string {
  if (goal <= LEAST_HEADROOM) return `: Go’s least goal under a memory limit, here ${formatSize(limit)}`
  const room = Math.max(goal / (1 - HEADROOM_PERCENT / 100), goal + LEAST_HEADROOM)
  const show = inUnit(sizeUnit(goal))
  const over = Math.max(0, counted - limit)
  const others = show(Math.max(0, limit - room - over))
  const beyond = over > MIB / 20 ? ` − ${show(over)} beyond the limit` : ''
  return ` = ${show(limit)} memory limit − ${others} outside the heap and in unused slots${beyond} − ${show(room - goal)} kept free`
}

/** goal = live + (live + stacks + globals) · GOGC/100: the roots follow from goal and live heap. */
function gogcGoal(goal: number, live: number, percent: number): string {
  const roots = percent > 0 ? ((goal - live) * 100) / percent - live : 0
  const show = inUnit(sizeUnit(goal))
  const grows = roots > MIB / 20 ? `(${show(live)} live + ${show(roots)} roots)` : `${show(live)} live`
  return `${show(live)} live + ${grows} × ${formatValue(percent)}/100`
}

function inUnit(unit: SizeUnit): (bytes: number) => string {
  return (bytes) => formatSizeNumber(bytes, unit)
}

function paidLine(columns: RuntimeCycles, i: number): string {
  const paid = toPaid(columns, i)
    .filter(({ seconds }) => seconds > 0)
    .sort((a, b) => b.seconds - a.seconds)
  return `paid by ${paid.map(({ name, seconds }) => `${name} ${formatSeconds(seconds)}`).join(', ') || 'nobody'}`
}
