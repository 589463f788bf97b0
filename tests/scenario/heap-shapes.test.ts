import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseScanTotal } from '../../src/gctrace/line/other-lines.ts'
import { HEAP_SHAPES, scanRateOfShape, shapesScanned } from '../../src/scenario/heap-shapes.ts'
import { MIB } from '../../src/units.ts'

interface Row {
  readonly shape: string
  readonly leastCpuMsPerMiB: number
}

/** The recorder's names of the shapes, in the table's order. */
const RECORDED = ['slice', 'slice, 1 of 16 live', 'tree', 'chain', 'slice, 1 of 64 live', 'chain, 1 of 64 live']

function leastOf(file: string, name: string | undefined): number {
  const rows = JSON.parse(readFileSync(`tests/fixtures/heap-shapes/${file}.json`, 'utf8')) as readonly Row[]
  const own = rows.filter(({ shape }) => shape === name)
  expect(own).toHaveLength(2)
  return Math.min(...own.map(({ leastCpuMsPerMiB }) => leastCpuMsPerMiB))
}

describe('the table of heap shapes', () => {
  it.each(HEAP_SHAPES.map((shape, i) => ({ ...shape, recorded: RECORDED[i] })))('is as recorded: $name', (row) => {
    expect(Math.abs(row.greenTea / leastOf('green-tea', row.recorded) - 1)).toBeLessThan(0.05)
    expect(Math.abs(row.before / leastOf('before', row.recorded) - 1)).toBeLessThan(0.05)
  })

  it('gives scan rates in bytes per CPU-second', () => {
    const chain = HEAP_SHAPES.find(({ name }) => name === 'chain in random order')!
    expect(scanRateOfShape(chain) / MIB).toBeCloseTo(1000 / 2.2, 3)
    for (const shape of HEAP_SHAPES)
      expect(Math.abs(scanRateOfShape(shape) - (1000 / shape.greenTea) * MIB), shape.name).toBeLessThanOrEqual(0.5)
  })

  // One cycle of each, in the order in which the recorder builds them.
  const scanned = readFileSync('tests/fixtures/heap-shapes/gctrace-2.log', 'utf8')
    .split('\n')
    .flatMap((line) => parseScanTotal(line) ?? [])
  const order = ['slice', 'tree', 'chain', 'slice, 1 of 16 live', 'slice, 1 of 64 live', 'chain, 1 of 64 live']

  it.each(order.map((name, i) => ({ name, ...scanned[i]! })))('is told by what gctrace=2 counted: $name', (row) => {
    const shape = HEAP_SHAPES[RECORDED.indexOf(row.name)]!
    const found = row.objects / row.visits
    expect(Math.abs(found / shape.objectsPerVisit - 1)).toBeLessThan(0.05)
    expect(shapesScanned(found)).toContain(shape)
  })

  it('has the digits of the recorded measurements', () => {
    for (const [i, name] of order.entries()) {
      const { objectsPerVisit } = HEAP_SHAPES[RECORDED.indexOf(name)]!
      const { objects, visits } = scanned[i]!
      expect(objectsPerVisit, name).toBe(Number((objects / visits).toPrecision(2)))
    }
  })

  it('finds a single shape where no other is similar, else all similar shapes', () => {
    expect(shapesScanned(3.9).map(({ name }) => name)).toEqual(['slice of objects, 1 of 16 live'])
    expect(shapesScanned(1)).toEqual(HEAP_SHAPES.filter(({ objectsPerVisit }) => objectsPerVisit === 1))
    expect(shapesScanned(1).length).toBeGreaterThan(1)
  })

  it('finds no shape where none is similar', () => {
    expect(shapesScanned(400)).toEqual([])
    expect(shapesScanned(15)).toEqual([])
  })
})
