import { liveLevels } from '../../scenario/rates.ts'
import type { Scenario } from '../../scenario/types.ts'
import { MOST_GROWTH } from './demand.ts'
import type { Trial } from './trial.ts'

/** Relative precision of the bound. */
const CLOSE = 0.02
/** The same when each growth is simulated for many programs. */
const CLOSE_OF_ALL = 0.1
const FIRST_STEP = 0.25

/**
 * The program with a live heap and an allocation rate that are larger by a share, at every instant (live levels are
 * linear in both): spikes grow with the rest. What is not the program's own heap stays.
 *
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

/** Simulates a program with a given growth; returns whether the run ends well. */
export type Survives = (growth: number) => Generator<Trial, boolean>

/**
 * How much growth a program survives: halves in between a growth that ends well and one that does not. Every growth it
 * speaks of was simulated; there may be smaller ones that end badly, as spikes do not always meet a cycle alike.
 *
 * @param from a growth that is known to end well
 * @returns a share, 0.4 for 40 % more; MOST_GROWTH where no end was found
 */
export function* findGrowth(survives: Survives, from: number): Generator<Trial, number> {
  let good = from
  let bad: number | undefined
  while (bad === undefined) {
    const next: number = Math.min(MOST_GROWTH, Math.max(FIRST_STEP, 2 * good))
    if (!(yield* survives(next))) bad = next
    else if (next === MOST_GROWTH) return MOST_GROWTH
    else good = next
  }
  return yield* halve(survives, good, bad, CLOSE)
}

/** The part of the likely program’s growth that all allowed programs survive. @param from a growth that they are known to survive */
export function* findSureGrowth(survives: Survives, from: number, likely: number): Generator<Trial, number> {
  return likely <= from || (yield* survives(likely)) ? likely : yield* halve(survives, from, likely, CLOSE_OF_ALL)
}

function* halve(survives: Survives, from: number, to: number, close: number): Generator<Trial, number> {
  let [good, bad] = [from, to]
  while (bad - good > close * (1 + good)) {
    const middle = (good + bad) / 2
    if (yield* survives(middle)) good = middle
    else bad = middle
  }
  return good
}
