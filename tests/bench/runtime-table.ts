// What the runtime model takes, bundled as the page and the command line are: Vitest reaches each imported function
// through a getter, which makes this model four times as slow. Asked for: ten seconds with 1,000 cycles in under 5 ms.
import { simulate } from '../../src/model/simulate.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { scenarioOf } from '../support/run.ts'

const ROUNDS = 300

/** A cycle every ten milliseconds of the program's own time is a heap of a few MiB that is filled again and again. */
const tenSeconds = (procs: number) =>
  scenarioOf({
    model: 'runtime',
    procs,
    program: { initialLive: '4MiB', phases: [{ duration: 10, allocRate: '564MiB' }] },
  })

/** A larger heap, whose mark phases are long enough to be followed in many steps. */
const largerHeap = (procs: number, duration: number) =>
  scenarioOf({
    model: 'runtime',
    procs,
    program: { initialLive: '20MiB', phases: [{ duration, allocRate: '650MiB' }] },
  })

const CASES: Readonly<Record<string, Scenario>> = {
  'ten seconds, GOMAXPROCS=1': tenSeconds(1),
  'ten seconds, GOMAXPROCS=2': tenSeconds(2),
  'ten seconds, GOMAXPROCS=4': tenSeconds(4),
  'larger heap, GOMAXPROCS=4': largerHeap(4, 40),
  // Fractional workers, whose turns cut each mark phase into three times as many steps.
  'larger heap, GOMAXPROCS=1': largerHeap(1, 43),
  // A memory limit below the live heap: one cycle after the other.
  'back to back, GOMAXPROCS=2': scenarioOf({
    model: 'runtime',
    procs: 2,
    memoryLimit: '60MiB',
    program: { initialLive: '40MiB', scannableShare: 0.2, phases: [{ duration: 20, allocRate: '300MiB' }] },
  }),
}

console.log('\nRuntime model: ms per run, and per 1,000 cycles; of %d rounds', ROUNDS)
console.table(Object.fromEntries(Object.entries(CASES).map(([name, scenario]) => [name, measure(scenario)])))

function measure(scenario: Scenario) {
  const { count: cycles } = simulate(scenario).cycles
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    simulate(scenario)
    return performance.now() - start
  }).sort((a, b) => a - b)
  const show = (ms = Number.NaN) => ms.toFixed(2)
  const at = (share: number) => times[Math.floor(share * ROUNDS)] ?? Number.NaN
  return {
    cycles,
    median: show(at(0.5)),
    p95: show(at(0.95)),
    best: show(at(0)),
    'median per 1,000': show((1000 * at(0.5)) / cycles),
    'best per 1,000': show((1000 * at(0)) / cycles),
  }
}
