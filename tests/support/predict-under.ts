import type { Calibration } from '../../src/calibration/calibrate.ts'
import { type Evidence, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf, toAsked } from '../../src/known/scenario.ts'
import type { WhatIfSettings } from '../../src/known/what-if.ts'
import { finish } from '../../src/model/slices.ts'
import type { Prediction } from '../../src/prediction/prediction.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { underSettings } from '../../src/scenario/under-settings.ts'

/**
 * Predicts the program of a log alone under other settings, at once, as the page and the command line do.
 * @param typed values that the user gives
 */
export function predictUnder(
  calibration: Calibration,
  settings: WhatIfSettings = {},
  typed: Evidence['typed'] = {},
): Prediction {
  const known = toKnown({ runs: [], manifests: [], calibration, typed })
  const program = programOf(known, settings.durationSeconds)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const asked = toAsked(known, settings)
  const toScenario = (scenario: Scenario) => underSettings(scenario, asked)
  return finish(searchKnown(program.value, toScenario, settings.gogc !== undefined))
}
