import type { RunResult } from '../../model/result.ts'
import { sumOf } from '../../numbers.ts'
import { leastQuota } from '../../prediction/busy.ts'
import { heapAllowed } from '../../prediction/heap-allowed.ts'
import { busyCpus } from '../../scenario/pace.ts'
import type { Scenario } from '../../scenario/types.ts'
import { GIB, limitBytes } from '../../units.ts'

/** What a month of one core and of one GiB costs, in dollars or any one currency. */
export interface Prices {
  readonly core: number
  readonly gib: number
}

/** Public clouds on demand, in dollars (AWS Fargate, us-east-1, x86: 0.04048 and 0.004445 an hour). */
export const TYPICAL_PRICES: Prices = { core: 30, gib: 3.2 }

/** A simpler setting may cost up to this many times as much as the cheapest. */
export const CLOSE_COST = 1.1
/** Nobody notices a price that is higher by this factor. Both factors may come together. */
export const UNNOTICED = 1.03

export interface Cost {
  /** CPUs of program and collector together; more than there are, where GC takes CPU time from the program’s work. */
  readonly cores: number
  /** The memory to reserve: the container's or, without one, the most that may be in use. */
  readonly reservedBytes: number
  /** GiB reserved, multiplied by elapsed time / elapsed time without GC. */
  readonly gib: number
  readonly perMonth: number
}

/**
 * We divide CPU time and reserved memory by the time that the same work takes without GC: if GC slows a program down, it
 * pays for its memory longer.
 * @param freeSeconds elapsed seconds of the run with GOGC=off and no limits
 */
export function toCost(
  { scenario, result }: { readonly scenario: Scenario; readonly result: RunResult },
  reservedBytes: number,
  freeSeconds: number,
  prices: Prices,
): Cost {
  const perSecond = freeSeconds > 0 ? 1 / freeSeconds : 0
  const cores = (workSeconds(scenario, result) + result.gcSeconds) * perSecond
  const gib = (reservedBytes / GIB) * (freeSeconds > 0 ? result.wallSeconds * perSecond : 1)
  const perMonth = cores * prices.core + gib * prices.gib
  return { cores, reservedBytes, gib, perMonth }
}

/**
 * CPU-seconds of the program itself, with those that GC took from it. If it keeps its CPUs busy however fast it
 * allocates, the CPU time used is always the same, and GC would cost nothing. Where the number of CPUs changes during the
 * run, only the seconds that it got.
 */
function workSeconds(scenario: Scenario, { mutatorSeconds, wallSeconds }: RunResult): number {
  const { model, program, changes } = scenario
  const isSteady = changes.every(({ procs, cpuQuota }) => procs === undefined && cpuQuota === undefined)
  if (model !== 'runtime' || program.pace !== 'clock' || program.peakAllocRate === 0 || !isSteady) return mutatorSeconds
  const { phases } = program
  const seconds = sumOf(phases.map(({ duration }) => duration))
  const asked = sumOf(phases.map((phase) => Math.min(busyCpus(scenario, phase), leastQuota(scenario)) * phase.duration))
  // Late work makes the run longer, and is done by its end.
  return Math.max(mutatorSeconds, asked * Math.min(1, wallSeconds / seconds))
}

/**
 * The memory to reserve, in bytes: the container’s limit, else the most that the settings allow. By chance, the peak of
 * one run may lie far below.
 */
export function reservedFor(scenario: Scenario, result: RunResult): number {
  const container = limitBytes(scenario.containerLimit)
  if (container < Infinity) return container
  const { peakContainerBytes, peakMemoryBytes, peakHeapBytes } = result
  const allowed = heapAllowed(scenario, peakMemoryBytes - peakHeapBytes)
  return peakContainerBytes + Math.max(0, allowed - peakHeapBytes)
}
