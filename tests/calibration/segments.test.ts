import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Piece, toPieces } from '../../src/calibration/shape/segments.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { Line } from '../../src/linear-fit.ts'
import { MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'

/*
 * No line shows what happens between two cycles. We infer it from the cycles before and after, to the nearest MiB.
 */
const FINE = { allocation: 0.25, reachable: 0.015 }

/** A program as its log shows it, without the GC's own part: allocation and live heap in MiB as functions of time. */
interface Told {
  readonly allocated: (seconds: number) => number
  readonly live: (seconds: number) => number
  readonly cycles: readonly number[]
}

/** A call of runtime.GC() when all is done: its line, by the heap there was and when. */
interface Done {
  readonly seconds: number
  readonly allocated: number
}

/** Lines with the sizes that the functions give at the times of the cycles, nothing allocated while they mark. */
function pieces({ allocated, live, cycles }: Told, done?: Done): Piece[] {
  let before = 0
  let found = 0
  const lines = cycles.map((at, i) => {
    const heap = Math.floor(found + allocated(at) - before)
    before = allocated(at)
    found = live(at)
    const sizes = `${heap}->${heap}->${Math.floor(found)} MB, ${2 * Math.floor(found)} MB goal`
    return `gc ${i + 1} @${at.toFixed(3)}s 2%: 0.02+5.0+0.02 ms clock, 0.04+1/2/0+0.04 ms cpu, ${sizes}, 0 MB stacks, 0 MB globals, 2 P`
  })
  if (done) {
    const heap = Math.floor(found + done.allocated - before)
    lines.push(
      `gc ${cycles.length + 1} @${done.seconds.toFixed(3)}s 2%: 0.02+0.1+0.02 ms clock, 0.04+0/0.1/0+0.04 ms cpu, ${heap}->${heap}->0 MB, 999 MB goal, 0 MB stacks, 0 MB globals, 2 P (forced)`,
    )
  }
  const series = toSeries(readLog(`${lines.join('\n')}\n`).columns)
  if (!series) throw new Error('there are cycles')
  return toPieces(series, FINE)
}

/** Bytes reachable and allocated at a time, by the pieces, in MiB. */
function at(list: readonly Piece[], seconds: number): { live: number; rate: number } {
  const piece = list.find(({ from, to }) => from <= seconds && seconds < to)
  if (!piece) throw new Error(`no piece at ${seconds} s`)
  const part = (seconds - piece.from) / (piece.to - piece.from)
  return {
    live: (piece.reachableFrom + part * (piece.reachableTo - piece.reachableFrom)) / MIB,
    rate: (piece.allocatedTo - piece.allocatedFrom) / (piece.to - piece.from) / MIB,
  }
}

const every = (step: number, to: number, from = step) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step)
/** 100 MiB of live heap, built up in the first tenth of a second. */
const builtUp = (seconds: number) => Math.min(100, 1000 * seconds)
const start = [0.005, 0.01, 0.02, 0.04, 0.08]

