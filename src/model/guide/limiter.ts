/** The state that decides how long a due cycle has to wait. CPU times in seconds. */
interface DueCycle {
  readonly fill: number
  /** One CPU-second per GOMAXPROCS (Go 1.26, runtime/mgclimit.go, capacityPerProc). */
  readonly capacity: number
  readonly cost: number
  /** By how much that cost grows per second of waiting, as the live heap grows. */
  readonly costSlope: number
}

/**
 * The mutator time until a due cycle may start: the smallest x ≥ 0 with
 *
 *   max(0, fill − x) ≤ max(0, capacity − (cost + costSlope · x))
 *
 * It holds at x = fill at the latest (an empty bucket lets any cycle start); before that where
 * x · (1 − costSlope) ≥ fill + cost − capacity, which needs costSlope < 1.
 */
export function waitSeconds({ fill, capacity, cost, costSlope }: DueCycle): number {
  const over = fill + cost - capacity
  if (over <= 0) return 0
  return costSlope < 1 ? Math.min(fill, over / (1 - costSlope)) : fill
}
