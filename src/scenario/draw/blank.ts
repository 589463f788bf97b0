import { MIB } from '../../units.ts'
import type { Scenario } from '../types.ts'
import { SCENARIO_VERSION, validateScenario } from '../validate.ts'

/**
 * An empty sheet: ten seconds, 20 MiB live throughout, 20 MiB of garbage per second. New programs are taken for services,
 * which requests drive by the clock; the guide model does not ask.
 */
const BLANK = {
  version: SCENARIO_VERSION,
  title: 'My program',
  program: { pace: 'clock', initialLive: 20 * MIB, phases: [{ duration: 10, allocRate: 20 * MIB }] },
}

/** A plain program to draw on, under the settings that are in force. */
export function blankScenario(settings: Scenario): Scenario {
  const blank = validateScenario(BLANK)
  if (!blank.ok) throw new Error(JSON.stringify(blank.problems))
  const { gogc, memoryLimit, containerLimit, cpuLimiter, procs, model } = settings
  return { ...blank.value, gogc, memoryLimit, containerLimit, cpuLimiter, procs, model }
}
