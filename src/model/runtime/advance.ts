import { addGoal, addOffered, addPeriod, addStretch, spareOf, THRASHING_SHARE } from '../tally.ts'
import { GOAL_RULES, SET_BY } from '../trace.ts'
import { bucketFill, isLimiting, spend } from './cpu-limit.ts'
import {
  countedBytes,
  inUseBytes,
  nonHeapBytes,
  scavengeSeconds,
  secondsToRetained,
  settleMemory,
  toContainer,
} from './memory.ts'
import { endStopped } from './outcome.ts'
import { PERIOD, renewBudget, spendBudget } from './quota.ts'
import type { Run } from './run.ts'

/** Lets `seconds` of wall time pass under the present division of the CPUs. */
export function pass(run: Run, seconds: number): void {
  const { tempo, cycle, division: by } = run
  if (!Number.isFinite(seconds)) {
    endStopped(run, 'stopped: the program would never get any further')
    return
  }
  const units = by.speed * seconds
  const gc = (by.assist + by.background + by.idleMark) * seconds
  const wasLimiting = isLimiting(run)

  run.wall += seconds
  run.mutator += by.mutator * seconds
  run.gcSeconds += gc
  run.cpu += by.mutator * seconds + gc
  run.compulsory += (by.assist + by.background) * seconds
  run.offered += (run.procs - by.idleMark) * seconds
  run.idleMarked += by.idleMark * seconds
  cycle.assist += by.assist * seconds
  cycle.background += by.background * seconds
  cycle.idle += by.idleMark * seconds

  // The next boundary is reached exactly, without rounding.
  const before = run.done
  run.done = before + units > run.until - 1e-9 * units ? run.until : before + units
  run.ownTime += run.done - before
  const allocated = units * tempo.allocPerUnit
  run.heap += allocated
  if (!run.isMarking) run.freshScannable += allocated * scannableShare(run)
  run.reachable += units * (tempo.bornPerUnit - tempo.dyingPerUnit)
  if (run.reachable > run.heap) run.reachable = run.heap
  if (run.reachable < 0) run.reachable = 0
  if (run.reachable > run.spanPeak) run.spanPeak = run.reachable

  const scavenging = scavengeSeconds(run, allocated)
  spend(run, by.assist * seconds + (wasLimiting ? 0 : scavenging), (by.unused + by.idleMark) * seconds)
  if (wasLimiting) countLimited(run, seconds, scavenging > 0)
  settleMemory(run, seconds, allocated > 0 && !wasLimiting)
  if (run.quota < Infinity) drawQuota(run, seconds)
}

/** A bucket may stay full after the last cycle, where the limiter has nothing to keep back. */
function countLimited(run: Run, seconds: number, isScavenging: boolean): void {
  run.limiterSeconds += seconds
  if (run.isMarking || isScavenging) run.tally.limitedSeconds += seconds
}

/** Divides the CPUs for the next stretch: speed in units of work per second, then CPUs. The rest is unused. */
export function share(
  { division: by, procs }: Run,
  speed: number,
  mutator: number,
  assist: number,
  background: number,
  idleMark: number,
): void {
  by.speed = speed
  by.mutator = mutator
  by.assist = assist
  by.background = background
  by.idleMark = idleMark
  by.unused = Math.max(0, procs - mutator - assist - background - idleMark)
}

/** The share of new allocations that the pacer will expect to scan. */
function scannableShare(run: Run): number {
  const { program, phase } = run
  // While the pointer-free data is being built up, everything that survives belongs to it.
  const pointerFree = run.reachable < program.pointerFreeLive ? phase.newSurvivalRate : 0
  return (1 - pointerFree) * program.scannableShare
}

/** Seconds. */
const ROUNDING = 1e-9

