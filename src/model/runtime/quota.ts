import type { Run } from './run.ts'

/*
 * The CPU quota of a container, as Linux enforces it (CFS bandwidth control, cpu.max): in each period, all its threads
 * together may use quota × period of CPU time, then they stand still until it ends. Unused time is lost. A pause is
 * never cut short here: the next periods pay for what it used too much, as in the kernel (fair.c,
 * distribute_cfs_runtime).
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
  run.budget = 0
  renewBudget(run)
}

/** Begins the next period whose budget is not all needed to pay back what was used too much. @returns its start */
export function renewBudget(run: Run): number {
  const full = run.quota * PERIOD
  const debt = Math.max(0, -run.budget)
  const periods = Math.floor(debt / full)
  const start = run.periodEnd + periods * PERIOD
  run.periodEnd = start + PERIOD
  run.budget = (periods + 1) * full - debt
  return start
}

/** Wall seconds until the budget is used up: in this period, or in the next one if the CPUs use more than the quota. */
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
  const full = quota * PERIOD
  let lasted = seconds
  if (wall >= run.periodEnd) {
    const late = wall - run.periodEnd
    const periods = Math.floor(late / PERIOD)
    lasted = late - periods * PERIOD
    // What the old period and whole periods have not used is lost; what they used too much is paid back.
    run.budget = Math.min(0, run.budget - cpus * (seconds - late)) + full
    run.budget = Math.min(full, run.budget + periods * (full - cpus * PERIOD))
    run.periodEnd += (periods + 1) * PERIOD
  }
  run.budget -= cpus * lasted
  return run.budget <= NOTHING * full && run.periodEnd > wall
}