describe('what happened between two cycles', () => {
  it('a change of rate lies where the two lines meet, wherever the cycles are', () => {
    for (const change of [2.1, 2.25, 2.4]) {
      const list = pieces({
        allocated: (t) => builtUp(t) + 100 * t + 400 * Math.max(0, t - change),
        live: builtUp,
        cycles: [...start, ...every(0.5, 2, 0.5), ...every(0.2, 4, 2.5)],
      })
      const bend = list.find(({ from }) => from > 1.5)?.from ?? Number.NaN
      // A MiB either way at a difference of 400 MiB/s, and as much for the lines through rounded points.
      expect(Math.abs(bend - change)).toBeLessThan(0.012)
      expect(at(list, 1).rate).toBeCloseTo(100, -1)
      expect(at(list, 3).rate).toBeCloseTo(500, -1)
    }
  })

  it('live heap that was added between two cycles was added at once, not slowly', () => {
    const came = 2.3
    const more = (t: number) => (t >= came ? 80 : 0)
    const list = pieces({
      allocated: (t) => builtUp(t) + 100 * t + more(t),
      live: (t) => builtUp(t) + more(t),
      cycles: [...start, ...every(1, 6, 1)],
    })
    // It may have come at any time between 2 s and 3 s; a slope from 100 to 180 would be near neither at both places.
    expect(at(list, 2.1).live).toBeCloseTo(100, -1)
    expect(at(list, 2.9).live).toBeCloseTo(180, -1)
    expect(at(list, 5).live).toBeCloseTo(180, -1)
  })

  it('live heap that was dropped was dropped at once, and nothing else with it', () => {
    const live = (t: number) => builtUp(t) - (t >= 3.6 ? 60 : 0)
    const list = pieces({ allocated: (t) => builtUp(t) + 200 * t, live, cycles: [...start, ...every(0.5, 6, 0.5)] })
    expect(at(list, 3.4).live).toBeCloseTo(100, -1)
    expect(at(list, 4.1).live).toBeCloseTo(40, -1)
    expect(at(list, 3.7).rate).toBeCloseTo(200, -1)
  })

  it('a heap that is dropped before the next cycle grows until the drop', () => {
    const thrown = 1.9
    const live = (t: number) => (t < thrown ? 300 * t : 50)
    const list = pieces({
      allocated: (t) => 300 * Math.min(t, thrown) + 100 * Math.max(0, t - thrown),
      live,
      cycles: [0.1, 0.2, 0.4, 0.7, 1, ...every(0.5, 6, 3)],
    })
    // No cycle saw more than 300 MiB; when it was thrown away is known by the rates of allocation.
    for (const t of [0.9, 1.4, 1.8]) expect(Math.abs(at(list, t).live - live(t))).toBeLessThan(12)
    expect(at(list, 2.5).live).toBeCloseTo(50, -1)
  })

  it('a heap that is dropped at an unknown moment keeps until then the size that the last cycle found', () => {
    // More was allocated in between than by either rate: something else happened, and no moment explains it.
    const live = (t: number) => (t < 1.9 ? 300 * t : 50)
    const list = pieces({
      allocated: (t) => 300 * Math.min(t, 1.9) + (t < 1.9 ? 0 : 500) + 100 * Math.max(0, t - 1.9),
      live,
      cycles: [0.1, 0.2, 0.4, 0.7, 1, ...every(0.5, 6, 3)],
    })
    const highest = Math.max(...list.map((piece) => Math.max(piece.reachableFrom, piece.reachableTo)))
    expect(Math.abs(highest / MIB - live(1))).toBeLessThan(12)
  })

  it('a heap that grows for long grows along a slope, up to the size that it then keeps', () => {
    const live = (t: number) => builtUp(t) + 50 * Math.min(t, 3.3)
    const list = pieces({ allocated: (t) => builtUp(t) + 200 * t, live, cycles: [...start, ...every(0.25, 6, 0.25)] })
    for (const t of [0.6, 1.7, 2.9, 4.4]) expect(Math.abs(at(list, t).live - live(t))).toBeLessThan(3)
  })

  it('a heap that grows to its final size keeps its slope, wherever the next cycle is', () => {
    // 32 MiB/s, of which 24 survive until there are 37.
    const allocated = (seconds: number) => 32 * seconds
    const live = (seconds: number) => Math.min(37, 24 * seconds)
    const list = pieces({ allocated, live, cycles: [0.1, 0.2, 0.35, 0.55, 0.95, 1.5, 2.7, 3.9, 5.1] })
    for (const seconds of [0.5, 1, 1.4, 2, 2.5])
      expect(Math.abs(at(list, seconds).live - live(seconds))).toBeLessThan(1.5)
  })

  it('a heap that begins to grow again begins where its slope shows', () => {
    const live = (seconds: number) => 40 + 12 * Math.max(0, seconds - 5)
    const list = pieces({
      allocated: (seconds) => 40 * Math.min(1, 20 * seconds) + 30 * seconds,
      live: (seconds) => Math.min(live(seconds), 800 * seconds),
      cycles: [0.01, 0.03, ...every(1.4, 4.2), 5.1, 5.6, 6.1, 6.6, 7.1],
    })
    for (const seconds of [4.4, 4.8, 5.4]) expect(Math.abs(at(list, seconds).live - live(seconds))).toBeLessThan(2)
  })

  it('a heap that has its final size when a long cycle begins does not grow on during the cycle', () => {
    const live = (t: number) => Math.min(37.4, 53.5 * t)
    const list = pieces({
      allocated: (t) => 90 * t,
      live,
      cycles: [0.178, 0.683, ...every(1.722, 60, 2.405)],
    })
    // Lines of 37 MB each, ± ½: no more than that may be left of a trend that has ended.
    for (const t of [1.6, 3, 10, 30]) expect(Math.abs(at(list, t).live - 37.5)).toBeLessThan(0.6)
  })

  it('the heap never keeps more than was allocated', () => {
    const list = pieces({
      allocated: (t) => 40 * t,
      live: (t) => Math.min(20 * t, 60),
      cycles: every(0.1, 5, 0.1),
    })
    for (const piece of list) {
      const grown = piece.reachableTo - piece.reachableFrom
      expect(grown).toBeLessThanOrEqual(piece.allocatedTo - piece.allocatedFrom + 1)
    }
  })
})

