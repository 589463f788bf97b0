import type { Program, Scenario, Settings } from '../scenario/types.ts'
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
