import { describe, expect, it } from 'vitest'
import { find, type Known } from '../../src/known/known.ts'
import { ensembleOf } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { simulate } from '../../src/model/simulate.ts'
import { knownFrom } from '../tools/evidence-metrics.ts'

const LOG = 'gctrace.log'
const busyOf = (known: Known) => find(known, 'busyProcs')!

function programs(known: Known) {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return { likely: program.value.scenario, drawn: ensembleOf(program.value).candidates.map(({ scenario }) => scenario) }
}

/** CPUs as the kernel counted them between two scrapes, GC among them: GOMAXPROCS is 2. */
const RECORDED = [
  { mode: 'steady', scrapes: ['metrics-0.txt', 'metrics-4.txt'], cpus: 0.17 },
  { mode: 'pages', scrapes: ['metrics-0.txt', 'metrics-1.txt'], cpus: 0.041 },
]

describe('the busy CPUs of a program with a log', () => {
  it.each(RECORDED)(
    'are only estimated where no CPU time was measured, in a range that holds them: $mode',
    ({ mode, cpus }) => {
      const { value, low, high, sureness, source } = busyOf(knownFrom(mode, [LOG]))
      expect(sureness).toBe('assumed')
      expect(source).toContain('estimated')
      expect(low).toBeLessThan(0.5 * cpus)
      expect(high).toBeGreaterThan(Number(value))
      expect(high).toBeLessThanOrEqual(2)
    },
  )

  it.each(RECORDED)('are those of its CPU time where that was scraped beside: $mode', ({ mode, scrapes, cpus }) => {
    const known = knownFrom(mode, [LOG, ...scrapes])
    const { value, low, high } = busyOf(known)
    expect(busyOf(knownFrom(mode, scrapes))).toEqual(busyOf(known))
    expect(Math.abs(high! / cpus - 1)).toBeLessThan(0.2)
    const { likely, drawn } = programs(known)
    expect(likely.program.busyProcs).toBeCloseTo(Number(value), 3)
    // Nine of ten lie within the bounds.
    const inside = drawn.filter(({ program: { busyProcs } }) => busyProcs >= low! && busyProcs <= high!)
    expect(inside.length / drawn.length).toBeGreaterThan(0.8)
  })

  it('with those of GC come to what was measured', () => {
    const { totalSeconds, wallSeconds } = simulate(
      programs(knownFrom('pages', [LOG, ...RECORDED[1]!.scrapes])).likely,
    ).result
    expect(Math.abs(totalSeconds / wallSeconds / RECORDED[1]!.cpus - 1)).toBeLessThan(0.1)
  })
})