describe('the line through points', () => {
  it('goes through points on one line, without an error', () => {
    const line = new Line()
    for (const t of [1e5, 1e5 + 1, 1e5 + 7]) line.add(t, 3 * t - 2)
    expect(line.slope()).toBeCloseTo(3, 9)
    expect(line.at(2e5)).toBeCloseTo(6e5 - 2, 6)
    expect(line.missed()).toBeCloseTo(0, 9)
  })

  it('leaves out unknown values, and is level if there are too few points for a slope', () => {
    const line = new Line()
    line.add(1, 10)
    line.add(2, Number.NaN)
    line.add(3, 20)
    expect(line.count).toBe(2)
    expect(line.at(5)).toBe(30)
    expect(line.at(5, 3)).toBe(15)
  })
})

describe('the heap after the last cycle', () => {
  const growing = (seconds: number) => builtUp(seconds) + 20 * seconds

  it('grows by what was allocated after the last cycle, however long that took', () => {
    // 100 MiB/s, of which 40 survive, and a last cycle of which the forced one waits half a second.
    const told = { allocated: (t: number) => 100 * t, live: (t: number) => 40 * t, cycles: every(0.25, 4) }
    for (const waited of [0, 0.5]) {
      const list = pieces(told, { seconds: 4.1 + waited, allocated: 410 })
      expect(Math.abs(list.at(-1)!.reachableTo / MIB - 164)).toBeLessThan(3)
    }
  })

  it('grows on if the last cycle found more than the stretch before leads to, because more survived', () => {
    // 40 of 100 MiB/s survive, and then 58.5 of 130.
    const late = (seconds: number) => Math.max(0, seconds - 3)
    const allocated = (seconds: number) => 100 * seconds + 30 * late(seconds)
    const live = (seconds: number) => 40 * seconds + 18.5 * late(seconds)
    const list = pieces({ allocated, live, cycles: [...every(0.25, 3), 3.75] }, { seconds: 4.5, allocated: 495 })
    expect(Math.abs(list.at(-1)!.reachableTo / MIB - live(4.5))).toBeLessThan(5)
  })

  it('stays flat if the last cycle found something else', () => {
    const list = pieces({
      allocated: (t) => builtUp(t) + 100 * t + 400 * Math.max(0, t - 3.5),
      live: (t) => (t < 3.5 ? growing(t) : 100),
      cycles: [...start, ...every(0.5, 4)],
    })
    const last = list.at(-1)!
    expect(Math.abs(last.reachableTo / MIB - 100)).toBeLessThan(2)
  })
})

describe('the pieces of a recorded service', () => {
  // Each size is rounded to a MiB; the mean of ten and more is known to half of one.
  it.each([
    'logs/httpjson-gogc100-limitoff',
    'logs/httpjson-gogc100-limitoff-b',
    'quiet/logs/api-gogc100-limitoff',
    'quiet/logs/api-gogc100-limitoff-b',
  ])('match what its cycles find, in both halves of the run: %s', (name) => {
    const file = new URL(`../fixtures/services/${name}.log`, import.meta.url)
    const series = toSeries(readLog(readFileSync(file, 'utf8')).columns)!
    const list = toPieces(series, { allocation: 1, reachable: 0.06 })
    const off = [...series.start].map((seconds, i) => at(list, seconds).live - series.reachable[i]! / MIB).slice(4)
    const half = off.length >> 1
    for (const part of [off.slice(0, half), off.slice(half)]) {
      const mean = part.reduce((sum, one) => sum + one, 0) / part.length
      expect(Math.abs(mean)).toBeLessThan(0.5)
    }
  })
})
