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
  {
    name: 'a counter of words of DNA, which grows through three cycles',
    cycles: 33,
    log: `gc 1 @2.083s 0%: 12+26+0.065 ms clock, 24+0/10/0+0.13 ms cpu, 216->217->22 MB, 220 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 2 @3.867s 0%: 26+19+0.10 ms clock, 52+0.20/12/0+0.21 ms cpu, 215->220->42 MB, 219 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 3 @6.287s 1%: 2.0+395+0.091 ms clock, 4.0+0/205/275+0.18 ms cpu, 210->217->73 MB, 214 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 4 @8.408s 3%: 0.57+921+0.085 ms clock, 1.1+7.3/483/573+0.17 ms cpu, 174->190->76 MB, 217 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 5 @13.423s 5%: 0.20+1921+0.084 ms clock, 0.40+16/989/1138+0.16 ms cpu, 175->181->64 MB, 217 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 6 @20.348s 4%: 57+591+0.23 ms clock, 114+3.8/298/359+0.46 ms cpu, 171->180->64 MB, 217 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 7 @22.634s 5%: 0.13+563+0.26 ms clock, 0.26+3.3/277/354+0.53 ms cpu, 171->183->65 MB, 217 MB goal, 0 MB stacks, 0 MB globals, 2 P
`,
  },
  {
    name: 'a ring of blocks, which allocates fast and keeps nothing at first',
    cycles: 35,
    log: `gc 1 @5.928s 0%: 0.051+17+0.009 ms clock, 0.10+0.075/2.4/14+0.018 ms cpu, 152->153->22 MB, 156 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 2 @8.126s 0%: 17+89+0.059 ms clock, 34+0/57/0+0.11 ms cpu, 151->155->35 MB, 155 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 3 @9.708s 0%: 0.33+52+6.6 ms clock, 0.66+1.4/5.9/0.36+13 ms cpu, 151->152->37 MB, 155 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 4 @11.065s 0%: 0.41+7.6+0.005 ms clock, 0.82+0/3.7/4.0+0.010 ms cpu, 150->150->41 MB, 155 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 5 @12.170s 0%: 15+102+0.053 ms clock, 30+44/66/0+0.10 ms cpu, 150->153->58 MB, 155 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 6 @13.482s 0%: 0.16+76+0.013 ms clock, 0.33+0.11/30/1.4+0.027 ms cpu, 147->153->42 MB, 154 MB goal, 0 MB stacks, 0 MB globals, 2 P
gc 7 @14.831s 1%: 6.4+96+0.21 ms clock, 12+25/40/30+0.43 ms cpu, 149->152->44 MB, 155 MB goal, 0 MB stacks, 0 MB globals, 2 P
`,
  },
]

it.each(RECORDED)('a late first cycle is the start of the log of $name, and its cycles come early', async (one) => {
  const { cycles, warnings } = ask(toKnown(await readEvidence([one.log])))(percent(100))
  expect(warnings).not.toContain('we simulate only')
  expect(cycles.low).toBeLessThanOrEqual(one.cycles)
  expect(cycles.high).toBeGreaterThanOrEqual(one.cycles)
  // Two runs of one program are often 13 % apart.
  expect(Math.abs(cycles.likely / one.cycles - 1)).toBeLessThan(0.15)
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
  const sizes = { allocatedFrom: 0, allocatedTo: 500 * MIB, reachableFrom: 0, reachableTo: 100 * MIB }
  const piece = { from: 0, to: 5, first: 0, end: 1, ...sizes }
  const built = (by: number) => builtEarly(limited, [piece], 5, by)
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

  it('is also what a first cycle finds within a longer growth, which is likelier to have been even before', () => {
    const phasesBy = (by: number) => builtEarly(limited, [{ ...piece, end: 3 }], 2.5, by).program.phases
    const rates = phasesBy(1).map(({ newSurvivalRate }) => newSurvivalRate)
    expect(rates).toEqual([1, 0, 0.2, 0])
    expect(phasesBy(1).map(({ duration }) => duration)).toEqual([0.5, 2, 2.5, 10])
    expect(phasesBy(0.5)[0]!.newSurvivalRate).toBeCloseTo(0.2 ** 0.75, 9)
  })

  it('is the same if it begins to grow after the start, or grows at two rates', () => {
    const [first, ...others] = limited.program.phases
    const halves = [0, 0.4].map((newSurvivalRate) => ({ ...first!, duration: 2.5, newSurvivalRate }))
    const phases = [...halves, ...others]
    const pieces = [
      { ...piece, to: 2.5, end: 0 },
      { ...piece, from: 2.5 },
    ]
    const late = builtEarly({ ...limited, program: { ...limited.program, phases } }, pieces, 5, 1).program.phases
    expect(late.map(({ newSurvivalRate }) => newSurvivalRate)).toEqual([1, 0, 0, 0])
    expect(late.map(({ duration }) => duration)).toEqual([1, 1.5, 2.5, 10])
  })

  it('is left as it is if it is small, if it came at once, if a part of it was dropped, or may not have had time', () => {
    const left = (phase: object) => {
      const [first, ...others] = limited.program.phases
      const given = { ...limited, program: { ...limited.program, phases: [{ ...first!, ...phase }, ...others] } }
      return builtEarly(given, [piece], 5, 1) === given
    }
    expect(left({})).toBe(false)
    expect(left({ newSurvivalRate: 0.01 })).toBe(true)
    expect(left({ duration: 5e-5, allocRate: 1e13 })).toBe(true)
    expect(left({ oldDeathRate: 0.1 })).toBe(true)
    expect(left({ newSurvivalRate: 0.995 })).toBe(true)
    expect(built(0)).toBe(limited)
    expect(builtEarly(limited, [], 5, 1)).toBe(limited)
  })
})
