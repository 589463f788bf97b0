import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HEAP_SHAPES, scanRateOfShape } from '../../src/scenario/heap-shapes.ts'
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
  })
})
