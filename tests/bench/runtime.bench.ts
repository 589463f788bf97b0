import { bench, describe } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { scenarioOf } from '../support/run.ts'

/** About a thousand cycles. Asked for, of ten seconds of them: under 5 ms. */
const thousandCycles = (procs: number, duration: number) =>
  scenarioOf({
    model: 'runtime',
    procs,
    program: { initialLive: '20MiB', phases: [{ duration, allocRate: '650MiB' }] },
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

benchRun('GOMAXPROCS=4', thousandCycles(4, 40))
// Fractional workers, whose turns cut each mark phase into three times as many stretches.
benchRun('GOMAXPROCS=1', thousandCycles(1, 43))
benchRun('back to back', BACK_TO_BACK)
