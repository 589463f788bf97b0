import type { Simulator } from '../simulators.ts'
import { simulateGuide, simulateGuideInSlices } from './simulate.ts'

/** The stop-the-world model. It chooses the length of its slices itself: some 10 ms. */
export const GUIDE: Simulator = Object.assign<Simulator, Pick<Simulator, 'inSlices'>>(
  (scenario, options) => simulateGuide(scenario, options),
  { inSlices: (scenario) => simulateGuideInSlices(scenario) },
)
