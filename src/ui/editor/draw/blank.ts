import type { Scenario } from '../../../scenario/types.ts'
import { SCENARIO_VERSION, validateScenario } from '../../../scenario/validate.ts'
import { MIB } from '../../../units.ts'

/**
 * An empty sheet: ten seconds, 20 MiB live throughout, 20 MiB of garbage per second. New programs are taken for services,
 * which requests drive by the clock; the guide model does not ask. The GC CPU limit is on, as in every real program:
 * that the JSON's default is another one for the guide model is for its published figures.
 */
const BLANK = {
  version: SCENARIO_VERSION,
  title: 'My program',
  cpuLimiter: true,
  program: { pace: 'clock', initialLive: 20 * MIB, phases: [{ duration: 10, allocRate: 20 * MIB }] },
}

/** A plain program to draw on, under the settings that are in force. */
export function blankScenario(settings: Scenario): Scenario {
  const blank = validateScenario(BLANK)
  if (!blank.ok) throw new Error(JSON.stringify(blank.problems))
  const { gogc, memoryLimit, containerLimit, procs, model } = settings
  return { ...blank.value, gogc, memoryLimit, containerLimit, procs, model }
}
