import { largest } from '../../numbers.ts'
import type { Parameter } from '../../scenario/parameter.ts'
import { liveLevels } from '../../scenario/rates.ts'
import type { Scenario } from '../../scenario/types.ts'
import { GIB, limitBytes, quotaCpus } from '../../units.ts'

const OF_CPUS: readonly string[] = ['procs', 'cpuQuota', 'busyProcs']

/** The sliders of all sizes widen together, so that a limit can be dragged to any size that the heap needs. */
export function reachOf({ key, kind, slider, max }: Parameter, scenario: Scenario): number {
  const { procs, cpuQuota, memoryLimit, containerLimit, program } = scenario
  const usual = slider?.max ?? 0
  if (OF_CPUS.includes(key)) return largestFinite([procs, program.busyProcs, quotaCpus(cpuQuota)], usual)
  if (!kind.startsWith('size')) return usual
  // A power of two that is at least every limit and twice the largest live heap of the program.
  const needed = 2 * (largest(liveLevels(program)) + program.otherMemory) + program.outsideMemory
  const scale = 2 ** Math.ceil(Math.log2(largestFinite([memoryLimit, containerLimit].map(limitBytes), needed)))
  return Math.min(max, Math.max(usual, Math.min(scale, usual * (scale / GIB))))
}

function largestFinite(values: readonly number[], least: number): number {
  return largest(values.filter(Number.isFinite), least)
}
