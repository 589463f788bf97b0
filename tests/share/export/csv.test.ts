import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import { decodeLink } from '../../../src/share/decode.ts'
import { csvPieces } from '../../../src/share/export/csv.ts'

/** The rows of a link's run, each by column. */
function open(link: string) {
  const trace = simulate(decodeLink(link).scenario)
  const text = [...csvPieces(trace)].join('')
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const columns = head.split(',')
  const rows = lines.map((line) => {
    const fields = line.split(',')
    return Object.fromEntries(columns.map((column, i) => [column, fields[i] === '' ? Infinity : Number(fields[i])]))
  })
  const last = (column: string) => rows.at(-1)?.[column]
  const most = (column: string) => rows.reduce((high, row) => Math.max(high, row[column] ?? Number.NaN), 0)
  return { result: trace.result, columns, rows, text, last, most }
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

  it('have a number in every field but those of limits that are off', () => {
    const { rows, columns, text } = open('#v=1&preset=thrash')
    expect(text).not.toMatch(/NaN|undefined|Infinity/)
    const off = columns.filter((column) => rows.every((row) => row[column] === Infinity))
    expect(off).toEqual(['gogc_percent', 'container_limit_bytes'])
  })

  it('count forced cycles apart', () => {
    const packed =
      'z=g6bM4oLMbGB4QMw3hJrvll-UnJqCEi1gPeihAneGGZK9hmCVwAADBgPQUSAMlIaGETCAEMlVR8cIxEkD2ebuDEmfkEQKTtwA5dcbb881'
    const { result, rows, last } = open(`#v=1&${packed}`)
    expect(last('cycles')).toBe(result.cycles)
    expect(last('forced_cycles')).toBe(2)
    // The first is forced at 0: it is over before any other has run.
    expect(rows.find((row) => row.forced_cycles === 1)?.cycles).toBe(0)
  })

  it('come in pieces, so that a long run needs no string of its size', () => {
    const trace = simulate(decodeLink('#v=1&preset=steady&gogc=0.1').scenario)
    expect(trace.points.count).toBeGreaterThan(5000)
    expect([...csvPieces(trace)].length).toBeGreaterThan(1)
  })
})
