import { noteBend, pass, share } from './advance.ts'
import { isCallerSweeping, isFree } from './calls.ts'
import { startCycle } from './cycle.ts'
import { secondsToKill } from './memory.ts'
import { demand, secondsLeft } from './mutator.ts'
import { triggerHeap } from './planning.ts'
import { secondsToThrottle } from './quota.ts'
import type { Run } from './run.ts'

/** Go 1.26 proc.go: forcegcperiod, nanoseconds → seconds. Only after a first cycle, and not with GOGC=off. */
const PERIODIC_SECONDS = 120
/**
 * Seconds. A phase this short is one large object: Go checks the trigger after it (Go 1.26 malloc.go, mallocgcLarge).
 */
export const AT_ONCE_SECONDS = 1e-4

/** One stretch between two cycles: until the next cycle is due, or the program's own state changes. */
export function passBetween(run: Run): void {
  const isAtOnce = run.phase.duration <= AT_ONCE_SECONDS
  const trigger = isAtOnce ? Infinity : triggerHeap(run)
  // Go checks the trigger only where it allocates (Go 1.26 malloc.go), so a lower goal alone starts no cycle.
  const due = run.tempo.allocPerUnit > 0 || run.isUnchecked ? trigger : Infinity
  run.isUnchecked = isAtOnce || (run.isUnchecked && run.heap >= due)
  const isSwept = run.sweepLeft <= 0
  if (run.heap >= due && isSwept) {
    startCycle(run, 'heap')
    return
  }
  if (due - run.heap <= 1 && !isSwept) {
    sweepTheRest(run)
    return
  }
  divide(run, due)
  const { speed } = run.division
  const growth = speed * run.tempo.allocPerUnit
  let seconds = secondsLeft(run, speed)
  if (growth > 0) seconds = Math.min(seconds, (due - run.heap) / growth, secondsToKill(run, growth))
  seconds = Math.min(seconds, secondsToThrottle(run))
  if (isCallerSweeping(run)) seconds = Math.min(seconds, run.sweepLeft / sweepSpeed(run))
  if (run.ended) return
  const periodic = periodicSeconds(run)
  if (periodic <= seconds) {
    noteBend(run, growth, periodic)
    pass(run, periodic)
    sweep(run, Infinity)
    if (!run.ended) startCycle(run, 'timer')
    return
  }
  const heapBefore = run.heap
  noteBend(run, growth, seconds)
  pass(run, seconds)
  if (isCallerSweeping(run)) sweepByCaller(run, seconds)
  sweep(run, (run.heap - heapBefore) / (due - heapBefore))
  // The trigger is reached exactly: a rest due to rounding would need another step for nothing.
  if (run.heap < due && due - run.heap < 1e-9 * due) run.heap = due
}

export function startForced(run: Run): void {
  if (run.sweepLeft > 0) sweepTheRest(run)
  if (run.sweepLeft > 0) return
  triggerHeap(run)
  if (!run.ended) startCycle(run, isFree(run) ? 'free' : 'call')
}

/** Divides the CPUs: the program has all that it wants. Sweeping the last cycle's garbage is part of allocating. */
function divide(run: Run, due: number): void {
  const { tempo } = run
  const caller = isCallerSweeping(run) ? 1 : 0
  const cpus = Math.min(tempo.cpus, run.procs - caller)
  const perUnit = 1 / tempo.perCpu + sweepCost(run, due)
  const speed = Math.min(demand(run), cpus / perUnit)
  share(run, speed, caller + (tempo.isSpinning ? cpus : speed * perUnit), 0, 0, 0)
}

/**
 * CPU-seconds per unit of work. All garbage is swept as the heap reaches the trigger (mgcsweep.go, deductSweepCredit).
 */
function sweepCost(run: Run, due: number): number {
  return (run.tempo.allocPerUnit * (run.sweepLeft / (due - run.heap))) / sweepSpeed(run)
}

/** Bytes of heap that one CPU sweeps per second. */
function sweepSpeed({ program }: Run): number {
  return Math.max(program.sweepRate, 1)
}

/** A cycle is due, but the last one's garbage is not swept: allocating goroutines sweep it first (mgc.go, gcStart). */
function sweepTheRest(run: Run): void {
  const { tempo, calls } = run
  const cpus = Math.min(tempo.cpus + (calls.pending > 0 ? 1 : 0), run.procs)
  const seconds = run.sweepLeft / (sweepSpeed(run) * cpus)
  share(run, 0, cpus, 0, 0, 0)
  const part = Math.min(seconds, secondsToThrottle(run))
  pass(run, part)
  sweep(run, part < seconds ? part / seconds : Infinity)
}

/** Sweeps a rest due to rounding too: otherwise an ever smaller rest would remain for ever. */
function sweepByCaller(run: Run, seconds: number): void {
  const share = (seconds * sweepSpeed(run)) / run.sweepLeft
  sweep(run, share > 1 - 1e-9 ? 1 : share)
}

function sweep(run: Run, share: number): void {
  run.sweepLeft = share >= 1 ? 0 : run.sweepLeft * (1 - share)
}

function periodicSeconds(run: Run): number {
  if (!run.hasCycled || run.inForce.gogc.kind === 'off') return Infinity
  return Math.max(0, run.lastCycleWall + PERIODIC_SECONDS - run.wall)
}
