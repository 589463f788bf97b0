/**
 * Square roots of primes never repeat each other’s pattern. Not 101: its root is nearly whole, so ten points in a row
 * would be on the same side of 0.5.
 */
const STEPS = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 109, 113,
].map(Math.sqrt)

/**
 * The axes along which parameters are drawn. Parameters on one axis vary together, so only those that never vary in the
 * same program share one. `drawWithin` draws programs that were not calibrated, from axis 0 on.
 */
export const AXIS = {
  scanRate: 0,
  live: 1,
  demand: 2,
  demandBefore: 3,
  markSlowdown: 4,
  globals: 5,
  sweeping: 6,
  pointerArrayShare: 7,
  warmMarking: 8,
  workKind: 9,
  load: 10,
  // Measured memory is drawn along the same axes as assumed memory: the next five.
  otherMemory: 11,
  heapOverhead: 12,
  outsideMemory: 13,
  stackMemory: 14,
  objectsPerSpan: 15,
  untouched: 16,
  unseen: 17,
  unseenPeak: 17,
  busyProcs: 18,
  procs: 18,
  /** The error of the model: no program is drawn along it. */
  error: 19,
  atOnce: 20,
  lowerLimit: 21,
  lateCpus: 22,
  gcOfQuota: 23,
  filePages: 24,
  limiter: 25,
  builtEarly: 26,
} as const

/**
 * One coordinate, in [0, 1), of the kth point of a quasi-random (Kronecker) sequence: the same in every run, so that an
 * answer never changes by chance.
 * @param k from 0; the middle of the cube comes first
 * @param axis from 0; axes beyond the last repeat
 */
export function evenly(k: number, axis: number): number {
  return (0.5 + k * STEPS[axis % STEPS.length]!) % 1
}
