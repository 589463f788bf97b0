import { findParameter, type ParameterKey } from '../scenario/params.ts'
import type { Phase, Program, Scenario } from '../scenario/types.ts'
import { evenly } from './sequence.ts'

/** A program that fits the input. Its weight, any number ≥ 0, says how well it fits. */
export interface Candidate {
  readonly scenario: Scenario
  readonly weight: number
  /** Whether it is the program that `withHardlyWritten` added. */
  readonly isHardlyWritten?: true
}

export function weightOf(candidates: readonly Pick<Candidate, 'weight'>[]): number {
  return candidates.reduce((sum, { weight }) => sum + weight, 0)
}

export function simulatedOf<C extends Candidate>(candidates: readonly C[]): readonly C[] {
  return candidates.filter(({ weight }, i) => i === 0 || weight > 0)
}

/**
 * Adds a program like the likely one that hardly writes to its heap, so that its container counts little of the live
 * heap. Resident memory would show that; without it, a kill is certain only if that little fills the container.
 * @param live the largest live heap, in bytes
 */
export function withHardlyWritten(candidates: readonly Candidate[], live: number): Candidate[] {
  const [likely] = candidates
  if (!likely) return []
  const { scenario } = likely
  const program = { ...scenario.program, untouched: scenario.program.untouched + UNWRITTEN * live }
  const weight = weightOf(candidates) / OTHERS
  return [...candidates, { weight, scenario: { ...scenario, program }, isHardlyWritten: true }]
}

/**
 * The share of the live heap that it never writes to: 0.65 to 1.0 in recorded buffers; garbage was not written either.
 */
const UNWRITTEN = 1.1
/** How many other programs were recorded. */
const OTHERS = 47

/**
 * Adds a program like the likely one that hardly allocates: the input does not show what the program did after it
 * ended. So a kill is certain only if the live heap alone fills the container.
 */
export function withHardlyAllocating(candidates: readonly Candidate[]): Candidate[] {
  const [likely] = candidates
  if (!likely) return []
  const { program } = likely.scenario
  const phases = program.phases.map((phase) => ({ ...phase, allocRate: IDLE * phase.allocRate }))
  const weight = weightOf(candidates) / candidates.length
  return [...candidates, { weight, scenario: { ...likely.scenario, program: { ...program, phases } } }]
}

/** The share of its allocation rate that a program has while it waits. */
const IDLE = 0.001

/** In the parameter’s own unit: `low` to `high` is a 90 % range. */
export interface KnownRange {
  readonly key: ParameterKey
  readonly value: number
  readonly low: number
  readonly high: number
}

/**
 * Draws programs within known ranges, the likely one first. It is for input that gives bounds but no run to compare
 * with, so all programs weigh the same. A parameter of phases changes in all phases by the same factor.
 * @param count how many programs; 40 are enough for a 90 % range
 */
export function drawWithin(scenario: Scenario, known: readonly KnownRange[], count = 40): Candidate[] {
  const same = Array.from({ length: count }, () => ({ scenario, weight: 1 }))
  return drawEach(same, known, 0)
}

/**
 * Draws further parameters for programs that already differ in others.
 * @param firstAxis the first of the axes to draw along, one for each listed parameter. No program may have been drawn
 * along them before
 */
export function drawEach(programs: readonly Candidate[], known: readonly KnownRange[], firstAxis: number): Candidate[] {
  return programs.map((program, k) => {
    // The first point of the sequence is the middle: the likely program.
    const draw = (before: Scenario, range: KnownRange, axis: number) =>
      withDrawn(before, range, evenly(k, firstAxis + axis))
    return { ...program, scenario: known.reduce(draw, program.scenario) }
  })
}

const LIKELY = 0.5

function withDrawn(scenario: Scenario, range: KnownRange, at: number): Scenario {
  const { key, value } = range
  const drawn = valueAt(range, at)
  const { program } = scenario
  switch (findParameter(key)?.place) {
    case 'program':
      return { ...scenario, program: { ...program, [key]: toAllowed(key, drawn) } as Program }
    case 'phase': {
      const phases = program.phases.map((phase) => {
        const own = phase[key as keyof Phase]
        const moved = value > 0 && typeof own === 'number' && own > 0 ? own * (drawn / value) : drawn
        return { ...phase, [key]: toAllowed(key, moved) } as Phase
      })
      return { ...scenario, program: { ...program, phases } }
    }
    default:
      return { ...scenario, [key]: toAllowed(key, drawn) } as Scenario
  }
}

/** Program k’s value in a range. @param axis to draw along: the program may not have been drawn along it before */
export function drawn(range: Omit<KnownRange, 'key'>, k: number, axis: number): number {
  return valueAt(range, evenly(k, axis))
}

/** A tenth of all values lie outside the bounds. Positive values change by factors, so that they stay positive. */
function valueAt({ value, low, high }: Omit<KnownRange, 'key'>, at: number): number {
  if (at === LIKELY) return value
  const bound = at < LIKELY ? Math.min(low, value) : Math.max(high, value)
  const share = Math.abs(at - LIKELY) / 0.45
  return value > 0 && bound > 0
    ? Math.exp(Math.log(value) + share * (Math.log(bound) - Math.log(value)))
    : value + share * (bound - value)
}

function toAllowed(key: ParameterKey, value: number): number {
  const parameter = findParameter(key)
  if (!parameter) throw new Error(`no parameter "${key}"`)
  const { min, max } = parameter
  const least = parameter.above ? Math.max(min, Number.MIN_VALUE) : min
  const inside = Math.min(max, Math.max(least, value))
  return parameter.kind === 'count' ? Math.round(inside) : inside
}
