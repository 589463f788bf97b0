import type { Run } from './run.ts'

/*
 * The CPU quota of a container, as Linux enforces it (CFS bandwidth control, cpu.max): in each period all its threads
 * together may use quota × period of CPU time; when that is used up, they all stand still until the period ends. What
 * is not used is lost. Which thread it is for is all the same: dedicated workers and idle marking use it up too.
 */

/** Seconds: what Kubernetes and Docker set, the kernel's default (cpu.cfs_period_us). */
const PERIOD = 0.1
/** Budgets below this share of a period's are rounding. */
const NOTHING = 1e-9

/** A quota comes into force, or another one. */
export function setQuota(run: Run, cpus: number): void {
  if (cpus === run.quota) return
  run.quota = cpus
  run.periodEnd = run.wall
  renewBudget(run)
}

/** A period begins. */
export function renewBudget(run: Run): void {
  run.periodEnd += PERIOD
  run.budget = run.quota * PERIOD
}

/**
 * Wall seconds until the budget is used up, under the present division of the CPUs: in this period, or in the next one
 * where they use more than the quota.
 */
export function secondsToThrottle({ quota, budget, periodEnd, wall, division: by }: Run): number {
  if (quota === Infinity) return Infinity
  const cpus = by.mutator + by.assist + by.background + by.idleMark
  const left = Math.max(0, periodEnd - wall)
  if (cpus > 0 && budget < cpus * left) return Math.max(0, budget) / cpus
  return cpus > quota ? left + (quota * PERIOD) / cpus : Infinity
}

/** So many CPUs were used for so long, up to now. @returns whether that was all that the period had */
export function spendBudget(run: Run, cpus: number, seconds: number): boolean {
  const { wall, quota } = run
  let lasted = seconds
  if (wall >= run.periodEnd) {
    // What whole periods have not used is lost.
    run.periodEnd += Math.floor((wall - run.periodEnd) / PERIOD) * PERIOD
    lasted = Math.max(0, Math.min(seconds, wall - run.periodEnd))
    renewBudget(run)
  }
  run.budget -= cpus * lasted
  return run.budget <= NOTHING * quota * PERIOD && run.periodEnd > wall
}
