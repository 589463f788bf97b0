// What the runtime model takes, bundled as the page and the command line are: Vitest reaches each imported function
// through a getter, which makes this model four times as slow. Asked for: ten seconds with 1,000 cycles in under 5 ms.
import { simulate } from '../../src/model/simulate.ts'
import { simulateResult } from '../../src/model/simulate-result.ts'
import { toVerdict } from '../../src/model/verdict.ts'
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

/** What ranges and maps are made of: hundreds of runs of a minute, a cycle every second or two. */
const FEW_CYCLES = scenarioOf({
  model: 'runtime',
  procs: 4,
  memoryLimit: '200MiB',
  program: { initialLive: '80MiB', phases: [{ duration: 60, allocRate: '20MiB' }] },
})

console.log('\nRuntime model: ms per run, and per 1,000 cycles; of %d rounds', ROUNDS)
console.table(Object.fromEntries(Object.entries(CASES).map(([name, scenario]) => [name, measure(scenario)])))

console.log('\nThe same with every column recorded and judged, and with the result alone')
const both = { ...CASES, 'a minute of few cycles': FEW_CYCLES }
console.table(Object.fromEntries(Object.entries(both).map(([name, scenario]) => [name, compare(scenario)])))

/** Turn by turn, so that whatever else the machine does hits both alike. */
function compare(scenario: Scenario) {
  const whole: number[] = []
  const alone: number[] = []
  for (let i = 0; i < ROUNDS; i++) {
    whole.push(timed(() => toVerdict(simulate(scenario), {})))
    alone.push(timed(() => toVerdict(simulateResult(scenario), {})))
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN
  const [slow, fast] = [median(whole), median(alone)]
  return { whole: slow.toFixed(3), 'result alone': fast.toFixed(3), times: (slow / fast).toFixed(2) }
}

function timed(task: () => unknown): number {
  const start = performance.now()
  task()
  return performance.now() - start
}

function measure(scenario: Scenario) {
  const { count: cycles } = simulate(scenario).cycles
  const times = Array.from({ length: ROUNDS }, () => timed(() => simulate(scenario))).sort((a, b) => a - b)
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
