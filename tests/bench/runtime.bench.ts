import { bench, describe } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { scenarioOf } from '../support/run.ts'

/** Ten seconds on four CPUs, with about a thousand cycles. Asked for: under 5 ms. */
const THOUSAND_CYCLES = scenarioOf({
  model: 'runtime',
  procs: 4,
  program: { initialLive: '20MiB', phases: [{ duration: 40, allocRate: '650MiB' }] },
})

/** A memory limit below the live heap: one cycle after the other. */
const BACK_TO_BACK = scenarioOf({
  model: 'runtime',
  procs: 2,
  memoryLimit: '60MiB',
  program: { initialLive: '40MiB', scannableShare: 0.2, phases: [{ duration: 20, allocRate: '300MiB' }] },
})

function benchRun(name: string, scenario: Scenario): void {
  const { cycles } = simulate(scenario)
  describe(`runtime model, ${name}: ${cycles.count} cycles`, () => {
    bench('simulate', () => {
      simulate(scenario)
    })
  })
}

benchRun('ten seconds', THOUSAND_CYCLES)
benchRun('back to back', BACK_TO_BACK)
