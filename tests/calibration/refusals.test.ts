import { describe, expect, it } from 'vitest'
import { searchCalibration, toKnownRun } from '../../src/calibration/calibrate.ts'
import { readLog } from '../gctrace/support.ts'
import { type Printed, printed } from './support.ts'

const cycle = (i: number): Printed => ({ start: i + 1, heap: [95, 100, 50], goal: 110, background: 10 })

/** Why calibration refuses a log, before any simulation; an empty text if it does not. */
function problemOf(cycles: readonly Printed[], first = 1): string {
  const step = searchCalibration(toKnownRun(readLog(printed(cycles, first)).columns), {}).next()
  return step.done && !step.value.ok ? (step.value.problems[0]?.message ?? '') : ''
}

/** The same for six cycles, of which the fourth differs. */
function problem(rest: Partial<Printed>, all: Partial<Printed> = {}): string {
  return problemOf(Array.from({ length: 6 }, (_, i) => ({ ...cycle(i), ...all, ...(i === 3 ? rest : {}) })))
}

describe('a log is refused', () => {
  it('unless its figures are consistent', () => {
    expect(problem({})).toBe('')
  })

  it.each<[string, Partial<Printed>, Partial<Printed>]>([
    ['most cycles take more than twice the CPU time that there was', {}, { background: 145 }],
    ['they do so with all that marks', {}, { assist: 50, background: 50, idle: 45 }],
    ['one cycle takes a second more on each processor', { background: 4085 }, {}],
    ['its cycles mark for longer than it lasts', {}, { mark: 1700, background: 6800 }],
  ])('if figures contradict each other: %s', (_, rest, all) => {
    expect(problem(rest, all)).toMatch(/contradict each other/)
  })

  it('but not if they contradict each other in some cycles only, by less than a second: a CPU quota may stop workers beyond their mark phase', () => {
    expect(problem({ background: 145 })).toBe('')
    expect(problem({ background: 4075 })).toBe('')
  })

  it('but not if cycles with more processors than most spend more CPU time than those have', () => {
    const grown = Array.from({ length: 60 }, (_, i) =>
      i < 39 ? { procs: 2 } : { procs: 16, mark: 400, background: 6000 },
    )
    expect(problemOf(grown.map((more, i) => ({ ...cycle(i), ...more })))).toBe('')
    const shrunk = grown.map((more, i) => ({ ...cycle(i), ...more, procs: i < 39 ? 16 : 2 }))
    expect(problemOf(shrunk)).toMatch(/contradict each other/)
  })

  it('but not if a clock of 16 ms explains the contradiction', () => {
    // Twice 10 ms on four processors, and 16 ms of each; 1.2 times 7.51 s, and 16 ms of each of six cycles.
    expect(problem({}, { background: 143 })).toBe('')
    expect(problem({}, { mark: 1510, background: 6040 })).toBe('')
  })

  it.each<[string, Partial<Printed>, Partial<Printed>]>([
    ['one heap of more than 16 TiB', { heap: [95, 17_000_000, 50] }, {}],
    ['stacks of more than 16 TiB', {}, { stacks: 17_000_000 }],
    ['more than 4096 processors', {}, { procs: 4097 }],
  ])('if they are too large: %s', (_, rest, all) => {
    expect(problem(rest, all)).toMatch(/too large/)
  })

  it('but not if they are just at the limits of a scenario', () => {
    expect(problem({}, { procs: 4096 })).toBe('')
  })

  it('if it lasts longer than any scenario, 1,000,000 s', () => {
    expect(problemOf([cycle(0), cycle(1), { ...cycle(2), start: 1_100_000 }])).toMatch(/too large/)
    expect(problemOf([cycle(0), cycle(1), { ...cycle(2), start: 500_000 }])).toBe('')
  })

  it('if it shows no allocation in whole MiB', () => {
    const nothing = [0, 1, 2].map((i) => ({ ...cycle(i), heap: [50, 50, 50] as const }))
    expect(problemOf(nothing, 9)).toMatch(/shows no allocation/)
    expect(problemOf(nothing)).toBe('')
  })

  it('if it has one cycle alone, and begins later than its process', () => {
    expect(problemOf([{ ...cycle(0), heap: [84, 84, 42] }], 9)).toMatch(
      /one GC cycle alone .* give at least two cycles/,
    )
  })
})
