import type { Scenario } from '../../../scenario/types.ts'
import { SCENARIO_VERSION, validateScenario } from '../../../scenario/validate.ts'
import { MIB } from '../../../units.ts'

/**
 * In the runtime model it is a service, which requests drive by the clock. The GC CPU limit is on, as in every real
 * program; in JSON, the guide model's default is off, for its published figures.
 */
const BLANK = {
  version: SCENARIO_VERSION,
  title: 'My program',
  cpuLimiter: true,
  program: { pace: 'clock', initialLive: 20 * MIB, phases: [{ duration: 10, allocRate: 20 * MIB }] },
}

export function blankScenario(settings: Scenario): Scenario {
  const blank = validateScenario(BLANK)
  if (!blank.ok) throw new Error(JSON.stringify(blank.problems))
  const { gogc, memoryLimit, containerLimit, procs, model } = settings
  return { ...blank.value, gogc, memoryLimit, containerLimit, procs, model }
}
