import { describe, expect, it } from 'vitest'
import { ColumnRecorder, type CycleRecord } from '../../../src/model/runtime/recorder.ts'

const CYCLES = 20_000

/** Every value identifies its cycle and its column. */
function cycleRecord(i: number): CycleRecord {
  return {
    startPoint: 2 * i,
    goal: i + 0.01,
    rule: i % 6,
    fillAfter: i + 0.02,
    trigger: i + 0.03,
    roots: i + 0.17,
    runway: i + 0.04,
    assistRatio: i + 0.05,
    assistRatioEnd: i + 0.06,
    consMark: i + 0.07,
    assist: i + 0.08,
    background: i + 0.09,
    idle: i + 0.1,
    pause: i + 0.11,
    liveFound: i + 0.12,
    heapStart: i + 0.13,
    heapEnd: i + 0.14,
    startWall: i + 0.15,
    endWall: i + 0.16,
    goalEnd: i + 0.17,
    gcFraction: i + 0.18,
    clockedAssist: i + 0.19,
    clockedBackground: i + 0.2,
    clockedIdle: i + 0.21,
    cause: i % 7 === 0 ? 'timer' : i % 11 === 0 ? (i % 2 === 0 ? 'call' : 'free') : 'heap',
    wasLimiting: i % 3 === 0,
  }
}

function recorded(): ColumnRecorder {
  const recorder = new ColumnRecorder()
  for (let i = 0; i < CYCLES; i++) {
    recorder.addPoint({ cpu: i + 0.1, live: i, heap: i + 7, wall: i + 0.2 }, i + 0.3, i + 0.4, i + 0.5, i % 2 === 0)
    recorder.addPoint({ cpu: i + 0.6, live: i, heap: i - 7, wall: i + 0.7 }, i + 0.8, i + 0.9, i + 0.95, i % 5 === 0)
    recorder.addCycle(cycleRecord(i))
  }
  return recorder
}

/** The column is as long as what was recorded, and has for every cycle the value that this cycle gave. */
function expectColumn(column: ArrayLike<number> | undefined, value: (i: number) => number): void {
  expect(Array.from(column ?? [])).toEqual(Array.from({ length: CYCLES }, (_, i) => value(i)))
}

describe('the columns of a run', () => {
  it('keep every point as they grow, in short and long runs', () => {
    const { count, time, live, fresh, runtime } = recorded().toPoints()
    expect(count).toBe(2 * CYCLES)
    const [firsts, seconds] = [0, 1].map((k) => (column?: ArrayLike<number>) => {
      return Array.from(column ?? []).filter((_, i) => i % 2 === k)
    })
    expectColumn(firsts?.(time), (i) => i + 0.1)
    expectColumn(seconds?.(time), (i) => i + 0.6)
    expectColumn(firsts?.(live), (i) => i)
    expectColumn(firsts?.(fresh), () => 7)
    expectColumn(seconds?.(fresh), () => 0)
    expectColumn(firsts?.(runtime?.wall), (i) => i + 0.2)
    expectColumn(seconds?.(runtime?.counted), (i) => i + 0.8)
    expectColumn(firsts?.(runtime?.container), (i) => i + 0.4)
    expectColumn(seconds?.(runtime?.fill), (i) => i + 0.95)
    expectColumn(firsts?.(runtime?.limiting), (i) => (i % 2 === 0 ? 1 : 0))
  })

  it('keep every cycle as they grow, with its start and end', () => {
    const { count, startPoint, endPoint, goal, rule, fillAfter, forced, freed, runtime, clocks } = recorded().toCycles()
    expect(count).toBe(CYCLES)
    expectColumn(startPoint, (i) => 2 * i)
    expectColumn(endPoint, (i) => 2 * i + 1)
    expectColumn(goal, (i) => i + 0.01)
    expectColumn(rule, (i) => i % 6)
    expectColumn(fillAfter, (i) => i + 0.02)
    expectColumn(runtime?.roots, (i) => i + 0.17)
    expectColumn(clocks?.gcFraction, (i) => i + 0.18)
    expectColumn(clocks?.assist, (i) => i + 0.19)
    expectColumn(clocks?.background, (i) => i + 0.2)
    expectColumn(clocks?.idle, (i) => i + 0.21)
    expectColumn(runtime?.periodic, (i) => (i % 7 === 0 ? 1 : 0))
    expectColumn(runtime?.limiting, (i) => (i % 3 === 0 ? 1 : 0))
    expect(forced.every((i) => i % 11 === 0 && i % 7 !== 0)).toBe(true)
    expect(freed).toEqual(forced.filter((i) => i % 2 === 1))
    expect(forced).toHaveLength(Math.floor((CYCLES - 1) / 11) - Math.floor((CYCLES - 1) / 77))
    const columns = ['trigger', 'runway', 'assistRatio', 'assistRatioEnd', 'consMark', 'assist', 'background'] as const
    const later = ['idle', 'pause', 'liveFound', 'heapStart', 'heapEnd', 'startWall', 'endWall', 'goalEnd'] as const
    for (const [k, name] of [...columns, ...later].entries()) {
      expectColumn(runtime?.[name], (i) => cycleRecord(i)[name])
      expect(runtime?.[name][1]).toBeCloseTo(1.03 + k / 100, 12)
    }
  })
})
