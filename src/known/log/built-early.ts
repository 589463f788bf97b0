import type { Piece } from '../../calibration/shape/segments.ts'
import { MAX_PHASES } from '../../scenario/params.ts'
import type { Scenario } from '../../scenario/types.ts'
import { MIB } from '../../units.ts'

/** Twice the smallest heap at which GOGC=100 starts a cycle: a smaller one hardly leaves room for others. */
const MUCH_BUILT = 8 * MIB
/** If the program kept more than this share of what it allocated, it had no time to keep it earlier. */
const NEARLY_ALL = 0.99

/**
 * The first cycle of a log shows how much the program had built up by then, not when. Under the log’s own settings that
 * makes no difference; under settings with earlier cycles it decides how many come.
 * @param piece what the first phase was read from
 * @param early 0: the live heap grew evenly until that cycle; 1: at first the program kept all that it allocated
 */
export function builtEarly(scenario: Scenario, piece: Piece | undefined, early: number): Scenario {
  const [phase, ...others] = scenario.program.phases
  if (!piece || !phase || piece.end > 1 || piece.reachableFrom > 0 || piece.reachableTo < MUCH_BUILT) return scenario
  const { newSurvivalRate, duration } = phase
  if (newSurvivalRate > NEARLY_ALL || others.length + 2 > MAX_PHASES) return scenario
  const share = newSurvivalRate ** early
  if (share === 1) return scenario
  const building = { ...phase, duration: share * duration, newSurvivalRate: newSurvivalRate / share }
  const phases = [building, { ...phase, duration: (1 - share) * duration, newSurvivalRate: 0 }, ...others]
  return { ...scenario, program: { ...scenario.program, phases } }
}
