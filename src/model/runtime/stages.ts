import type { Program } from '../../scenario/types.ts'

/*
 * Marking has two stages. Large arrays of pointers come first, because objects in the queue come before spans
 * (Go 1.26 mgcmark.go, gcDrain), and each of their pointers has to be followed; then whole spans of what they point to
 * are scanned at once. A byte of pointers costs CHASE times a byte of spans, and scanRate is the average over both:
 *
 *   1 / scanRate = share · CHASE / s + (1 − share) / s      so      s = scanRate · (1 + share · (CHASE − 1))
 */

/** How many times longer a byte of pointers takes than a byte of spans. */
export const CHASE = 20

/** How many times faster spans are scanned than the average over both stages. */
export function spanSpeed({ pointerArrayShare }: Program): number {
  return 1 + pointerArrayShare * (CHASE - 1)
}
