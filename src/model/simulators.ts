import type { ModelKind, Scenario } from '../scenario/types.ts'
import type { Trace } from './trace.ts'

export interface SimulateOptions {
  /** Completed cycles after which the run stops and says so; 2,000,000 by default. */
  readonly maxCycles?: number
  /**
   * Steps after which it does; 40,000,000 by default. A step is what a model computes at once: in the runtime model some
   * 0.3 µs, in the guide model a cycle, so that `maxCycles` bounds it.
   */
  readonly maxSteps?: number
  /** Stop as soon as these bounds are sure to be met, or at the present pace by far; false by default. */
  readonly givesUpEarly?: boolean
}

/** Runs a scenario in one model. Pure: the same scenario gives the same trace, to the last digit. */
export interface Simulator {
  (scenario: Scenario, options?: SimulateOptions): Trace
  /**
   * The same run in slices of about so many steps: each `next` computes one and gives the share of the program that is done,
   * 0…1; the value returned at last is the trace. Absent where a run is short anyhow.
   */
  readonly inSlices?: (scenario: Scenario, stepsPerSlice: number) => Iterator<number, Trace, undefined>
}

/** The models at hand. A page begins with some and loads the others when a scenario asks for them. */
export type Simulators = Readonly<Partial<Record<ModelKind, Simulator>>>
