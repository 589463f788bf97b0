import type { Simulator } from '../simulators.ts'
import { simulateGuide } from './simulate.ts'

/** The stop-the-world model. */
export const GUIDE: Simulator = (scenario, { maxCycles } = {}) => simulateGuide(scenario, maxCycles)
