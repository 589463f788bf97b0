import { BACKGROUND_UTILIZATION } from './constants.ts'

interface Workers {
  /** Processors that mark and do nothing else. */
  readonly dedicated: number
  /** The share of every processor that fractional workers take; 0 if dedicated workers come close enough to 25 %. */
  readonly fractional: number
}

/** mgcpacer.go, maxUtilError in startCycle: the relative error by which dedicated workers alone may miss 25 %. */
const MAX_UTILIZATION_ERROR = 0.3

/**
 * The background workers for a GOMAXPROCS (Go 1.26, mgcpacer.go, gcControllerState.startCycle): 25 % rounded to whole
 * processors; where that is more than 30 % off (GOMAXPROCS 1, 2, 3 and 6), rounded down and made up with fractions.
 */
export function divideWorkers(procs: number): Workers {
  const wanted = procs * BACKGROUND_UTILIZATION
  const rounded = Math.floor(wanted + 0.5)
  if (Math.abs(rounded / wanted - 1) <= MAX_UTILIZATION_ERROR) return { dedicated: rounded, fractional: 0 }
  const dedicated = rounded > wanted ? rounded - 1 : rounded
  return { dedicated, fractional: (wanted - dedicated) / procs }
}

/** The CPUs that all background workers together take while a cycle marks. */
export function workerCpus(procs: number): number {
  const { dedicated, fractional } = divideWorkers(procs)
  return dedicated + fractional * procs
}
