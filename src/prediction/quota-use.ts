import type { RunResult } from '../model/result.ts'
import type { Scenario } from '../scenario/types.ts'
import { quotaCpus } from '../units.ts'

/**
 * The CPU time that a run takes, as a share of what its smallest CPU quota offers; 0 without a quota, and under one that
 * allows as many CPUs as GOMAXPROCS.
 */
export function quotaUse({ totalSeconds, wallSeconds }: RunResult, { procs, cpuQuota, changes }: Scenario): number {
  const quotas = [cpuQuota, ...changes.flatMap((change) => change.cpuQuota ?? [])].map(quotaCpus)
  const least = Math.min(...quotas)
  return least < procs && wallSeconds > 0 ? totalSeconds / (least * wallSeconds) : 0
}
