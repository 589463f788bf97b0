import { liveLevels } from '../../scenario/rates.ts'
import type { Scenario } from '../../scenario/types.ts'
import { MOST_GROWTH } from './demand.ts'
import type { Trial } from './trial.ts'

/** Relative precision of the bound. */
const PRECISION = 0.02
/** The relative precision when each growth is simulated for many programs. */
const ENSEMBLE_PRECISION = 0.1
const FIRST_STEP = 0.25

/**
 * The live heap is linear in initial live heap and allocation rate, so both grow at every instant, and spikes too.
 * Memory outside the program's heap stays as it is.
 * @param share 0.25 for a quarter more
 */
export function grow(scenario: Scenario, share: number): Scenario {
  const { program } = scenario
  const more = 1 + share
  return {
    ...scenario,
    program: {
      ...program,
      initialLive: program.initialLive * more,
      pointerFreeLive: program.pointerFreeLive * more,
      untouched: program.untouched * more,
      peakAllocRate: program.peakAllocRate * more,
      phases: program.phases.map((phase) => ({ ...phase, allocRate: phase.allocRate * more })),
    },
  }
}

/** The most that the program keeps alive at the end of any phase, in bytes. */
export function mostLive({ program }: Scenario): number {
  return Math.max(...liveLevels(program))
}

/** Returns whether the run ends well. */
export type Survives = (growth: number) => Generator<Trial, boolean>

/**
 * A binary search. The result was simulated, but a smaller growth may end badly: growth shifts spikes against GC
 * cycles.
 * @param from a growth that surely ends well
 * @param to a growth that surely does not, if there is one
 * @returns a share, 0.4 for 40 % more; MOST_GROWTH if every growth that was tried ends well
 */
export function* findSurvivedGrowth(survives: Survives, from: number, to?: number): Generator<Trial, number> {
  let good = from
  let bad = to
  while (bad === undefined) {
    const next: number = Math.min(MOST_GROWTH, Math.max(FIRST_STEP, 2 * good))
    if (!(yield* survives(next))) bad = next
    else if (next === MOST_GROWTH) return MOST_GROWTH
    else good = next
  }
  return yield* halve(survives, good, bad, PRECISION)
}

/** The largest growth, up to `likely`, that all programs survive. @param from a growth that all are known to survive */
export function* findSureGrowth(survives: Survives, from: number, likely: number): Generator<Trial, number> {
  return likely <= from || (yield* survives(likely)) ? likely : yield* halve(survives, from, likely, ENSEMBLE_PRECISION)
}

function* halve(survives: Survives, from: number, to: number, precision: number): Generator<Trial, number> {
  let [good, bad] = [from, to]
  while (bad - good > precision * (1 + good)) {
    const middle = (good + bad) / 2
    if (yield* survives(middle)) good = middle
    else bad = middle
  }
  return good
}
