import { describe, expect, it } from 'vitest'
import { cycleEnd } from '../../../src/model/cycles.ts'
import { simulate } from '../../../src/model/simulate.ts'
import type { Trace } from '../../../src/model/trace.ts'
import { decodeLink } from '../../../src/share/decode.ts'
import { csvPieces } from '../../../src/share/export/csv.ts'
import { run } from '../../support/run.ts'

/** The rows of a run, each by column; an empty field is Infinity. */
function rowsOf(trace: Trace) {
  const [head = '', ...lines] = [...csvPieces(trace)].join('').trimEnd().split('\r\n')
  const columns = head.split(',')
  return lines.map((line) => {
    const fields = line.split(',')
    return Object.fromEntries(columns.map((column, i) => [column, fields[i] === '' ? Infinity : Number(fields[i])]))
  })
}

function open(link: string) {
  const trace = simulate(decodeLink(link).scenario)
  const rows = rowsOf(trace)
  const last = (column: string) => rows.at(-1)?.[column]
  const most = (column: string) => rows.reduce((high, row) => Math.max(high, row[column] ?? Number.NaN), 0)
  return { trace, result: trace.result, rows, last, most }
}

describe('points as CSV', () => {
  it.each([
    '#v=1&preset=spike',
    '#v=1&preset=thrash-capped&otherMemory=3MiB&outsideMemory=7MiB',
    '#v=1&preset=spike&containerLimit=50MiB',
    '#v=1&preset=spike&model=runtime&memoryLimit=40MiB&procs=4',
    '#v=1&preset=program-cache',
  ])('have the totals of the run: %s', (link) => {
    const { result, last, most } = open(link)
    expect(last('cpu_seconds')).toBe(result.totalSeconds)
    expect(last('cycles')).toBe(result.cycles)
    // Sums of three floats in another order differ in the last digit.
    expect(most('memory_bytes') / result.peakMemoryBytes).toBeCloseTo(1, 12)
    expect(most('container_bytes') / result.peakContainerBytes).toBeCloseTo(1, 12)
  })

  it('have a number in every field except for limits that are off', () => {
    const { rows, trace } = open('#v=1&preset=thrash')
    expect([...csvPieces(trace)].join('')).not.toMatch(/NaN|undefined|Infinity/)
    const off = Object.keys(rows[0] ?? {}).filter((column) => rows.every((row) => row[column] === Infinity))
    expect(off).toEqual(['gogc_percent', 'container_limit_bytes'])
  })

  it('count forced cycles apart', () => {
    const packed =
      'z=g6bM4oLMbGB4QMw3hJrvll-UnJqCEi1gPeihAneGGZK9hmCVwAADBgPQUSAMlIaGETCAEMlVR8cIxEkD2ebuDEmfkEQKTtwA5dcbb881'
    const { result, rows, last } = open(`#v=1&${packed}`)
    expect(last('cycles')).toBe(result.cycles)
    expect(last('forced_cycles')).toBe(2)
    // The first cycle is forced at 0: it has ended before any other runs.
    expect(rows.find((row) => row.forced_cycles === 1)?.cycles).toBe(0)
  })

  it('have a row for every point, and a cycle from the point at which it ends', () => {
    const { rows, trace } = open('#v=1&preset=spike')
    expect(rows).toHaveLength(trace.points.count)
    expect(rows[0]).toMatchObject({ cpu_seconds: 0, cycles: 0 })
    for (const n of [1, 2, trace.cycles.count]) {
      const first = rows.findIndex(({ cycles }) => cycles === n)
      expect(rows[first]?.cpu_seconds, `cycle ${n}`).toBe(cycleEnd(trace, n - 1))
      expect(rows[first - 1]?.cycles).toBe(n - 1)
    }
  })

  it('have the settings in force: of two rows at a change, the first has the old ones', () => {
    const fields = {
      program: { otherMemory: '1MiB', phases: [{ duration: 3, allocRate: '1MiB' }] },
      changes: [
        { at: 0, gogc: 70 },
        { at: 1, otherMemory: '5MiB' },
        { at: 2, procs: 3 },
      ],
    }
    const rows = rowsOf(run(fields))
    const at = (test: (seconds: number) => boolean, column: string) => [
      ...new Set(rows.filter(({ cpu_seconds }) => test(cpu_seconds ?? Number.NaN)).map((row) => row[column])),
    ]
    expect(at((time) => time < 1, 'other_bytes')).toEqual([2 ** 20])
    expect(at((time) => time === 1, 'other_bytes')).toEqual([2 ** 20, 5 * 2 ** 20])
    expect(at((time) => time > 1, 'other_bytes')).toEqual([5 * 2 ** 20])
    expect(at((time) => time > 0 && time < 2, 'procs')).toEqual([rows[0]?.procs])
    expect(at((time) => time > 2, 'procs')).toEqual([3])
    expect(at((time) => time > 0, 'gogc_percent')).toEqual([70])
  })

  it('come in pieces, so that a long run needs no string of its whole length', () => {
    const trace = simulate(decodeLink('#v=1&preset=steady&gogc=0.1').scenario)
    expect(trace.points.count).toBeGreaterThan(5000)
    const lines = [...csvPieces(trace)].map((piece) => piece.split('\r\n').length - 1)
    // The header is in the first piece.
    expect(lines).toEqual([5001, ...Array(lines.length - 2).fill(5000), trace.points.count % 5000 || 5000])
  })
})

describe('the settings of a row', () => {
  /** Points at these instants; the memory limit is 100 MiB, then 101, 102 … from each instant of `changes` on. */
  function limitsOf(instants: readonly number[], changes: readonly number[]) {
    const { points, segments, cycles, ...rest } = run({ memoryLimit: '100MiB', program: { phases: [{ duration: 1 }] } })
    const time = Float64Array.from(instants)
    const zeros = new Float64Array(instants.length)
    const trace: Trace = {
      ...rest,
      cycles: { ...cycles, count: 0, forced: [] },
      points: { count: instants.length, time, live: zeros, fresh: zeros },
      segments: [0, ...changes].map((at, i) => ({ ...segments[0]!, time: at, memoryLimit: 100 + i })),
    }
    return rowsOf(trace).map((row) => row.memory_limit_bytes)
  }

  it('are those in force: of two points at a change, the first has the settings before it', () => {
    expect(limitsOf([0, 1, 1, 2], [1])).toEqual([100, 100, 101, 101])
    expect(limitsOf([0, 0, 1], [0])).toEqual([100, 101, 101])
    expect(limitsOf([0, 1, 1, 1, 2], [1])).toEqual([100, 100, 101, 101, 101])
    expect(limitsOf([0, 1, 1], [1])).toEqual([100, 100, 101])
  })

  it('are the new ones at a single point at the change, else from the next point on', () => {
    expect(limitsOf([0, 1, 2], [1])).toEqual([100, 101, 101])
    expect(limitsOf([0, 1], [1])).toEqual([100, 101])
    expect(limitsOf([0, 2, 3], [1])).toEqual([100, 101, 101])
    expect(limitsOf([0, 0.5, 0.9], [1])).toEqual([100, 100, 100])
  })

  it('are those of the last of several changes at one instant or between two points', () => {
    expect(limitsOf([0, 1, 1, 2], [1, 1])).toEqual([100, 100, 102, 102])
    expect(limitsOf([0, 4, 5], [1, 2, 3])).toEqual([100, 103, 103])
  })
})
