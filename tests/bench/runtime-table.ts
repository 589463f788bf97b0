// Milliseconds per 1,000 cycles of the runtime model, bundled as the page and the command line are: Vitest reaches each
// imported function through a getter, which makes this model four times as slow.
import { simulate } from '../../src/model/simulate.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { scenarioOf } from '../support/run.ts'

const ROUNDS = 300

/** About a thousand cycles. Asked for, of ten seconds of them: under 5 ms. */
const thousandCycles = (procs: number, duration: number) =>
  scenarioOf({
    model: 'runtime',
    procs,
    program: { initialLive: '20MiB', phases: [{ duration, allocRate: '650MiB' }] },
  })

const CASES: Readonly<Record<string, Scenario>> = {
  'GOMAXPROCS=4': thousandCycles(4, 40),
  // Fractional workers, whose turns cut each mark phase into three times as many stretches.
  'GOMAXPROCS=1': thousandCycles(1, 43),
  // A memory limit below the live heap: one cycle after the other.
  'back to back': scenarioOf({
    model: 'runtime',
    procs: 2,
    memoryLimit: '60MiB',
    program: { initialLive: '40MiB', scannableShare: 0.2, phases: [{ duration: 20, allocRate: '300MiB' }] },
  }),
}

console.log('\nRuntime model, ms per 1,000 cycles: of %d rounds', ROUNDS)
console.table(Object.fromEntries(Object.entries(CASES).map(([name, scenario]) => [name, measure(scenario)])))

function measure(scenario: Scenario) {
  const { count: cycles } = simulate(scenario).cycles
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    simulate(scenario)
    return ((performance.now() - start) * 1000) / cycles
  }).sort((a, b) => a - b)
  const show = (ms = Number.NaN) => ms.toFixed(2)
  return { cycles, median: show(times[ROUNDS / 2]), p95: show(times[Math.floor(0.95 * ROUNDS)]), best: show(times[0]) }
}
