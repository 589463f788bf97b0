import type { Scenario } from '../../scenario/types.ts'
import { toGcPercent, toLimit } from '../../units.ts'

/**
 * The scenario with these initial settings, as the sliders set them; its changes during the run stay.
 *
 * @param gogc percent; Infinity: off
 * @param memoryLimit bytes; Infinity: off
 */
export function withInitial(scenario: Scenario, gogc: number, memoryLimit: number): Scenario {
  return { ...scenario, gogc: toGcPercent(gogc), memoryLimit: toLimit(memoryLimit) }
}
