import { BACKGROUND_UTILIZATION } from './pacer/constants.ts'
import { account, finishGcTransition, resetCapacity, startGcTransition } from './pacer/limiter.ts'
import type { Run } from './run.ts'

/*
 * The interface between the machine, which counts seconds, and the limiter, which counts whole nanoseconds like Go.
 */

const NS = 1e9

/** Whether assists and scavenging for the memory limit are off. The bucket is updated even with the limiter off. */
export function isLimiting(run: Run): boolean {
  return run.limiter.isLimiting && run.cpuLimiter
}

/** Fill of the bucket, in CPU-seconds. */
export function bucketFill(run: Run): number {
  return run.limiter.fill / NS
}

/** The shortest step until the bucket is full. */
const LEAST_WAIT = 50e-6

/**
 * Wall seconds of marking until the bucket is full, with `assist` CPUs assisting and `idle` CPUs without work. Go
 * updates the bucket after every few microseconds of assists, so it hardly ever overflows.
 *
 *   per second   fills by assists + 25 % of procs, drains by procs − idle − that
 */
export function secondsToFull(run: Run, assist: number, idle: number): number {
  const { limiter, procs } = run
  if (!run.cpuLimiter || limiter.isLimiting) return Infinity
  const gc = assist + BACKGROUND_UTILIZATION * procs
  const rate = 2 * gc + idle - procs
  return rate > 0 ? Math.max(LEAST_WAIT, (limiter.capacity - limiter.fill) / NS / rate) : Infinity
}

/** Accounts for the time up to now, with these CPU-seconds of assists and of processors without work. */
export function spend(run: Run, assistSeconds: number, idleSeconds: number): void {
  account(run.limiter, toNs(assistSeconds), toNs(idleSeconds), toNs(run.wall))
}

/** Stops the world for marking to start or end. */
export function stopWorld(run: Run, isMarking: boolean): void {
  startGcTransition(run.limiter, isMarking, toNs(run.wall))
}

export function startWorld(run: Run): void {
  finishGcTransition(run.limiter, toNs(run.wall))
}

/** Resizes the bucket if GOMAXPROCS has changed. */
export function resetBucket(run: Run): void {
  const { procs } = run
  if (procs !== run.limiter.procs) resetCapacity(run.limiter, toNs(run.wall), procs)
}

function toNs(seconds: number): number {
  return Math.round(seconds * NS)
}
