import type { Program } from '../../scenario/types.ts'
import type { Run } from './run.ts'

/*
 * Marking has two stages. Large arrays of pointers come first, because a worker takes objects before spans: those of its
 * own queues, then those of the global ones (Go 1.26 mgcwork.go). Each of their pointers has to be followed; then whole
 * spans of what they point to are scanned at once. A byte of pointers costs CHASE times a byte of spans, and scanRate is
 * the average over both:
 *
 *   1 / scanRate = share · CHASE / s + (1 − share) / s      so      s = scanRate · (1 + share · (CHASE − 1))
 */

/** How many times longer a byte of pointers takes than a byte of spans. */
export const CHASE = 20

/** How many times faster spans are scanned than the average over both stages. */
export function spanSpeed({ pointerArrayShare }: Program): number {
  return 1 + pointerArrayShare * (CHASE - 1)
}

/* When fractional workers get a processor that the program keeps busy. */

/** Go 1.26 proc.go: sysmon checks at least every 10 ms, and preempts what has run for forcePreemptNS, 10 ms. */
const LOOK_SECONDS = 0.01
/** Steps by the golden ratio cover an interval more evenly than chance does, and are the same in every run. */
const GOLDEN = 0.6180339887498949

/**
 * When sysmon will preempt the goroutines that run as a mark phase begins. Stopping the world has given those on other
 * processors a new time slice. The one that started the cycle continues its own: every second check preempts it.
 */
export function firstTurn(run: Run): number {
  return run.procs === 1 ? run.wall + 2 * LOOK_SECONDS * nextFraction(run) : nextTurn(run)
}

/**
 * When sysmon will preempt goroutines that run from now on: one check notes that they run, the next finds that their
 * time slice is over. That takes 10 to 20 ms, depending on when the last check was, so each wait takes another time.
 * Only a preempted goroutine leaves its busy processor to a fractional worker.
 */
export function nextTurn(run: Run): number {
  return run.wall + LOOK_SECONDS * stepFactor(run) * (1 + nextFraction(run))
}

/** A share of an interval, a different one each time. */
function nextFraction(run: Run): number {
  run.turns++
  const steps = run.turns * GOLDEN
  return steps - Math.floor(steps)
}

/** Mark phases longer than this, in seconds, are followed in steps that grow with them. */
const LONG_MARK = 0.2

/** How many times longer than in an ordinary mark phase a step may be. */
export function stepFactor({ mark }: Run): number {
  return Math.max(1, mark.elapsed / LONG_MARK)
}
