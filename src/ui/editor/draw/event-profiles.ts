import { failedAt, ok, type Result } from '../../../result.ts'
import { MAX_CHANGES } from '../../../scenario/params.ts'
import { secondsOf } from '../../../scenario/rates.ts'
import { roundDrawn, roundSize } from '../../../scenario/round.ts'
import type { Change, Scenario } from '../../../scenario/types.ts'
import { toLimit } from '../../../units.ts'
import { addChange } from './draft.ts'

/** Events that belong together, to drop on a program. Times in seconds of the program's own time, sizes in bytes. */
export type EventProfile = Resize | Ramp

/** The container's limit changes, and GOMEMLIMIT with it: later (it is stale until then), before, or never. */
export interface Resize {
  readonly kind: 'resize'
  readonly at: number
  readonly container: number
  readonly limit: number
  readonly order: 'after' | 'before' | 'never'
  /** Seconds between the two changes. */
  readonly delay: number
}

/** Memory outside Go moves from one level to another in a straight line; with `isBack`, it returns after a while. */
export interface Ramp {
  readonly kind: 'outside'
  readonly at: number
  readonly from: number
  readonly to: number
  readonly seconds: number
  readonly isBack: boolean
  /** Seconds between the two lines. */
  readonly hold: number
}

/**
 * The usual memory limit in a container, in bytes: 90 %, which leaves room for memory that GOMEMLIMIT does not count.
 */
export function usualLimit(container: number): number {
  return roundSize(0.9 * container)
}

/** How many changes make up a sloping line: 16 for up and down, which leaves room in a link for other events. */
const RAMP_STEPS = 8

/** Drops events on a program: plain changes, which the table then adjusts one by one. */
export function insertEvents(scenario: Scenario, profile: EventProfile): Result<Scenario> {
  const length = secondsOf(scenario.program)
  if (profile.at < 0 || profile.at > length) return failedAt('at', `lies outside the program, which takes ${length} s`)
  const changes = expandEvents(profile, length)
  if (changes.length === 0) return failedAt('at', `is too late: all of it comes after the end at ${length} s`)
  if (scenario.changes.length + changes.length > MAX_CHANGES)
    return failedAt('', `at most ${MAX_CHANGES} events are possible`)
  return ok(changes.reduce(addChange, scenario))
}

/** The plain changes that events stand for, in a program of `length` seconds. */
export function expandEvents(profile: EventProfile, length: number): readonly Change[] {
  return profile.kind === 'resize' ? toPair(profile, length) : toRamps(profile, length)
}

function toPair({ at, container, limit, order, delay }: Resize, length: number): readonly Change[] {
  const resized: Change = { at, containerLimit: toLimit(roundSize(container)) }
  if (order === 'never') return [resized]
  const told = order === 'after' ? at + delay : at - delay
  const limited: Change = {
    at: roundDrawn(Math.max(0, Math.min(length, told))),
    memoryLimit: toLimit(roundSize(limit)),
  }
  return order === 'after' ? [resized, limited] : [limited, resized]
}

function toRamps({ at, from, to, seconds, isBack, hold }: Ramp, length: number): readonly Change[] {
  const there = toSteps(at, from, to, seconds)
  const back = isBack ? toSteps(at + seconds + hold, to, from, seconds) : []
  // Changes after the program's end never happen.
  return [...there, ...back].filter((change) => change.at <= length)
}

/**
 * Each step is in the middle of its part, so that line and steps enclose the same area. If rounding puts several steps
 * at one instant, the last one counts.
 */
export function toSteps(at: number, from: number, to: number, seconds: number, count = RAMP_STEPS): readonly Change[] {
  const steps = Array.from({ length: count }, (_, k) => ({
    at: roundDrawn(at + (seconds * (k + 0.5)) / count),
    outsideMemory: roundSize(from + ((to - from) * (k + 1)) / count),
  }))
  return steps.filter((step, k) => step.at !== steps[k + 1]?.at)
}
