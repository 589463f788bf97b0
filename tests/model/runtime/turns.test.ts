import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LogReader } from '../../../src/gctrace/read/reader.ts'
import type { Run } from '../../../src/model/runtime/run.ts'
import { firstTurn, nextTurn } from '../../../src/model/runtime/stages.ts'
import { run } from '../../support/run.ts'

/** Milliseconds until the turn, for a thousand turns that begin now. */
function waits(turnOf: (run: Run) => number, procs: number): number[] {
  const run = { procs, wall: 3, turns: 0, mark: { elapsed: 0 } } as Run
  return Array.from({ length: 1000 }, () => 1e3 * (turnOf(run) - run.wall))
}

const shareBelow = (values: readonly number[], ms: number) =>
  values.filter((value) => value < ms).length / values.length

describe('the turn of a fractional worker', () => {
  it('comes 10 to 20 ms after the last one: sysmon checks every 10 ms, and preempts at its second check', () => {
    const all = waits(nextTurn, 1)
    expect(Math.min(...all)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...all)).toBeLessThan(20)
    expect(shareBelow(all, 15)).toBeCloseTo(0.5, 2)
  })

  it('comes within 20 ms of a cycle’s start on one processor, whose goroutine continues its time slice', () => {
    const all = waits(firstTurn, 1)
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...all)).toBeLessThan(20)
    expect(shareBelow(all, 10)).toBeCloseTo(0.5, 2)
  })

  it('comes 10 to 20 ms after the start on several: stopping the world gave their goroutines a new time slice', () => {
    const all = waits(firstTurn, 2)
    expect(Math.min(...all)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...all)).toBeLessThan(20)
  })

  // `parse` keeps its one processor busy, and its cycles mark for less than a millisecond of CPU: they last until a worker’s
  // turn comes. Half of 150 are below 10 ms, give or take three standard deviations (12 %).
  it('is spread over 20 ms as evenly as the ends of mark phases of a recorded program with one processor', () => {
    const marks = ['', '-b'].flatMap((repeat) => {
      const file = `../../fixtures/services/quiet/logs/parse-gogc100-limitoff${repeat}.log`
      const reader = new LogReader()
      reader.push(readFileSync(new URL(file, import.meta.url), 'utf8'))
      return [...reader.end().columns.markUs].map((us) => us / 1e3)
    })
    expect(marks.length).toBe(150)
    expect(shareBelow(marks, 21)).toBeGreaterThan(0.98)
    expect(Math.abs(shareBelow(marks, 10) - shareBelow(waits(firstTurn, 1), 10))).toBeLessThan(0.12)
  })
})

describe('background marking of a program that waits', () => {
  /** The share of their quarter that workers mark during cycles: in a service, or in a job of this many goroutines. */
  function workers(procs: number, { busyProcs = 0.2, goroutines = 0 } = {}): number {
    const { count, runtime } = run({
      model: 'runtime',
      procs,
      program: {
        pace: 'clock',
        busyProcs,
        phases: [
          { duration: 1, allocRate: '40MiB', newSurvivalRate: 1, scanRate: '10GiB' },
          { duration: 12, allocRate: '30MiB', scanRate: '10GiB', goroutines },
        ],
      },
    }).cycles
    if (!runtime) throw new Error('a run of the runtime model')
    let [background, marking] = [0, 0]
    for (let i = count >> 1; i < count; i++) {
      background += runtime.background[i]!
      marking += runtime.endWall[i]! - runtime.startWall[i]!
    }
    return background / (0.25 * procs * marking)
  }

  /** The same share in a recorded service, in its mark phases of less than 10 ms. */
  function recorded(program: string): number {
    const log = `tests/fixtures/services/quiet/logs/${program}-gogc100-limitoff.log`
    const reader = new LogReader()
    reader.push(readFileSync(log, 'utf8'))
    const { markUs, backgroundUs, procs, count } = reader.end().columns
    const short = Array.from({ length: count }, (_, i) => i).filter((i) => markUs[i]! < 10_000)
    const sum = (column: Uint32Array) => short.reduce((total, i) => total + column[i]!, 0)
    return sum(backgroundUs) / (0.25 * procs[0]! * sum(markUs))
  }

  it('is about half of the fractional workers’ share, as in most services', () => {
    const all = ['cache', 'fragment', 'httpjson', 'queue', 'rpc', 'api', 'store'].map(recorded).sort((a, b) => a - b)
    expect(all[0]).toBeGreaterThan(0.1)
    expect(all[2]).toBeGreaterThan(0.43)
    expect(all[6]).toBeLessThan(0.58)
    // Some of the model's mark phases are longer than 10 ms; workers reach a larger share in those.
    for (const procs of [1, 2]) {
      expect(workers(procs)).toBeGreaterThan(all[2]!)
      expect(workers(procs)).toBeLessThan(all[6]! + 0.12)
    }
  })

  it('is all of a dedicated worker’s share with four processors', () => {
    expect(workers(4)).toBeGreaterThan(0.9)
  })

  it('is little on a processor where no goroutine stops, because an idle worker keeps it', () => {
    expect(workers(2, { busyProcs: 1, goroutines: 1 })).toBeLessThan(0.2)
  })
})
