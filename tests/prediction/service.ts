import type { Scenario } from '../../src/scenario/types.ts'
import { validateScenario } from '../../src/scenario/validate.ts'

/** Ten seconds of a service with 40 MiB live and 8 MiB outside its heap, changed by `patch`. */
export function service(patch: object = {}): Scenario {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    gogc: 100,
    procs: 2,
    program: {
      initialLive: '40MiB',
      otherMemory: '8MiB',
      phases: [{ duration: 10, allocRate: '60MiB', scanRate: '2GiB' }],
    },
    ...patch,
  })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}
