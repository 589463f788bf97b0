import { DEFAULT_HEAP_MINIMUM } from '../../model/runtime/pacer/constants.ts'
import { RUNWAY } from './infer-gogc.ts'
import { latest } from './ranged.ts'
import type { ProcessRun } from './timeline.ts'

/** With fewer cycles after its start, a dump shows no mean. */
const FEWEST_CYCLES = 8

/**
 * The mean live heap of a process since its start, in bytes, from one dump. The goal in a dump shows the live heap at
 * one moment, but the counters show the mean allocation per cycle. If GOGC sets the goals, that is most of GOGC/100
 * times the live heap.
 *
 * @param live the live heap when the dump was taken, in bytes
 * @param share GOGC/100
 * @returns undefined if the dump does not show it
 */
export function meanLive(run: ProcessRun, live: number, share: number): number | undefined {
  if (run.scrapes.length !== 1 || !(share > 0)) return undefined
  const last = latest(run.scrapes)
  // As the heap grows from the minimum to the live heap, each goal is 1 + share times the one before.
  const first = Math.log(Math.max(1, live / (DEFAULT_HEAP_MINIMUM * share))) / Math.log1p(share)
  const cycles = (last.get('cycles') ?? 0) - first
  const allocated = (last.get('allocTotal') ?? 0) - live
  return cycles >= FEWEST_CYCLES && allocated > 0 ? allocated / cycles / (RUNWAY.likely * share) : undefined
}
