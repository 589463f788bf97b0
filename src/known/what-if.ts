import { allowanceOf } from '../calibration/allowance.ts'
import type { Calibration } from '../calibration/calibrate.ts'
import { leavesCpuIdle, type ModelRun, mayBeJob } from '../calibration/fit/model-run.ts'
import { markNoise } from '../calibration/shape/workload.ts'
import { type Ensemble, type Prediction, type Search, searchEnsemble } from '../prediction/predict.ts'
import type { Phase, Scenario } from '../scenario/types.ts'
import { type Settings, underSettings } from '../scenario/under-settings.ts'

/** Other settings, and another duration. What is left out stays as it was. */
export interface WhatIfSettings extends Settings {
  /** Wall seconds of the workload; the log's own by default. */
  readonly durationSeconds?: number
}

/** Predicts the program under other settings, for callers that run the search in slices. */
export function searchWhatIf(calibration: Calibration, settings: WhatIfSettings): Search<Prediction> {
  return searchEnsemble(ensembleUnder(calibration, settings), (scenario) => scenario)
}

/**
 * All programs that fit the log, with `settings` applied. The caller runs them under further settings.
 * @param isMeasured whether memory outside the heap is known; the caller then gives it to the programs
 */
export function ensembleUnder({ fitted }: Calibration, settings: WhatIfSettings = {}, isMeasured = false): Ensemble {
  const { workload, members, run } = fitted
  const facts = {
    mayBeJob: mayBeJob(workload),
    leavesCpuIdle: leavesCpuIdle(workload),
    isUnderLimit: run.scenario.memoryLimit.kind !== 'off',
    noise: markNoise(workload.series),
    isMeasured,
  }
  return {
    candidates: members.map((one) => ({ weight: one.weight, scenario: runUnder(one.run, settings) })),
    allowanceOf: (scenario) => allowanceOf(scenario, facts),
  }
}

/** The likely program under other settings. */
export function likelyUnder({ fitted }: Calibration, settings: WhatIfSettings): Scenario {
  return runUnder(fitted.run, settings)
}

function runUnder(run: ModelRun, settings: WhatIfSettings): Scenario {
  const { durationSeconds } = settings
  const scenario = underSettings(run.scenario, settings)
  const phases = durationSeconds === undefined ? scenario.program.phases : fitDuration(run, durationSeconds)
  const end = phases.reduce((sum, { duration }) => sum + duration, 0)
  return {
    ...scenario,
    program: { ...scenario.program, phases },
    changes: scenario.changes.filter(({ at }) => at < end),
  }
}

/**
 * The phases for this many wall seconds. If the log is longer, we cut off the rest. If it is shorter, the last phase
 * goes on if its heap had settled; a job ends with its work, and does nothing more.
 */
function fitDuration({ pieces, scenario }: ModelRun, seconds: number): Phase[] {
  const { phases } = scenario.program
  const kept: Phase[] = []
  for (const [i, phase] of phases.entries()) {
    const piece = pieces[i]
    if (!piece || piece.from >= seconds) break
    const share = Math.min(1, (seconds - piece.from) / (piece.to - piece.from))
    // A shorter part of a phase has the same share of its deaths.
    kept.push({ ...phase, duration: phase.duration * share, oldDeathRate: phase.oldDeathRate * share })
  }
  const last = kept.at(-1)
  const end = pieces.at(-1)?.to ?? 0
  if (last?.dropsLate && seconds > end) {
    const { newSurvivalRate: _n, oldDeathRate: _o, ...steady } = last
    kept.push({ ...steady, duration: seconds - end, newSurvivalRate: 0, oldDeathRate: 0 })
  }
  return kept
}
