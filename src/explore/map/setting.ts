import type { Scenario } from '../../scenario/types.ts'
import { OFF, toLimit } from '../../units.ts'

/**
 * The scenario with these initial settings, as the sliders set them; its changes during the run stay.
 *
 * @param gogc percent; Infinity: off
 * @param memoryLimit bytes; Infinity: off
 */
export function withSetting(scenario: Scenario, gogc: number, memoryLimit: number): Scenario {
  return {
    ...scenario,
    gogc: Number.isFinite(gogc) ? { kind: 'percent', percent: gogc } : OFF,
    memoryLimit: toLimit(memoryLimit),
  }
}
