import type { CpuQuota, GcPercent, Limit } from '../units.ts'
import { procsForQuota } from './procs-for-quota.ts'
import type { Scenario } from './types.ts'

/** Other settings of a program, from its start on. A setting that is left out stays as it was. */
export interface Settings {
  readonly gogc?: GcPercent
  readonly memoryLimit?: Limit
  readonly containerLimit?: Limit
  readonly procs?: number
  /** If `procs` is not given, GOMAXPROCS is what Go chooses under this quota, but no more than it was. */
  readonly cpuQuota?: CpuQuota
}

/** The same program under other settings. Changes during the run stay. */
export function underSettings(scenario: Scenario, settings: Settings): Scenario {
  const { gogc, memoryLimit, containerLimit, cpuQuota } = settings
  const offered = cpuQuota?.kind === 'cpus' ? procsForQuota(cpuQuota.cpus, scenario.procs) : scenario.procs
  return {
    ...scenario,
    gogc: gogc ?? scenario.gogc,
    memoryLimit: memoryLimit ?? scenario.memoryLimit,
    containerLimit: containerLimit ?? scenario.containerLimit,
    procs: settings.procs ?? offered,
    cpuQuota: cpuQuota ?? scenario.cpuQuota,
  }
}
