// Nanoseconds per cycle of the stop-the-world model; with GUIDE_JS, beside the public guide's own script. Both are timed
// from a scenario to all that their chart needs; the guide finds its peaks only while it draws, Sawtooth within this time.
import { simulate } from '../../src/model/simulate.ts'
import { GUIDE_CASES, type GuideCase } from './guide-cases.ts'
import { type GuideModel, loadGuideModel } from './guide-script.ts'

/** A round takes at least this long, so that the clock's resolution and a single collection do not matter. */
const ROUND_MS = 20
const ROUNDS = 25
const WARM_UP_ROUNDS = 10

/** Relative difference up to which the two runs are the same run: rounding over 100,000 additions. */
const SAME = 1e-9

const guide = process.env.GUIDE_JS ? loadGuideModel(process.env.GUIDE_JS) : undefined
console.log('\nStop-the-world model, ns per cycle: median (best) of %d rounds', ROUNDS)
const rows = GUIDE_CASES.map((one) => measureCase(one, guide))
console.table(Object.fromEntries(rows.map(({ name, columns }) => [name, columns])))
const [, , at3000, , at100000] = GUIDE_CASES
if (at3000 && at100000) compareLengths(at3000, at100000)
if (!guide) console.log('With GUIDE_JS=/path/to/gc-guide.js, the public guide’s own script runs beside it.')

interface Row {
  readonly name: string
  readonly columns: Readonly<Record<string, number | string>>
}

function measureCase(one: GuideCase, model: GuideModel | undefined): Row {
  const { cycles } = simulate(one.scenario).result
  const ours = () => simulate(one.scenario).result.totalSeconds
  const theirs = model && (() => model(one.workload, one.config)[0].at(-1)?.t ?? Number.NaN)
  if (theirs && !(Math.abs(ours() / theirs() - 1) < SAME))
    throw new Error(`${one.name}: ${ours()} s, not ${theirs()} s`)
  const measured = measure(theirs ? [ours, theirs] : [ours])
  const [times = [], beside] = measured.map((all) => all.map((ms) => (ms * 1e6) / cycles))
  const columns = { cycles, sawtooth: inWords(times) }
  if (!beside) return { name: one.name, columns }
  const compared = {
    guide: inWords(beside),
    'times faster': ratio(median(beside), median(times)),
    'best against best': ratio(best(beside), best(times)),
  }
  return { name: one.name, columns: { ...columns, ...compared } }
}

/** By turns once more: in the table they are minutes apart, and a shared machine is not as fast all the time. */
function compareLengths(short: GuideCase, long: GuideCase): void {
  const runOf = (one: GuideCase) => () => simulate(one.scenario).result.totalSeconds
  const perCycle = measure([runOf(short), runOf(long)]).map((all, i) => {
    const { cycles } = simulate((i === 0 ? short : long).scenario).result
    return all.map((ms) => (ms * 1e6) / cycles)
  })
  const [few = [], many = []] = perCycle
  console.log(
    'ns per cycle at 100,000 cycles against 3,000, by turns: %d times in the median, %d best against best',
    ratio(median(many), median(few)),
    ratio(best(many), best(few)),
  )
}

/** Milliseconds per call in each round. The candidates take turns, so that a slow moment of the machine hits both. */
function measure(candidates: readonly (() => number)[]): number[][] {
  const calls = candidates.map(callsPerRound)
  const times = candidates.map((): number[] => [])
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [i, candidate] of candidates.entries()) {
      const time = timeCalls(candidate, calls[i] ?? 1)
      if (round >= 0) times[i]?.push(time)
    }
  }
  return times
}

function callsPerRound(candidate: () => number): number {
  let calls = 1
  while (timeCalls(candidate, calls) * calls < ROUND_MS) calls *= 2
  return calls
}

function timeCalls(candidate: () => number, calls: number): number {
  let sum = 0
  const start = performance.now()
  for (let i = 0; i < calls; i++) sum += candidate()
  const elapsed = performance.now() - start
  // Read, so that no call can be optimised away.
  if (Number.isNaN(sum)) throw new Error('a run has no duration')
  return elapsed / calls
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

function best(times: readonly number[]): number {
  return Math.min(...times)
}

function inWords(times: readonly number[]): string {
  return `${median(times).toFixed(1)} (${best(times).toFixed(1)})`
}

function ratio(a: number, b: number): number {
  return Number((a / b).toFixed(2))
}
