import { describe, expect, it } from 'vitest'
import { createMapChart } from '../../../src/charts/map/map-chart.ts'
import { StillDocument, type StillElement } from '../../../src/charts/still/document.ts'
import type { Cell } from '../../../src/explore/map/cell.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { MIB } from '../../../src/units.ts'
import { simulateCell } from '../../support/cell.ts'

const cell = simulateCell(toScenario(findPreset('spike')!), 100, Infinity)
const stopped: Cell['result'] = { ...cell.result, outcome: { kind: 'stopped', reason: 'a test', atSeconds: 1 } }

const COLUMNS = 12
const ROWS = 8
const axes = {
  gogcs: [...Array.from({ length: COLUMNS }, (_, i) => 50 * 2 ** (i / 4)), Infinity],
  limits: [...Array.from({ length: ROWS }, (_, i) => 64 * MIB * 2 ** (i / 4)), Infinity],
}

/** The lines of a map whose cells use this memory, in MiB; undefined: stopped. Each line: its points, in pixels. */
function linesOf(mibAt: (column: number, row: number) => number | undefined): [number, number][][] {
  const cells = axes.limits.flatMap((_, row) =>
    axes.gogcs.map((_gogc, column) => {
      const mib = mibAt(column, row)
      if (mib === undefined) return { ...cell, result: stopped }
      return { ...cell, result: { ...cell.result, peakContainerBytes: mib * MIB } }
    }),
  )
  const chart = createMapChart(new StillDocument() as unknown as Document)
  chart.update({
    axes,
    known: { columns: axes.gogcs.length, rows: axes.limits.length, cells },
    setting: { gogc: 100, memoryLimit: Infinity },
    pointed: undefined,
    container: Infinity,
    size: { width: 640, height: 400 },
    label: 'A map',
  })
  const elementsIn = (root: StillElement): StillElement[] => [root, ...root.children.flatMap(elementsIn)]
  const path = elementsIn(chart.node as unknown as StillElement).find(
    (element) => element.getAttribute('class') === 'isoline memory-line',
  )!
  return (path.getAttribute('d') ?? '')
    .split('M')
    .filter(Boolean)
    .map((line) => line.split('L').map((point) => point.split(',').map(Number) as [number, number]))
}

const spreadOf = (numbers: readonly number[]) => Math.max(...numbers) - Math.min(...numbers)

describe('lines of equal memory', () => {
  it('run straight along a border that is sharp', () => {
    const lines = linesOf((column) => (column < 6 ? 10 : 100))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(spreadOf(line.map(([x]) => x))).toBe(0)
  })

  it('stay on a sharp border when cells beside it alternate', () => {
    const border = linesOf((column) => (column < 6 ? 10 : 100))
    const xs = (lines: typeof border) => lines.map(([[x]]) => x!)
    const striped = linesOf((column) => (column === 2 || column === 9 ? 55 : column < 6 ? 10 : 100))
    expect(xs(striped)).toEqual(xs(border))
  })

  it('do not surround stripes of one or two cells', () => {
    expect(linesOf((column, row) => (column === 3 || column === 7 || column === 8 ? 80 : 10) + row / 100)).toEqual([])
    expect(linesOf((column, row) => (row === 4 ? 80 : 10) + column / 100)).toEqual([])
  })

  it('cross cells that alternate without a turn back', () => {
    const lines = linesOf((column, row) => 10 + 20 * row + (column % 2 === 0 ? 8 : -8))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      const middle = line.slice(3, -3)
      expect(spreadOf(middle.map(([, y]) => y))).toBeLessThan(1)
    }
  })

  it('keep a region of three cells', () => {
    expect(linesOf((column) => (column >= 4 && column < 7 ? 80 : 10)).length).toBeGreaterThan(1)
  })

  it('end beside cells that did not finish, and are where they would be without them', () => {
    const whole = linesOf((_, row) => (row < 4 ? 10 : 100))
    const cutOff = linesOf((column, row) => (column > 6 ? undefined : row < 4 ? 10 : 100))
    expect(cutOff.map(([[, y]]) => y!)).toEqual(whole.map(([[, y]]) => y!))
    const right = (lines: typeof whole) => Math.max(...lines.flat().map(([x]) => x))
    expect(right(cutOff)).toBeLessThan(right(whole))
  })

  it('are none without two limits to draw between', () => {
    const chart = createMapChart(new StillDocument() as unknown as Document)
    const one = { gogcs: [50, 100, Infinity], limits: [Infinity] }
    const known = { columns: 3, rows: 1, cells: [cell, cell, cell] }
    const rest = { pointed: undefined, container: Infinity, size: { width: 640, height: 400 }, label: 'A map' }
    expect(() =>
      chart.update({ axes: one, known, setting: { gogc: 100, memoryLimit: Infinity }, ...rest }),
    ).not.toThrow()
  })
})
