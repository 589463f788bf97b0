import type { Piece } from '../../calibration/shape/segments.ts'
import { AT_ONCE_SECONDS } from '../../model/runtime/between.ts'
import { sumOf } from '../../numbers.ts'
import { MAX_PHASES } from '../../scenario/params.ts'
import type { Phase, Scenario } from '../../scenario/types.ts'
import { MIB } from '../../units.ts'

/** Twice the smallest heap at which GOGC=100 starts a cycle: a smaller one hardly leaves room for others. */
const MUCH_BUILT = 8 * MIB
/** If the program kept more than this share of what it allocated, it had no time to keep it earlier. */
const NEARLY_ALL = 0.99

/**
 * Moves growth of the live heap to an earlier time: the first cycle of a log shows how much the program had built up by
 * then, but not when. Under the log’s own settings that makes no difference; under settings with earlier cycles it
 * decides how many cycles there are.
 * @param pieces what the phases were read from: the first cycle may start within one, or after several
 * @param firstCycle when it starts, in seconds
 * @param by 0: the live heap grew evenly until that cycle; 1: at first the program kept all that it allocated
 */
export function builtEarly(scenario: Scenario, pieces: readonly Piece[], firstCycle: number, by: number): Scenario {
  const { phases } = scenario.program
  const last = pieces.findIndex(({ from, to }) => from < to && to >= firstCycle)
  const piece = pieces[last]
  if (!piece || last >= phases.length || phases.length + 2 > MAX_PHASES) return scenario
  const [before, after] = cut(phases, last, (firstCycle - piece.from) / (piece.to - piece.from))
  if (before.some(({ duration, oldDeathRate }) => oldDeathRate > 0 || duration <= AT_ONCE_SECONDS)) return scenario
  const allocated = sumOf(before.map(bytesOf))
  const kept = sumOf(before.map((phase) => phase.newSurvivalRate * bytesOf(phase)))
  const rate = kept / allocated
  // If the heap grew evenly through later cycles too, early growth is less likely: hence the square of `by`.
  const share = rate ** (piece.end > 1 ? by ** 2 : by)
  if (!(kept >= MUCH_BUILT && rate <= NEARLY_ALL && share < 1)) return scenario
  const [building, built] = cutAfter(before, share * allocated)
  const all = [...withRate(building, rate / share), ...withRate(built, 0), ...after]
  return { ...scenario, program: { ...scenario.program, phases: all } }
}

function bytesOf({ allocRate, duration }: Phase): number {
  return allocRate * duration
}

const withRate = (phases: readonly Phase[], newSurvivalRate: number) =>
  phases.map((phase) => ({ ...phase, newSurvivalRate }))

/** A shorter part of a phase is not worth one of its own. */
const LEAST_PART = 1e-6

/** Cuts the phases in two: at this share of the phase with index i. */
function cut(phases: readonly Phase[], i: number, share: number): readonly [Phase[], Phase[]] {
  const part = (of: number) => (of > LEAST_PART ? [{ ...phases[i]!, duration: of * phases[i]!.duration }] : [])
  return [
    [...phases.slice(0, i), ...part(share)],
    [...part(1 - share), ...phases.slice(i + 1)],
  ]
}

/** Cuts the phases in two: where the program has allocated so many bytes. */
function cutAfter(phases: readonly Phase[], bytes: number) {
  let left = bytes
  for (const [i, phase] of phases.entries()) {
    const here = bytesOf(phase)
    if (here >= left) return cut(phases, i, left / here)
    left -= here
  }
  return [phases, []] as const
}
