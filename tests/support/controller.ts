import { type Controller, commit, createController } from '../../src/model/runtime/pacer/controller.ts'

/** A controller at GOGC=100 without a limit, with some of its state set, and its plan made after a finished sweep. */
export function planned(state: Partial<Controller>): Controller {
  const c = createController(state.gcPercent ?? 100, state.memoryLimit ?? Infinity)
  Object.assign(c, state)
  commit(c, true)
  return c
}
