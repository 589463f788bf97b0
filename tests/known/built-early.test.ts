import { describe, expect, it } from 'vitest'
import { toKnown } from '../../src/known/known.ts'
import { builtEarly } from '../../src/known/log/built-early.ts'
import { simulate } from '../../src/model/simulate.ts'
import { MIB, OFF } from '../../src/units.ts'
import { scenarioOf } from '../explore/support/scenarios.ts'
import { readEvidence } from './read-evidence.ts'
import { ask, percent } from './recorded.ts'

/** Programs recorded with GOGC=off under a limit of 1.6 times their highest heap, and their cycles with GOGC=100. */
const RECORDED = [
  {
    name: 'a streamer of tokens',
    cycles: 14,
    log: `gc 1 @6.380s 0%: 0.20+77+0.020 ms clock, 0.41+33/29/31+0.040 ms cpu, 268->270->96 MB, 271 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 2 @11.081s 0%: 1.9+82+0.005 ms clock, 3.8+45/49/22+0.010 ms cpu, 260->263->103 MB, 270 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 3 @15.633s 1%: 0.82+182+0.032 ms clock, 1.6+173/86/15+0.065 ms cpu, 258->262->108 MB, 269 MB goal, 0 MB stacks, 0 MB globals, 2 P
`,
  },
  {
    name: 'a page rank',
    cycles: 21,
    log: `gc 1 @9.679s 0%: 0.089+283+0.29 ms clock, 0.17+0.29/127/139+0.58 ms cpu, 177->178->28 MB, 181 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 2 @30.143s 1%: 24+851+0.25 ms clock, 49+1.0/478/364+0.51 ms cpu, 176->181->56 MB, 180 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 3 @46.626s 0%: 8.9+503+0.38 ms clock, 17+0/216/297+0.77 ms cpu, 169->174->69 MB, 178 MB goal, 0 MB stacks, 0 MB globals, 2 P
`,
  },
]

it.each(RECORDED)('a late first cycle is the start of the log of $name, and its cycles come early', async (one) => {
  const { cycles, warnings } = ask(toKnown(await readEvidence([one.log])))(percent(100))
  expect(warnings).not.toContain('we simulate only')
  expect(cycles.low).toBeLessThanOrEqual(one.cycles)
  expect(cycles.high).toBeGreaterThanOrEqual(one.cycles)
})

describe('a live heap of 100 MiB that the first cycle finds after 5 s', () => {
  const limited = scenarioOf({
    ...{ model: 'runtime', gogc: 'off', memoryLimit: '520MiB', procs: 2 },
    program: {
      pace: 'clock',
      phases: [
        { duration: 5, allocRate: '100MiB', newSurvivalRate: 0.2 },
        { duration: 10, allocRate: '100MiB' },
      ],
    },
  })
  const piece = { from: 0, to: 5, first: 0, end: 1, allocatedFrom: 0, allocatedTo: 500 * MIB, reachableFrom: 0 }
  const built = (early: number, reachableTo = 100 * MIB, end = 1) =>
    builtEarly(limited, { ...piece, reachableTo, end }, early)
  const underGogc = (early: number) => simulate({ ...built(early), gogc: percent(100).gogc, memoryLimit: OFF }).result

  it('looks the same under the settings of its log, whenever it was built up', () => {
    const [evenly, early] = [0, 1].map((share) => simulate(built(share)).result)
    expect(early!.cycles).toBe(evenly!.cycles)
    expect(early!.peakLiveBytes / evenly!.peakLiveBytes).toBeCloseTo(1, 2)
  })

  it('has fewer cycles with GOGC=100 the earlier it was built up', () => {
    const cycles = [0, 0.5, 1].map((share) => underGogc(share).cycles)
    expect(cycles).toEqual(cycles.toSorted((a, b) => b - a))
    expect(cycles[2]!).toBeLessThan(0.8 * cycles[0]!)
  })

  it('allocates and keeps as much in the same time', () => {
    for (const share of [0.3, 1]) {
      const { phases } = built(share).program
      const [a, b] = phases
      expect(phases).toHaveLength(3)
      expect(a!.duration + b!.duration).toBeCloseTo(5, 9)
      expect(a!.duration * a!.newSurvivalRate).toBeCloseTo(1, 9)
      expect(b!.newSurvivalRate).toBe(0)
      expect(a!.newSurvivalRate).toBeLessThanOrEqual(1)
    }
  })

  it('is left as it is if it is small, if more cycles show how it grew, or if it may not have had time', () => {
    expect(built(0)).toBe(limited)
    expect(built(1, 4 * MIB)).toBe(limited)
    expect(built(1, 100 * MIB, 3)).toBe(limited)
    expect(builtEarly(limited, undefined, 1)).toBe(limited)
  })
})
