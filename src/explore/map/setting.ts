import type { Scenario } from '../../scenario/types.ts'
import { OFF, toLimit } from '../../units.ts'

/**
 * The scenario begun with these settings, as the sliders set them; changes made while it runs stay.
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
