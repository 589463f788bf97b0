import type { ModelKind, Scenario } from '../scenario/types.ts'
import type { Trace } from './trace.ts'

export interface SimulateOptions {
  /** Completed cycles after which the run stops and says so; 2,000,000 by default. */
  readonly maxCycles?: number
  /** Steps after which the run stops; 40,000,000 by default. In the guide model `maxCycles` bounds a run. */
  readonly maxSteps?: number
  /** Stop as soon as a bound is sure to be met, or would be far exceeded at the present pace; false by default. */
  readonly givesUpEarly?: boolean
}

/** Each `next` computes a slice and yields the share of the program that is done, 0…1; the return value is the result. */
export type Slices<T> = Generator<number, T, undefined>

/** Runs a scenario in one model, in slices of about `stepsPerSlice` steps. Pure: the same trace, to the last digit. */
export type Simulator = (scenario: Scenario, options?: SimulateOptions, stepsPerSlice?: number) => Slices<Trace>

/** The models at hand. A page begins with some and loads the others when a scenario asks for them. */
export type Simulators = Readonly<Partial<Record<ModelKind, Simulator>>>
