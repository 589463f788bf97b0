import type { RunResult } from '../../model/result.ts'
import { simulateResult } from '../../model/simulate-result.ts'
import { toEffectiveGogc, toVerdict, type Verdict } from '../../model/verdict.ts'
import type { Scenario } from '../../scenario/types.ts'

/** The outcome of one run, as the model judges it. */
export interface Trial {
  readonly result: RunResult
  readonly verdict: Verdict
  /** What GOGC amounts to where the limit sets the goal, in percent: the lowest of any cycle; null where it sets none. */
  readonly effectiveGogc: number | null
}

/** The remaining budget of a search, so that it ends however long its runs are. */
export interface Lab {
  /** GC cycles after which a run is given up: one that needs more is long, or far over any share that one would accept. */
  readonly maxCycles: number
  /** GC cycles that may still be simulated. Below zero, what was found is not the whole answer. */
  cyclesLeft: number
}

/** GC cycles of all runs of one search together: some three seconds. */
export const MAX_CYCLES_OF_ALL = 1_000_000
/** What a run costs besides its cycles, in cycles. */
const CYCLES_PER_RUN = 10
const MAX_CYCLES = 20_000
/** The same in steps, where a cycle takes many: a third of a second. */
const MAX_STEPS = 1_000_000

export function createLab(cyclesLeft = MAX_CYCLES_OF_ALL): Lab {
  return { maxCycles: MAX_CYCLES, cyclesLeft }
}

/** Simulates a scenario, and yields once so that a page can pause between two runs. Once the lab is spent a run is cut short. */
export function* tryRun(lab: Lab, scenario: Scenario): Generator<Trial, Trial> {
  const maxCycles = Math.max(1, Math.min(lab.maxCycles, lab.cyclesLeft))
  const run = simulateResult(scenario, { maxCycles, maxSteps: MAX_STEPS })
  lab.cyclesLeft -= run.result.cycles + CYCLES_PER_RUN
  const effectiveGogc = toEffectiveGogc(run)?.lowest ?? null
  const trial = { result: run.result, verdict: toVerdict(run), effectiveGogc }
  yield trial
  return trial
}

/**
 * Ends well: seen to its end, neither killed nor thrashing, its memory kept to the limit. A heap that nothing collects
 * ends well only because the program does: that is no setting to advise.
 */
export function isSound({ verdict }: Trial): boolean {
  return verdict.kind === 'healthy' || verdict.kind === 'tight'
}
