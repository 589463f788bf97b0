import type { WhatIfSettings } from '../calibration/what-if.ts'
import type { Scenario } from '../scenario/types.ts'

/** The known program under other settings, for as long as the program itself runs. */
export function withSettings(scenario: Scenario, settings: WhatIfSettings): Scenario {
  const { gogc, memoryLimit, containerLimit, procs } = settings
  return {
    ...scenario,
    gogc: gogc ?? scenario.gogc,
    memoryLimit: memoryLimit ?? scenario.memoryLimit,
    containerLimit: containerLimit ?? scenario.containerLimit,
    procs: procs ?? scenario.procs,
  }
}
