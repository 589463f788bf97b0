import type { Run } from './run.ts'

/*
 * The CPU quota of a container, as Linux enforces it (CFS bandwidth control, cpu.max): in each period, all its threads
 * together may use quota × period of CPU time. When that is used up, they all stand still until the period ends. Unused
 * time is lost. Every thread counts: dedicated workers and idle marking use up the quota too.
 */

/** The period in seconds: the kernel's default (cpu.cfs_period_us), which Kubernetes and Docker use. */
export const PERIOD = 0.1
/** Budgets below this share of a period's are rounding. */
const NOTHING = 1e-9

/** Puts a quota into force. If it differs from the present one, a new period begins. */
export function setQuota(run: Run, cpus: number): void {
  if (cpus === run.quota) return
  run.quota = cpus
  run.periodEnd = run.wall
  renewBudget(run)
}

/** Begins a period with a full budget. */
export function renewBudget(run: Run): void {
  run.periodEnd += PERIOD
  run.budget = run.quota * PERIOD
}

/**
 * Wall seconds until the budget is used up, under the present division of the CPUs: in this period, or in the next one
 * if they use more than the quota.
 */
export function secondsToThrottle({ quota, budget, periodEnd, wall, division: by }: Run): number {
  if (quota === Infinity) return Infinity
  const cpus = by.mutator + by.assist + by.background + by.idleMark
  const left = Math.max(0, periodEnd - wall)
  if (cpus > 0 && budget < cpus * left) return Math.max(0, budget) / cpus
  return cpus > quota ? left + (quota * PERIOD) / cpus : Infinity
}

/** Spends the budget of `cpus` CPUs for the last `seconds`. @returns whether the period's budget is used up */
export function spendBudget(run: Run, cpus: number, seconds: number): boolean {
  const { wall, quota } = run
  let lasted = seconds
  if (wall >= run.periodEnd) {
    // The budget that whole periods have not used is lost.
    run.periodEnd += Math.floor((wall - run.periodEnd) / PERIOD) * PERIOD
    lasted = Math.max(0, Math.min(seconds, wall - run.periodEnd))
    renewBudget(run)
  }
  run.budget -= cpus * lasted
  return run.budget <= NOTHING * quota * PERIOD && run.periodEnd > wall
}
