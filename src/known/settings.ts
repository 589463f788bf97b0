import type { WhatIfSettings } from '../calibration/what-if.ts'
import type { Scenario } from '../scenario/types.ts'

/** The known program under other settings; how long it runs is the program’s own. */
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
