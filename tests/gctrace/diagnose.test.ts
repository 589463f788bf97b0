import { describe, expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { OFF } from '../../src/units.ts'
import { type Invented, inventedRun, readLog } from './support.ts'

const run = (lines: readonly Invented[]) => readLog(inventedRun(lines)).columns

const GOGC = { kind: 'percent', percent: 100 } as const
const repeat = (count: number, line: (i: number) => Invented) => Array.from({ length: count }, (_, i) => line(i))
const kinds = (lines: readonly Invented[], gogc: typeof GOGC | typeof OFF = GOGC) =>
  diagnose(run(lines), gogc).map(({ kind, cycles }) => [kind, cycles])

/** 100 MiB live, a cycle every second at its goal: nothing to remark on. */
const calm = (i: number): Invented => ({ start: i + 1, heap: [190, 195, 100], goal: 200 })

describe('a diagnosis', () => {
  it('has nothing to say of a calm run, and nothing of an empty one', () => {
    expect(kinds(repeat(8, calm))).toEqual([])
    expect(diagnose(run([]), GOGC)).toEqual([])
  })

  it('says that the memory limit sets the goal, and in which cycles', () => {
    const lines = [
      ...repeat(3, calm),
      ...repeat(5, (i) => ({ ...calm(i + 3), heap: [130, 132, 100], goal: 135 }) as Invented),
    ]
    expect(kinds(lines)).toEqual([['memory-limit', [[3, 7]]]])
  })

  it('takes any goal for the limit’s where GOGC is off', () => {
    expect(kinds(repeat(4, calm), OFF)).toEqual([['memory-limit', [[1, 3]]]])
  })

  it('is not misled by a goal that stays level because the live heap does', () => {
    expect(kinds(repeat(20, calm))).toEqual([])
  })

  it('sees thrashing: cycle after cycle, more than a third of the CPU', () => {
    const lines = repeat(8, (i) => ({
      start: 1 + i * 0.021,
      mark: 20,
      assist: 15,
      background: 16,
      heap: [100, 104, 100],
      goal: 100,
    }))
    expect(kinds(lines).map(([kind]) => kind)).toEqual(
      ['thrashing', 'memory-limit', 'back-to-back', 'assist-heavy'].filter((kind) => kind !== 'assist-heavy'),
    )
  })

  it('sees the limiter where collection settles at half of the CPU', () => {
    const lines = repeat(10, (i) => ({
      start: 1 + i * 0.041,
      mark: 40,
      assist: 40,
      background: 40,
      heap: [100, 110, 100],
      goal: 100,
    }))
    expect(kinds(lines)[0]?.[0]).toBe('limiter')
  })

  it('sees cycles that follow each other at once though no limit asks for them', () => {
    const lines = repeat(5, (i) => ({ start: 1 + i * 0.011, heap: [195, 205, 100], goal: 200 }) as Invented)
    expect(kinds(lines)).toEqual([['back-to-back', [[1, 4]]]])
  })

  it('sees allocating goroutines that have to help', () => {
    const lines = repeat(4, (i) => ({ ...calm(i), assist: 20, background: 10 }))
    expect(kinds(lines)).toEqual([['assist-heavy', [[0, 3]]]])
  })

  it('sees a burst that ran past the goal, but not a heap that no goal could hold', () => {
    const lines = repeat(5, calm)
    lines[2] = { ...lines[2]!, heap: [190, 260, 100] }
    expect(kinds(lines)).toEqual([['goal-passed', [[2, 2]]]])
    const held = repeat(5, (i) => ({ start: i + 1, heap: [100, 118, 100], goal: 100 }) as Invented)
    expect(kinds(held).map(([kind]) => kind)).toEqual(['memory-limit'])
  })

  it('sees forced cycles, except the last one that many programs end with', () => {
    const lines = repeat(5, calm)
    lines[1] = { ...lines[1]!, forced: true }
    lines[4] = { ...lines[4]!, forced: true }
    expect(kinds(lines)).toEqual([['forced', [[1, 1]]]])
  })

  it('sees cycles that only the two-minute timer started', () => {
    const lines = repeat(3, (i) => ({ ...calm(i), start: 10 + i * 120.002, heap: [101, 101, 100] }) as Invented)
    expect(kinds(lines)).toEqual([['idle-periodic', [[1, 2]]]])
  })

  it('gives the figures that show it', () => {
    const figures = (lines: readonly Invented[]) => diagnose(run(lines), GOGC).map((finding) => finding.figures)
    // 20 ms of assists and 10 ms of workers a cycle: two thirds.
    expect(figures(repeat(4, (i) => ({ ...calm(i), assist: 20, background: 10 })))).toEqual([
      'Assists did 67 % of the marking.',
    ])
    const burst = repeat(5, calm)
    burst[2] = { ...burst[2]!, heap: [190, 260, 100] }
    expect(figures(burst)).toEqual(['Furthest in cycle 3: 260 MiB for a goal of 200.'])
    // 100 MiB live and GOGC=100 make a goal of 200.
    expect(figures(repeat(5, (i) => ({ start: i + 1, heap: [130, 132, 100], goal: 135 })))).toEqual([
      'In cycle 2 the goal was 135 MiB; GOGC alone would have made it 200.',
    ])
    // Ten marks of 40 ms follow at once, 80.2 ms of CPU each: of 4 processors half.
    const limited = repeat(
      10,
      (i) =>
        ({ start: 1 + i * 0.041, mark: 40, assist: 40, background: 40, heap: [100, 110, 100], goal: 100 }) as Invented,
    )
    expect(figures(limited)[0]).toBe('The collector took 49 % of the CPU over these cycles.')
    expect(figures(repeat(3, (i) => ({ start: i, heap: [4, 4, 1], goal: 4 })))).toEqual([
      'This one never passed 5 MiB.',
    ])
  })

  it('says of a small heap that whole MiB are too coarse', () => {
    expect(kinds(repeat(3, (i) => ({ start: i, heap: [4, 4, 1], goal: 4 }) as Invented))).toEqual([
      ['too-coarse', [[0, 2]]],
    ])
  })
})
