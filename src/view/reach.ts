import { largest } from '../numbers.ts'
import type { Parameter } from '../scenario/parameter.ts'
import { liveLevels } from '../scenario/rates.ts'
import type { Scenario } from '../scenario/types.ts'
import { GIB, limitBytes, quotaCpus } from '../units.ts'

const OF_CPUS: readonly string[] = ['procs', 'cpuQuota', 'busyProcs']

/**
 * How far a setting's slider reaches in this scenario: its usual range, or as far as the program and its machine are
 * large. Sizes grow together, so that a limit can be dragged to wherever the heap of this program needs it.
 */
export function reachOf({ key, kind, slider, max }: Parameter, scenario: Scenario): number {
  const usual = slider?.max ?? 0
  if (OF_CPUS.includes(key)) {
    const quota = quotaCpus(scenario.cpuQuota)
    return Math.max(usual, scenario.procs, scenario.program.busyProcs, Number.isFinite(quota) ? quota : 0)
  }
  if (!kind.startsWith('size')) return usual
  const scale = scaleOf(scenario)
  return scale > GIB ? Math.min(max, Math.max(usual, Math.min(scale, usual * (scale / GIB)))) : usual
}

/** A power of two of bytes that holds every limit, and the program's largest live heap twice. */
function scaleOf({ memoryLimit, containerLimit, program }: Scenario): number {
  const limits = [memoryLimit, containerLimit].map(limitBytes).filter(Number.isFinite)
  const needed = 2 * (largest(liveLevels(program)) + program.otherMemory) + program.outsideMemory
  return 2 ** Math.ceil(Math.log2(Math.max(1, needed, ...limits)))
}
