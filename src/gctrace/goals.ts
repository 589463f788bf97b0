import { type GcPercent, type Limit, OFF } from '../units.ts'
import { ABSENT, type CycleColumns } from './columns.ts'

/** Settings that a log does not print: known or inferred. */
export interface KnownSettings {
  readonly gogc: GcPercent
  readonly memoryLimit: Limit
}

/** Go's default settings: those of a run whose forced cycles do not show any. */
export const UNKNOWN_SETTINGS: KnownSettings = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF }

/** The least and the most that a size may be, as a log prints whole MiB. In MiB. */
interface Bounds {
  readonly least: number
  readonly most: number
}

/** Go 1.26 mgcpacer.go, defaultHeapMinimum: the least goal at GOGC=100, in MiB. */
export const MINIMUM_GOAL_MIB = 4

/**
 * A printed goal of this size means “no goal”: since Go 1.19 some 8532210231537 (2⁶³ − 1 bytes, less headroom), before
 * 17592186044415 (2⁶⁴ − 1 bytes).
 */
export const NO_GOAL_MIB = 2 ** 40

/**
 * The goal that GOGC alone sets for cycle i, in MiB (Go 1.26, mgcpacer.go, commit):
 *
 *   goal = live + (live + stacks + globals) · GOGC / 100, at least 4 MiB · GOGC / 100
 *
 * with the values that the line of the cycle before prints (Go 1.26, mgc.go: after resetLive has stored them).
 * @returns undefined for a cycle whose predecessor the log does not have
 */
export function goalByGogc(columns: CycleColumns, i: number, percent: number): Bounds | undefined {
  const { heapLiveMiB } = columns
  if (!hasPredecessor(columns, i)) return undefined
  const live = heapLiveMiB[i - 1]!
  const roots = rootsBefore(columns, i)
  const goal = (live: number, roots: number) =>
    Math.max((MINIMUM_GOAL_MIB * percent) / 100, live + ((live + roots) * percent) / 100)
  return { least: goal(live, roots.least), most: goal(live + 1, roots.most) }
}

/** Whether the memory limit set the goal of cycle i: it is lower than GOGC alone makes it, beyond what rounding explains. */
export function isGoalOfLimit(columns: CycleColumns, i: number, { gogc, memoryLimit }: KnownSettings): boolean {
  const goal = columns.goalMiB[i]!
  if (memoryLimit.kind === 'off' || goal >= NO_GOAL_MIB) return false
  if (gogc.kind === 'off') return hasPredecessor(columns, i)
  const byGogc = goalByGogc(columns, i, gogc.percent)
  return byGogc !== undefined && goal + 1 < 0.98 * byGogc.least - 1
}

/** Whether a Go before 1.18 printed all lines: it prints no stacks, and has no memory limit. */
export function isBeforeLimits({ stacksMiB }: CycleColumns): boolean {
  return stacksMiB.every((stacks) => stacks === ABSENT)
}

/** 2⁶³ bytes in MiB. */
const MOST_SINCE_LIMITS = 2 ** 43

/**
 * Whether only a Go with memory limits, 1.19 or later, can have written these lines: by a goal of its size for “no
 * goal”, or by a first cycle that started below its goal. Go 1.18 starts none before the heap has reached the least
 * goal that GOGC makes (Go 1.18, mgcpacer.go, commit: minTrigger), which is the first goal if it counts no stacks and
 * globals.
 */
export function isSinceLimits(columns: CycleColumns): boolean {
  const { number, forced, goalMiB, heapStartMiB, stacksMiB, globalsMiB } = columns
  if (goalMiB.some((goal) => goal >= NO_GOAL_MIB && goal <= MOST_SINCE_LIMITS)) return true
  const isFirst = number[0] === 1 && forced[0] === 0 && stacksMiB[0] === 0 && globalsMiB[0] === 0
  return isFirst && goalMiB[0]! < NO_GOAL_MIB && heapStartMiB[0]! < goalMiB[0]!
}

/** Whether the log has the cycle before this one: the number goes up by one. */
export function hasPredecessor({ number }: CycleColumns, i: number): boolean {
  return i > 0 && number[i] === number[i - 1]! + 1
}

/** Stacks and globals in the goal of cycle i, in MiB; 0 before Go 1.18, which did not count them. */
export function rootsBefore({ stacksMiB, globalsMiB }: CycleColumns, i: number): Bounds {
  const [stacks, globals] = [stacksMiB[i - 1] ?? ABSENT, globalsMiB[i - 1] ?? ABSENT]
  const known = (size: number) => (size === ABSENT ? 0 : size)
  const room = (size: number) => (size === ABSENT ? 0 : 1)
  const least = known(stacks) + known(globals)
  return { least, most: least + room(stacks) + room(globals) }
}
