import type { Setting } from '../charts/map/map-chart.ts'
import type { Scenario } from '../scenario/types.ts'
import { gogcPercent, limitBytes, toGcPercent, toLimit } from '../units.ts'
import type { Patch } from './state.ts'

/** A scenario with some settings changed: those of the scenario itself, and those of its program. */
export function withPatch(scenario: Scenario, patch: Patch): Scenario {
  const entries = Object.entries(patch)
  const own = entries.filter(([key]) => key in scenario)
  const program = entries.filter(([key]) => !(key in scenario))
  if (program.length === 0) return { ...scenario, ...Object.fromEntries(own) }
  return { ...scenario, ...Object.fromEntries(own), program: { ...scenario.program, ...Object.fromEntries(program) } }
}

export function settingOf({ gogc, memoryLimit }: Scenario): Setting {
  return { gogc: gogcPercent(gogc), memoryLimit: limitBytes(memoryLimit) }
}

/** The change that sets GOGC, GOMEMLIMIT or both, as the sliders make it. */
export function toPatch({ gogc, memoryLimit }: Partial<Setting>): Patch {
  return {
    ...(gogc !== undefined && { gogc: toGcPercent(gogc) }),
    ...(memoryLimit !== undefined && { memoryLimit: toLimit(memoryLimit) }),
  }
}
