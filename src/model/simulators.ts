import type { ModelKind, Scenario } from '../scenario/types.ts'
import type { Trace } from './trace.ts'

export interface SimulateOptions {
  /** Completed cycles after which the run stops and says so; 2,000,000 by default. */
  readonly maxCycles?: number
}

/** Runs a scenario in one model. Pure: the same scenario gives the same trace, to the last digit. */
export type Simulator = (scenario: Scenario, options?: SimulateOptions) => Trace

/** The models at hand. A page begins with some and loads the others when a scenario asks for them. */
export type Simulators = Readonly<Partial<Record<ModelKind, Simulator>>>
