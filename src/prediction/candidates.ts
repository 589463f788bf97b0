import { findParameter, type ParameterKey } from '../scenario/params.ts'
import type { Phase, Program, Scenario } from '../scenario/types.ts'
import { evenly } from './sequence.ts'

/** A program that the input cannot tell from others, and how well it goes with the input: any number ≥ 0. */
export interface Candidate {
  readonly scenario: Scenario
  readonly weight: number
}

/** What is known of one parameter, in its own unit: 90 % of what it may be lies from `low` to `high`. */
export interface KnownRange {
  readonly key: ParameterKey
  readonly value: number
  readonly low: number
  readonly high: number
}

/**
 * Programs within what is known, the likely one first: for input that gives bounds and no run to compare with, so that all
 * weigh the same. What is not listed stays as the scenario has it. A key of phases moves all of them by one factor.
 * @param count how many; 40 tell a 90 % range
 */
export function drawWithin(scenario: Scenario, known: readonly KnownRange[], count = 40): Candidate[] {
  const same = Array.from({ length: count }, () => ({ scenario, weight: 1 }))
  return drawEach(same, known, 0)
}

/**
 * The same of programs that differ already in what is not listed.
 * @param firstAxis of so many as are listed, along which the programs do not differ yet
 */
export function drawEach(programs: readonly Candidate[], known: readonly KnownRange[], firstAxis: number): Candidate[] {
  return programs.map(({ scenario, weight }, k) => {
    const at = (axis: number) => (k === 0 ? LIKELY : evenly(k, firstAxis + axis))
    return { weight, scenario: known.reduce((drawn, range, axis) => alter(drawn, range, at(axis)), scenario) }
  })
}

const LIKELY = 0.5

function alter(scenario: Scenario, range: KnownRange, at: number): Scenario {
  const { key, value } = range
  const drawn = within(range, at)
  const { program } = scenario
  switch (findParameter(key)?.place) {
    case 'program':
      return { ...scenario, program: { ...program, [key]: bounded(key, drawn) } as Program }
    case 'phase': {
      const phases = program.phases.map((phase) => {
        const own = phase[key as keyof Phase]
        const moved = value > 0 && typeof own === 'number' && own > 0 ? own * (drawn / value) : drawn
        return { ...phase, [key]: bounded(key, moved) } as Phase
      })
      return { ...scenario, program: { ...program, phases } }
    }
    default:
      return { ...scenario, [key]: bounded(key, drawn) } as Scenario
  }
}

/**
 * The value at a share of what is possible: half of all below `value`, half above; the outermost tenth beyond the bounds,
 * as far as the bounds are from the value. Sizes and rates by factors, so that they stay positive.
 */
function within({ value, low, high }: KnownRange, at: number): number {
  if (at === LIKELY) return value
  const bound = at < LIKELY ? Math.min(low, value) : Math.max(high, value)
  const share = Math.abs(at - LIKELY) / 0.45
  return value > 0 && bound > 0
    ? Math.exp(Math.log(value) + share * (Math.log(bound) - Math.log(value)))
    : value + share * (bound - value)
}

function bounded(key: ParameterKey, value: number): number {
  const parameter = findParameter(key)
  if (!parameter) throw new Error(`no parameter "${key}"`)
  const { min, max } = parameter
  const least = parameter.above ? Math.max(min, Number.MIN_VALUE) : min
  const inside = Math.min(max, Math.max(least, value))
  return parameter.kind === 'count' ? Math.round(inside) : inside
}
