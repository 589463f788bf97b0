import type { ModelKind, Program, Scenario, Settings } from '../scenario/types.ts'
import type { GcPercent } from '../units.ts'
import type { Patch } from './state.ts'

const SETTING_KEYS = ['gogc', 'memoryLimit', 'containerLimit', 'cpuLimiter', 'procs'] as const

/** A scenario with some settings changed; those of the program go where they belong. */
export function withPatch(scenario: Scenario, patch: Patch): Scenario {
  const settings: Record<string, unknown> = {}
  const program: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(patch)) {
    if ((SETTING_KEYS as readonly string[]).includes(key)) settings[key] = value
    else program[key] = value
  }
  return {
    ...scenario,
    ...(settings as Partial<Settings>),
    program:
      Object.keys(program).length > 0 ? { ...scenario.program, ...(program as Partial<Program>) } : scenario.program,
  }
}

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
