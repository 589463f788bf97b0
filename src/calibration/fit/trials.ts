import { simulate } from '../../model/simulate.ts'
import type { Trace } from '../../model/trace.ts'
import type { Scenario } from '../../scenario/types.ts'
import { simulatedFigures } from './figures.ts'

/**
 * A search that simulates one program after another, and halts after each: so that whoever runs it can let others have a
 * turn, or give it up. It yields the number of programs tried so far.
 */
export type Search<T> = Generator<number, T, void>

/** Runs a search to its end, without a pause. */
export function finish<T>(search: Search<T>): T {
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
  }
}

/** What simulating a second of marking costs, in cycles: the assist ratio and fractional workers take turns within it. */
const CYCLES_PER_MARK_SECOND = 60
/** Cycles that all trials of a search together may come to: some seconds. */
const MOST_WORK = 1_500_000
/** Steps of the model that one of them may take: a run that marks all the time takes thousands per cycle. */
const MOST_STEPS = 10_000_000
/** Far more cycles than the log has, and the run is stopped: it is not this program any more. */
const ENOUGH_CYCLES = 50

/** The simulations of one search, for a log of so many cycles. */
export class Trials {
  readonly mostCycles: number
  private readonly mostWork: number
  private made = 0
  private work = 0

  constructor(count: number, mostWork = MOST_WORK) {
    this.mostCycles = 2 * count + ENOUGH_CYCLES
    this.mostWork = mostWork
  }

  /** Whether no more should be tried: what has been found so far has to do. */
  get isSpent(): boolean {
    return this.work >= this.mostWork
  }

  *simulate(scenario: Scenario): Search<Trace> {
    const trace = simulate(scenario, { maxCycles: this.mostCycles, maxSteps: MOST_STEPS })
    const { cycles, markSeconds } = simulatedFigures(trace)
    this.work += cycles + CYCLES_PER_MARK_SECOND * markSeconds
    yield ++this.made
    return trace
  }

  /** Tries one after another, until all of them were, or what was found is enough, or no more should be tried. */
  *each<A, T>(list: readonly A[], attempt: (item: A) => Search<T>, isEnough = (_: T) => false): Search<T[]> {
    const made: T[] = []
    for (const item of list) {
      if (this.isSpent) break
      const one = yield* attempt(item)
      made.push(one)
      if (isEnough(one)) break
    }
    return made
  }
}
