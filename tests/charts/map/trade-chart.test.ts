import { describe, expect, it } from 'vitest'
import { createTradeChart, type TradeModel } from '../../../src/charts/map/trade-chart.ts'
import { StillDocument, type StillElement } from '../../../src/charts/still/document.ts'
import type { Cell } from '../../../src/explore/map/cell.ts'
import { GIB, MIB } from '../../../src/units.ts'
import { preset } from '../../explore/support/scenarios.ts'
import { simulateCell } from '../../support/cell.ts'

const ONE = simulateCell(preset('steady'), 100, Infinity)
/** A setting whose run takes so much memory. */
const taking = (bytes: number): Cell => ({ ...ONE, result: { ...ONE.result, peakMemoryBytes: bytes } })

/** @param currents the setting in force, one after the other */
function draw(sizes: readonly number[], ...currents: readonly number[]) {
  const chart = createTradeChart(new StillDocument() as unknown as Document)
  const cells = sizes.map(taking)
  const model: Omit<TradeModel, 'current'> = {
    against: 'memory',
    known: { columns: cells.length, rows: 1, cells },
    pointed: undefined,
    size: { width: 640, height: 400 },
    label: 'Trade',
  }
  for (const current of currents) chart.update({ ...model, current: taking(current) })
  const root = chart.node as unknown as StillElement
  const all = (one: StillElement): StillElement[] => [one, ...one.children.flatMap(all)]
  const points =
    all(root)
      .find((one) => one.getAttribute('class') === 'settings')!
      .getAttribute('d') ?? ''
  return {
    texts: all(root).flatMap((one) => (one.localName === 'text' ? [one.textContent] : [])),
    xs: [...points.matchAll(/M([\d.]+),/g)].map(([, x]) => Number(x)),
  }
}

describe('the chart of GC CPU against memory', () => {
  it('marks the setting in force only within the axes, because it need not be one of the map', () => {
    const isMarked = (compulsoryGcFraction: number) => {
      const chart = createTradeChart(new StillDocument() as unknown as Document)
      chart.update({
        against: 'memory',
        known: { columns: 1, rows: 1, cells: [ONE] },
        current: { ...ONE, result: { ...ONE.result, compulsoryGcFraction } },
        pointed: undefined,
        size: { width: 640, height: 400 },
        label: 'Trade',
      })
      const ring = (chart.node as unknown as StillElement).children.at(-1)!
      return ring.getAttribute('cy') !== null
    }
    expect([0.04, 0.5].map(isMarked)).toEqual([true, false])
  })

  // 20 to 58 MiB.
  const usual = Array.from({ length: 39 }, (_, i) => (20 + i) * MIB)

  it('leaves out a setting that takes many times what all others take, and says so', () => {
    const { xs, texts } = draw([...usual, 17 * GIB], 40 * MIB)
    expect(xs).toHaveLength(39)
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(300)
    expect(texts).toContain('not shown: 1 setting up to 17.0 GiB')
  })

  it('shows it where it is the setting in force', () => {
    const { xs, texts } = draw([...usual, 17 * GIB], 17 * GIB)
    expect(xs).toHaveLength(40)
    expect(texts.join()).not.toContain('not shown')
  })

  it('shows a setting while it is in force, and leaves it out again afterwards', () => {
    expect(draw([...usual, 17 * GIB], 40 * MIB, 17 * GIB)).toEqual(draw([...usual, 17 * GIB], 17 * GIB))
    expect(draw([...usual, 17 * GIB], 17 * GIB, 40 * MIB)).toEqual(draw([...usual, 17 * GIB], 40 * MIB))
  })

  it('leaves out nothing where more than a few settings take much', () => {
    const { xs, texts } = draw([...usual, 3 * GIB, 4 * GIB, 5 * GIB], 40 * MIB)
    expect(xs).toHaveLength(42)
    expect(texts.join()).not.toContain('not shown')
  })
})
