import { liveLevels } from '../scenario/rates.ts'
import type { Scenario } from '../scenario/types.ts'
import { MOST_GROWTH } from './advice-demand.ts'
import { isSound, type Lab, type Trial, tryRun } from './advice-trial.ts'

/** The bound is found to within this share of what it is. */
const CLOSE = 0.02
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

/**
 * How much growth a program survives: halves in between a growth that ends well and one that does not. Every growth it
 * speaks of was simulated; there may be smaller ones that end badly, as spikes do not always meet a cycle alike.
 *
 * @param from a growth that is known to end well
 * @returns a share, 0.4 for 40 % more; MOST_GROWTH where no end was found
 */
export function* findGrowth(lab: Lab, scenario: Scenario, from: number): Generator<Trial, number> {
  let good = from
  let bad: number | undefined
  while (bad === undefined) {
    const next: number = Math.min(MOST_GROWTH, Math.max(FIRST_STEP, 2 * good))
    if (!isSound(yield* tryRun(lab, grow(scenario, next)))) bad = next
    else if (next === MOST_GROWTH) return MOST_GROWTH
    else good = next
  }
  while (bad - good > CLOSE * (1 + good)) {
    const middle: number = (good + bad) / 2
    if (isSound(yield* tryRun(lab, grow(scenario, middle)))) good = middle
    else bad = middle
  }
  return good
}
