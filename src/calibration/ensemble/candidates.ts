import { findParameter, type ParameterKey } from '../../scenario/params.ts'
import type { Phase, Program, Scenario } from '../../scenario/types.ts'
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
  return Array.from({ length: count }, (_, k) => ({
    scenario: k === 0 ? scenario : known.reduce((drawn, range, axis) => alter(drawn, range, evenly(k, axis)), scenario),
    weight: 1,
  }))
}

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
  const bound = at < 0.5 ? Math.min(low, value) : Math.max(high, value)
  const share = Math.abs(at - 0.5) / 0.45
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
