import type { Field } from '../../metrics/fields.ts'
import { HEADROOM_PERCENT } from '../../model/runtime/pacer/constants.ts'
import { largest } from '../../numbers.ts'
import { MIB } from '../../units.ts'
import { latest } from './ranged.ts'
import type { Scrape } from './timeline.ts'

/** A goal below this share of the goal that the memory limit allows is surely not from the limit. */
const NEAR = 0.9
/** If scrapes do not show Go’s memory, at most this share of the limit is taken to be memory besides the heap. */
const MOST_BESIDES = 0.5

/** Figures of the same scrape give the limit’s goal exactly (tests/fixtures/metrics, `churn`). */
export function mayLimitSet(scrapes: readonly Scrape[]): boolean {
  const last = latest(scrapes).get('memoryLimit')
  return scrapes.some(({ values }) => {
    const [goal, limit] = [values.get('goal'), values.get('memoryLimit') ?? last]
    return goal !== undefined && limit !== undefined && goal >= NEAR * leastLimitGoal(values, limit)
  })
}

/** Go computes the goal from the same figures as the scrape: in 16 recorded dumps they were equal to four digits. */
export function doesLimitSetAll(scrapes: readonly Scrape[]): boolean {
  const last = latest(scrapes).get('memoryLimit')
  return scrapes.every(({ values }) => {
    const [goal, limit] = [values.get('goal'), values.get('memoryLimit') ?? last]
    if (goal === undefined || limit === undefined || !EXACT.every((field) => values.has(field))) return false
    const allowed = leastLimitGoal(values, limit)
    return Math.abs(goal - Math.min(allowed, allowed / HEADROOM - MIB)) <= SAME * goal
  })
}

/**
 * The lowest limit in bytes under which Go can have made all goals, if it is above this one: a limit allows no goal above
 * itself, except up to the live heap (Go 1.26, mgcpacer.go, memoryLimitHeapGoal). undefined if the goals allow this one.
 */
export function higherLimit(scrapes: readonly Scrape[], limit: number): number | undefined {
  const above = scrapes.flatMap(({ values }) => {
    const [goal = 0, mostLive = Infinity] = [values.get('goal'), values.get('heapLive') ?? values.get('heapAlloc')]
    return goal > limit && goal > mostLive + MIB ? [goal] : []
  })
  return largest(above) || undefined
}

/** With these fields, the goal of the limit is exact. */
const EXACT = ['sys', 'heapReleased', 'heapAlloc', 'heapIdle'] as const
const SAME = 0.005
/** The share of the room for the heap that is not headroom. */
const HEADROOM = 1 - HEADROOM_PERCENT / 100

/**
 * The least goal that the memory limit allows, in bytes (Go 1.26, mgcpacer.go, memoryLimitHeapGoal):
 *   goal = limit − memory besides the heap − overage − headroom
 * Overage is the memory above the limit. Headroom is 3 %; in small heaps it is more (1 MiB), which `NEAR` includes.
 */
function leastLimitGoal(values: ReadonlyMap<Field, number>, limit: number): number {
  const counted = countedIn(values)
  const besides = counted === undefined ? MOST_BESIDES * limit : counted - (heapIn(values) ?? 0)
  const overage = Math.max(0, (counted ?? 0) - limit)
  return HEADROOM * (limit - besides - overage)
}

/** The memory that counts towards the limit: all that Go has taken and not given back. */
function countedIn(values: ReadonlyMap<Field, number>): number | undefined {
  const [sys, released] = [values.get('sys'), values.get('heapReleased') ?? 0]
  if (sys !== undefined) return sys - released
  const [used, stack, other] = [values.get('used'), values.get('usedStack'), values.get('usedOther')]
  return used ?? (stack === undefined || other === undefined ? undefined : stack + other)
}

/** Memory that does not reduce the goal. */
function heapIn(values: ReadonlyMap<Field, number>): number | undefined {
  const [objects, idle] = [values.get('heapAlloc'), values.get('heapIdle')]
  if (objects === undefined) return undefined
  const free = values.get('heapFree') ?? (idle ?? 0) - (values.get('heapReleased') ?? 0)
  return objects + Math.max(0, free)
}
