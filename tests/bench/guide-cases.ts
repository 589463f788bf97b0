import { SPIKE } from '../../src/scenario/presets/workloads.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB } from '../../src/units.ts'
import type { GuideConfig, GuideWork } from './guide-script.ts'

/** The spike workload, at a setting under which it takes about `cycles` cycles: for us, and for the guide's script. */
export interface GuideCase {
  readonly name: string
  readonly scenario: Scenario
  readonly workload: readonly GuideWork[]
  readonly config: GuideConfig
}

/**
 * Under a limit far below the live heap, each cycle lets 1/16 MiB be allocated: 10 s at 20 MiB/s are 3,200 cycles less
 * those of the start. A faster program takes more.
 */
export const GUIDE_CASES: readonly GuideCase[] = [
  createCase('GOGC=100', 100, Number.POSITIVE_INFINITY, 1),
  createCase('25 MiB', Number.POSITIVE_INFINITY, 25, 1),
  createCase('1 MiB', Number.POSITIVE_INFINITY, 1, 1),
  createCase('1 MiB, 10 × rate', Number.POSITIVE_INFINITY, 1, 10),
  createCase('1 MiB, 31.4 × rate', Number.POSITIVE_INFINITY, 1, 31.4),
]

function createCase(name: string, gogc: number, limitMib: number, faster: number): GuideCase {
  const offOr = (value: number, unit: number) => (value === Number.POSITIVE_INFINITY ? 'off' : value * unit)
  const phases = SPIKE.phases.map((phase) => ({ ...phase, allocRate: 20 * MIB * faster }))
  const scenario = validateScenario({
    version: 1,
    gogc: offOr(gogc, 1),
    memoryLimit: offOr(limitMib, MIB),
    program: { ...SPIKE, phases },
  })
  if (!scenario.ok) throw new Error(`${name}: ${JSON.stringify(scenario.problems)}`)
  return {
    name,
    scenario: scenario.value,
    workload: scenario.value.program.phases.map((phase) => ({
      ...phase,
      allocRate: phase.allocRate / MIB,
      scanRate: phase.scanRate / MIB,
    })),
    config: { otherMem: 0, GOGC: gogc, memoryLimit: limitMib, fixedCost: SPIKE.fixedCost },
  }
}
