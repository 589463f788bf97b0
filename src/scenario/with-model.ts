import type { GcPercent } from '../units.ts'
import type { ModelKind, Scenario } from './types.ts'

/** Whether a model has the GC CPU limit on by default: Go has it, the public guide's page does not. */
function limiterDefault(model: ModelKind): boolean {
  return model === 'runtime'
}

/**
 * The same experiment in the other model. If the GC CPU limit was the old model's default, it becomes the new model's;
 * GOGC is rounded for the runtime model.
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
