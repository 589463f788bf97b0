import { BACKGROUND_UTILIZATION } from './pacer/constants.ts'
import {
  account,
  fillAt,
  finishGcTransition,
  resetCapacity,
  startGcTransition,
  UPDATE_PERIOD,
} from './pacer/limiter.ts'
import type { Run } from './run.ts'

/* The interface between the machine, which counts seconds, and the limiter, which counts whole nanoseconds like Go. */

const NS = 1e9

/** Whether goroutines that allocate neither assist nor scavenge. The bucket is updated even with the limiter off. */
export function isLimiting(run: Run): boolean {
  return run.limiter.isLimiting && run.cpuLimiter
}

/** Fill of the bucket, in CPU-seconds: with all time up to now, although Go may not have updated it yet. */
export function bucketFill(run: Run): number {
  return fillAt(run.limiter, toNs(run.wall)) / NS
}

/** The shortest step of assists until the bucket is full. */
const LEAST_WAIT = 50e-6

/**
 * Wall seconds of marking until the bucket is found full, with `assist` CPUs assisting and `idle` CPUs without work.
 * Every assist of more than 5 µs updates the bucket (Go 1.26 mgcpacer.go, gcAssistTimeSlack), so it hardly ever overflows.
 *
 *   per second   fills by assists + 25 % of procs, drains by procs − idle − that
 */
export function secondsToFull(run: Run, assist: number, idle: number): number {
  const { limiter, procs } = run
  if (!run.cpuLimiter || limiter.isLimiting) return Infinity
  const gc = assist + BACKGROUND_UTILIZATION * procs
  const rate = 2 * gc + idle - procs
  if (rate <= 0) return Infinity
  return Math.max(assist > 0 ? LEAST_WAIT : secondsToLook(run), (limiter.capacity / NS - bucketFill(run)) / rate)
}

/** The scheduler looks at the bucket this much later than it may, in seconds: far more than a sum of times is off. */
const LATE = 1e-6

/**
 * Wall seconds until the scheduler updates the bucket, without assists. @param factor how many times Go's period it
 * takes
 */
export function secondsToLook({ limiter, wall }: Run, factor = 1): number {
  return Math.max(LATE, (limiter.lastUpdate + UPDATE_PERIOD * factor) / NS - wall + LATE)
}

/** Accounts for the time up to now, with these CPU-seconds of assists and of processors without work. */
export function spend(run: Run, assistSeconds: number, idleSeconds: number): void {
  account(run.limiter, toNs(assistSeconds), toNs(idleSeconds), toNs(run.wall), run.division.assist > 0)
}

export function stopWorld(run: Run, isMarking: boolean): void {
  startGcTransition(run.limiter, isMarking, toNs(run.wall))
}

export function startWorld(run: Run): void {
  finishGcTransition(run.limiter, toNs(run.wall))
}

export function resetBucket(run: Run): void {
  const { procs } = run
  if (procs !== run.limiter.procs) resetCapacity(run.limiter, toNs(run.wall), procs)
}

function toNs(seconds: number): number {
  return Math.round(seconds * NS)
}
