import type { GcPercent } from '../units.ts'
import type { ModelKind, Scenario } from './types.ts'

/** Whether a model has the GC CPU limit on unless told otherwise: Go does, the public guide's page does not. */
function limiterDefault(model: ModelKind): boolean {
  return model === 'runtime'
}

/**
 * The same experiment in the other model. A GC CPU limit that stood as its model has it by default follows the new
 * model's default; GOGC becomes whole where the model wants it so.
 */
export function withModel(scenario: Scenario, model: ModelKind): Scenario {
  if (scenario.model === model) return scenario
  const isDefault = scenario.cpuLimiter === limiterDefault(scenario.model)
  return {
    ...scenario,
    model,
    cpuLimiter: isDefault ? limiterDefault(model) : scenario.cpuLimiter,
    gogc: model === 'runtime' ? toWhole(scenario.gogc) : scenario.gogc,
    changes:
      model === 'runtime'
        ? scenario.changes.map((change) => (change.gogc ? { ...change, gogc: toWhole(change.gogc) } : change))
        : scenario.changes,
  }
}

function toWhole(gogc: GcPercent): GcPercent {
  return gogc.kind === 'percent' ? { kind: 'percent', percent: Math.round(gogc.percent) } : gogc
}