/** Uses the quota. If the budget of the period is used up, the container stands still until the period ends. */
function drawQuota(run: Run, seconds: number): void {
  const { division: by } = run
  if (!spendBudget(run, by.mutator + by.assist + by.background + by.idleMark, seconds)) return
  if (run.recorder.isDetailed) note(run)
  const stopped = run.wall
  run.wall = renewBudget(run)
  const still = run.wall - stopped
  // A quota of all CPUs is used up just as its period ends, but for rounding.
  if (still > ROUNDING) {
    run.throttledSeconds += still
    run.throttledUntil = run.wall
  }
  // Go measures elapsed time, so to Go every processor continued its work meanwhile.
  run.compulsory += (by.assist + by.background) * still
  run.offered += (run.procs - by.idleMark) * still
  run.idleMarked += by.idleMark * still
  if (isLimiting(run)) countLimited(run, still, false)
  spend(run, by.assist * still, (by.unused + by.idleMark) * still)
  if (run.isMarking) freeze(run, still)
  if (run.recorder.isDetailed) note(run)
}

function freeze({ mark, division: by }: Run, seconds: number): void {
  mark.elapsed += seconds
  mark.frozenAssist += by.assist * seconds
  mark.frozenBackground += by.background * seconds
  mark.frozenIdle += by.idleMark * seconds
  mark.fractionalSeconds += by.fractional * seconds
}

export function stop(run: Run, seconds: number): void {
  const { procs } = run
  const gc = seconds * procs
  run.wall += seconds
  run.cpu += gc
  run.gcSeconds += gc
  run.cycle.pause += gc
  run.compulsory += gc
  run.offered += gc
  // To Go, a pause takes all CPUs (mstats.go, accumulateGCPauseTime). But one thread works, and the others sleep.
  if (run.quota < Infinity) spendBudget(run, 1, seconds)
}

export function note(run: Run): void {
  const counted = countedBytes(run)
  countPoint(run, run.wall, counted)
  run.recorder.addPoint(run, counted, toContainer(run, counted), bucketFill(run), isLimiting(run))
}

/**
 * Adds a point where memory stops falling, if that is within the next `seconds`: the background scavenger has given back
 * what it does not retain.
 * @param growth of the heap, in bytes per second
 */
export function noteBend(run: Run, growth: number, seconds: number): void {
  const after = secondsToRetained(run)
  if (after >= seconds || !run.recorder.isDetailed) return
  const { live, division: by } = run
  const wall = run.wall + after
  const heap = run.heap + growth * after
  const cpu = run.cpu + (by.mutator + by.assist + by.background + by.idleMark) * after
  const counted = nonHeapBytes(run) + Math.max(run.retained, inUseBytes(run, heap))
  // Meanwhile the program’s own CPU time drains the bucket of the limiter.
  const fill = Math.max(0, bucketFill(run) - (run.procs - by.unused) * after)
  countPoint(run, wall, counted)
  run.recorder.addPoint({ cpu, wall, live, heap }, counted, toContainer(run, counted), fill, isLimiting(run))
}

/* A run counts what its verdict needs as it goes, so that it can be judged even if none of its columns is kept. */

function countPoint({ tally, counted, memoryLimit }: Run, wall: number, memory: number): void {
  addStretch(tally, wall - counted.wall, counted.memory, memory, memoryLimit)
  counted.wall = wall
  counted.memory = memory
}

/** The CPU time of the cycle that cost the program nothing: none under a quota, which marking on idle CPUs uses up. */
function spareIn({ cycle, procs, wall, throttledUntil, counted }: Run): number {
  const isThrottled = throttledUntil > Math.min(counted.endWall, wall - PERIOD)
  return isThrottled ? 0 : spareOf(cycle, (wall - cycle.startWall) * procs)
}

export function countRest(run: Run): void {
  addOffered(run.tally, run.offered - run.counted.offered, run.isMarking ? spareIn(run) : 0)
}

/** Counts a completed cycle. @param live the live heap that its goal was computed from */
export function countCycle(run: Run, live: number): void {
  const { tally, counted, cycle, compulsory, offered } = run
  const { startWall, endWall } = cycle
  addGoal(tally, SET_BY[GOAL_RULES[cycle.rule] ?? 'gogc'], cycle.goal, live, cycle.roots)
  addPeriod(
    tally,
    endWall - counted.endWall,
    endWall - startWall,
    compulsory - counted.compulsory,
    offered - counted.offered,
    spareIn(run),
    THRASHING_SHARE.runtime,
    tally.rules.cycles > 1,
  )
  counted.endWall = endWall
  counted.compulsory = compulsory
  counted.offered = offered
}
