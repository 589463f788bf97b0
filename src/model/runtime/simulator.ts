import type { Simulator } from '../simulators.ts'
import { simulateRuntime } from './simulate.ts'

/** The concurrent model. */
export const RUNTIME: Simulator = (scenario, { maxCycles } = {}) => simulateRuntime(scenario, maxCycles)
