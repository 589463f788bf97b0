import { BACKGROUND_UTILIZATION } from './pacer/constants.ts'
import { account, finishGcTransition, resetCapacity, startGcTransition } from './pacer/limiter.ts'
import type { Run } from './run.ts'

/*
 * The door between the machine, which counts seconds, and the limiter, which counts whole nanoseconds as Go does.
 */

const NS = 1e9

/** Whether assists and scavenging for the memory limit are off. The bucket fills and drains even where it is ignored. */
export function isLimiting(run: Run): boolean {
  return run.limiter.isLimiting && run.cpuLimiter
}

/** Fill of the bucket, in CPU-seconds. */
export function bucketFill(run: Run): number {
  return run.limiter.fill / NS
}

/** Shorter waits for the bucket to fill are not worth a step of their own. */
const LEAST_WAIT = 50e-6

/**
 * Wall seconds of marking after which the bucket is full, with so many CPUs assisting and without work. Go looks at
 * the bucket after every few microseconds of assists, so it hardly ever overflows.
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

/** Wall time up to now has passed, with so many CPU-seconds of assists and of processors without work in it. */
export function spend(run: Run, assistSeconds: number, idleSeconds: number): void {
  account(run.limiter, toNs(assistSeconds), toNs(idleSeconds), toNs(run.wall))
}

/** The world stops for marking to start or end. */
export function stopWorld(run: Run, isMarking: boolean): void {
  startGcTransition(run.limiter, isMarking, toNs(run.wall))
}

export function startWorld(run: Run): void {
  finishGcTransition(run.limiter, toNs(run.wall))
}

/** GOMAXPROCS may have changed. */
export function resetBucket(run: Run): void {
  const { procs } = run
  if (procs !== run.limiter.procs) resetCapacity(run.limiter, toNs(run.wall), procs)
}

function toNs(seconds: number): number {
  return Math.round(seconds * NS)
}
