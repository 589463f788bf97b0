/** Square roots of primes: the fractional parts of the multiples of one never repeat the pattern of another. */
const STEPS = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79].map(Math.sqrt)

/**
 * One coordinate, in [0, 1), of the kth point of a quasi-random (Kronecker) sequence, whose points fill a cube evenly.
 * The points are the same in every run, so that an answer never changes by chance.
 * @param k from 0; the middle of the cube comes first
 * @param axis from 0; axes beyond the last repeat
 */
export function evenly(k: number, axis: number): number {
  return (0.5 + k * STEPS[axis % STEPS.length]!) % 1
}
