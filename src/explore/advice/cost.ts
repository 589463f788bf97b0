import type { RunResult } from '../../model/result.ts'
import { GIB } from '../../units.ts'

/** What a month of one core and of one GiB costs, in whatever currency. */
export interface Prices {
  readonly core: number
  readonly gib: number
}

/** About what public clouds ask on demand, in dollars (AWS Fargate, us-east-1, x86: 0.04048 and 0.004445 an hour). */
export const TYPICAL_PRICES: Prices = { core: 30, gib: 3.2 }

/** The resources that the same work occupies. */
export interface Cost {
  /** CPUs of program and collector together, and of the collector alone. */
  readonly cores: number
  readonly gcCores: number
  readonly gib: number
  readonly perMonth: number
}

/**
 * What a run costs: its CPU time and its memory (the container's, or the peak where there is no container). Memory is
 * paid for as long as the run takes. Both are divided by the time that the same work takes without any limit: if GC
 * slows a program down, the program pays for its memory longer.
 *
 * @param containerBytes Infinity for none
 * @param freeSeconds elapsed seconds of the run without limits
 */
export function toCost(result: RunResult, containerBytes: number, freeSeconds: number, prices: Prices): Cost {
  const bytes = Number.isFinite(containerBytes) ? containerBytes : result.peakContainerBytes
  const perSecond = freeSeconds > 0 ? 1 / freeSeconds : 0
  const cores = result.totalSeconds * perSecond
  const gib = (bytes / GIB) * (freeSeconds > 0 ? result.wallSeconds * perSecond : 1)
  const perMonth = cores * prices.core + gib * prices.gib
  return { cores, gcCores: result.gcSeconds * perSecond, gib, perMonth }
}
