import { MIB } from '../../units.ts'

/*
 * A heap that is marked again soon is marked at less cost: what marking touches is still in the caches, unless as much
 * has been allocated in between as is live. Measured on the recorded programs (tests/fixtures/runs), 32 MiB of
 * third-level cache: 45 to 70 MiB live are marked 20 to 30 % faster where cycles run back to back, 320 MiB as ever.
 */

/** Of a live heap so large, in bytes, what is marked first is pushed out of the caches before it is marked again. */
const TOO_LARGE = 256 * MIB

/**
 * The factor by which marking is faster than after much allocation.
 * @param most how much faster it is at most: a share
 * @param allocated bytes since the last cycle ended
 * @param live bytes that it found
 */
export function warmth(most: number, allocated: number, live: number): number {
  if (live <= 0) return 1
  return 1 + most * Math.max(0, 1 - allocated / live) * Math.max(0, 1 - live / TOO_LARGE)
}
