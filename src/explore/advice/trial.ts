import { withThrashing } from '../../known/measure/with-measured-figures.ts'
import { toDangers } from '../../model/judgement/dangers.ts'
import { factsOf } from '../../model/judgement/facts.ts'
import type { RunResult } from '../../model/result.ts'
import { simulateResult } from '../../model/simulate-result.ts'
import { type Circumstances, toEffectiveGogc, toVerdict, type Verdict } from '../../model/verdict.ts'
import type { Scenario } from '../../scenario/types.ts'
import { limitBytes } from '../../units.ts'

export interface Trial {
  readonly result: RunResult
  readonly verdict: Verdict
  /** The lowest effective GOGC of the cycles whose goal the memory limit set, in percent; null if it set none. */
  readonly effectiveGogc: number | null
  readonly isLimitIdle: boolean
  /** Elapsed seconds up to the end of the last completed cycle; 0 if there is none. */
  readonly collectedSeconds: number
  /** Whether the memory limit leaves no room above the live heap in most cycles, so that cycles run back to back. */
  readonly isSqueezed: boolean
  /** Whether less than 5 % of its container, or of the machine, is free at its peak, so that it could be killed. */
  readonly isFull: boolean
}

/** The remaining budget of a search, which ends even if its runs are long; and the circumstances of its verdicts. */
export interface Budget {
  /** GC cycles that may still be simulated. At zero or below, the search is incomplete. */
  cyclesLeft: number
  readonly circumstances: Circumstances
}

/** GC cycles of all runs of one search together: some three seconds. */
export const MAX_CYCLES_OF_ALL = 1_000_000
/** The fixed cost of a run, in cycles. */
const CYCLES_PER_RUN = 10
/** A run is stopped after this many: it takes too long, or GC takes far more CPU than anyone would accept. */
const MAX_CYCLES = 20_000
/** The largest number of steps of a run, since a cycle may take many: a third of a second. */
const MAX_STEPS = 1_000_000

export function createBudget(cyclesLeft = MAX_CYCLES_OF_ALL, circumstances: Circumstances = {}): Budget {
  return { cyclesLeft, circumstances }
}

/**
 * Simulates a scenario, and yields once so that a page can pause between runs. Stops early if the budget is spent.
 * @param thrashing share of the elapsed time in which a log under the same settings shows that the program thrashes
 */
export function* tryRun(budget: Budget, scenario: Scenario, thrashing = 0): Generator<Trial, Trial> {
  const maxCycles = Math.max(1, Math.min(MAX_CYCLES, budget.cyclesLeft))
  const run = withThrashing(simulateResult(scenario, { maxCycles, maxSteps: MAX_STEPS }), thrashing)
  budget.cyclesLeft -= run.result.cycles + CYCLES_PER_RUN
  const effectiveGogc = toEffectiveGogc(run)
  const verdict = toVerdict(run, budget.circumstances)
  const { rules, effort } = factsOf(run)
  const isSqueezed = 2 * rules.belowLive > rules.cycles
  const { collectedSeconds } = effort
  const isFull = toDangers(run, budget.circumstances).includes('could-be-killed')
  const isLimitIdle = (run.limitNeed ?? Infinity) <= limitBytes(scenario.memoryLimit)
  const trial = { result: run.result, verdict, effectiveGogc, isLimitIdle, collectedSeconds, isSqueezed, isFull }
  yield trial
  return trial
}

/**
 * Completed, neither killed nor thrashing, memory within the limit. Where nothing can start a cycle, a run survives
 * only because the program ends.
 */
export function isSound({ verdict }: Pick<Trial, 'verdict'>): boolean {
  return verdict.kind === 'healthy' || verdict.kind === 'tight'
}

/**
 * The run’s end cuts off the next cycle, so that up to 1/n of the CPU time of n cycles is missing. GC may take a
 * quarter of the CPU (USUAL_DEMAND). With three cycles the missing part is less than the tenth of the price that counts
 * as close (CLOSE_COST); with two it is more.
 */
const LEAST_CYCLES = 3

/** The largest share of a run that may follow its last cycle. */
const LONGEST_REST = 0.5

/**
 * Whether a run is long enough to judge a setting. If GC starts hardly any cycle, or all came early, the run ends
 * before the heap has filled the room that the setting allows: then GC costs next to nothing under any setting. Forced
 * cycles do not count: they come under every setting.
 */
export function isLongEnough({ result, collectedSeconds }: Trial): boolean {
  return result.cycles >= LEAST_CYCLES && result.wallSeconds - collectedSeconds <= LONGEST_REST * result.wallSeconds
}
