import { largest } from '../../numbers.ts'
import type { Parameter } from '../../scenario/parameter.ts'
import { liveLevels } from '../../scenario/rates.ts'
import type { Scenario } from '../../scenario/types.ts'
import { GIB, limitBytes, quotaCpus } from '../../units.ts'

const OF_CPUS: readonly string[] = ['procs', 'cpuQuota', 'busyProcs']

/** The sliders of all sizes widen together, so that a limit can be dragged to any size that the heap needs. */
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

/** A power of two, in bytes, that is at least every limit and twice the largest live heap of the program. */
function scaleOf({ memoryLimit, containerLimit, program }: Scenario): number {
  const limits = [memoryLimit, containerLimit].map(limitBytes).filter(Number.isFinite)
  const needed = 2 * (largest(liveLevels(program)) + program.otherMemory) + program.outsideMemory
  return 2 ** Math.ceil(Math.log2(Math.max(1, needed, ...limits)))
}
