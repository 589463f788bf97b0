import { describe, expect, it } from 'vitest'
import {
  createRatioChart,
  findDot,
  layoutRatios,
  type RatioChartModel,
  type RatioDot,
} from '../../src/charts/ratio-chart.ts'
import { createPage, notNumbers } from './support/page.ts'

const within = (ratio: number): RatioDot => ({ ratio, isOutside: false, names: [] })
const outside = (ratio: number, ...names: string[]): RatioDot => ({ ratio, isOutside: true, names })

const MODEL: RatioChartModel = {
  label: 'Simulated ÷ reported',
  size: { width: 960, height: 400 },
  textSize: 13,
  rows: [
    {
      name: 'GC cycles',
      aside: '3 of 4',
      tolerance: 0.15,
      dots: [0.9, 1, 1.1].map(within).concat(outside(1.5, 'late')),
    },
    { name: 'Memory', aside: '20 of 20', tolerance: 0.1, dots: Array.from({ length: 20 }, () => within(1)) },
  ],
}
const lay = (model: Partial<RatioChartModel> = {}) => layoutRatios({ ...MODEL, ...model })
const layRow = (dots: readonly RatioDot[], width = 960) =>
  lay({ size: { width, height: 400 }, rows: [{ ...MODEL.rows[0]!, dots }] })

describe('the places of ratios', () => {
  it('are on a logarithmic axis: half is as far from 1 as double', () => {
    const [half, same, double] = layRow([0.5, 1, 2].map(within)).dots
    expect(same!.x - half!.x).toBeCloseTo(double!.x - same!.x, 6)
  })

  it('are within the band exactly if the ratio is within the tolerance', () => {
    const { dots, rows } = layRow([0.84, 0.86, 1.14, 1.16].map(within))
    const [from, to] = rows[0]!.band
    expect(dots.map(({ x }) => x > from && x < to)).toEqual([false, true, true, false])
  })

  it('keep dots of one ratio beside each other, at the same ratio and inside their row', () => {
    const { dots, rows, radius } = lay()
    const own = dots.slice(4)
    expect(new Set(own.map(({ x }) => x)).size).toBe(1)
    const ys = own.map(({ y }) => y).toSorted((a, b) => a - b)
    for (const [i, y] of ys.slice(1).entries()) expect(y - ys[i]!).toBeGreaterThanOrEqual(2 * radius)
    expect(ys[0]).toBeGreaterThan(rows[1]!.top)
    expect(ys.at(-1)).toBeLessThan(rows[1]!.bottom)
  })

  it('put rows below each other, and everything inside the drawing', () => {
    const { rows, dots, bottom } = lay()
    expect(rows[0]!.bottom).toBeLessThanOrEqual(rows[1]!.top)
    expect(rows[1]!.bottom).toBeLessThanOrEqual(bottom)
    for (const { x, y } of dots) expect(x > 0 && x < 960 && y > 0 && y < bottom).toBe(true)
  })

  it('give each dot outside a line of its own, even if their ratios are the same', () => {
    const { dots } = layRow([outside(1.3, 'one'), outside(1.3, 'two'), outside(1.3, 'three')])
    const ys = dots.map(({ y }) => y).toSorted((a, b) => a - b)
    for (const [i, y] of ys.slice(1).entries()) expect(y - ys[i]!).toBeGreaterThan(13)
  })
})

describe('the name of a dot outside', () => {
  it('stands on the side away from 1', () => {
    const [low, high] = layRow([outside(0.6, 'low'), outside(1.6, 'high')]).dots
    expect(low!.name).toEqual({ text: 'low', isBefore: true })
    expect(high!.name).toEqual({ text: 'high', isBefore: false })
  })

  it('is the longest that has room; none if none has', () => {
    const names = ['a name with very many words that take a lot of room', 'a short name']
    const nameAt = (ratio: number, width: number) =>
      layRow([within(0.2), outside(ratio, ...names)], width).dots[1]!.name?.text
    expect(nameAt(0.6, 960)).toBe(names[0])
    expect(nameAt(0.6, 390)).toBe(names[1])
    expect(nameAt(1.6, 390)).toBeUndefined()
  })

  it('is its first words where no name has room, if there are three', () => {
    const name = 'a service with a cache of 2 GiB and no other setting'
    const nameAt = (width: number) => layRow([within(0.2), outside(1.6, name)], width).dots[1]!.name?.text
    expect(nameAt(960)).toBe('a service with a cache of …')
    expect(nameAt(390)).toBeUndefined()
  })

  it('stands towards 1 if the dot is at the left edge', () => {
    expect(layRow([outside(0.05, 'far off')], 390).dots[0]!.name).toEqual({ text: 'far off', isBefore: false })
  })
})

describe('a dot under the pointer', () => {
  it('is the nearest, if one is near', () => {
    const layout = lay()
    const { x, y } = layout.dots[3]!
    expect(findDot(layout, x + 3, y - 2)).toBe(3)
    expect(findDot(layout, x, y + 200)).toBeUndefined()
    expect(findDot(lay({ rows: [] }), 10, 10)).toBeUndefined()
  })
})

describe('the drawing', () => {
  const draw = (model: Partial<RatioChartModel> = {}) => {
    const chart = createRatioChart(createPage().document)
    chart.update({ ...MODEL, ...model })
    return chart
  }

  it('has a dot for each figure, and only those outside are marked and named', () => {
    const { node } = draw()
    expect(node.querySelectorAll('circle.dot')).toHaveLength(24)
    expect(node.querySelectorAll('circle.off')).toHaveLength(1)
    expect([...node.querySelectorAll('text.off')].map((text) => text.textContent)).toEqual(['late'])
    expect(node.getAttribute('aria-label')).toBe('Simulated ÷ reported')
    expect(notNumbers(node)).toEqual([])
  })

  it('has a ring around the chosen dot, and none if no dot is chosen', () => {
    const chart = draw({ chosen: 3 })
    const ring = chart.node.querySelector('.ring')
    expect(ring?.getAttribute('visibility')).toBe('visible')
    expect(Number(ring?.getAttribute('cx'))).toBeCloseTo(lay().dots[3]!.x, 0)
    chart.update(MODEL)
    expect(ring?.getAttribute('visibility')).toBe('hidden')
    expect(chart.node.querySelectorAll('circle.dot')).toHaveLength(24)
  })

  it('is whole on a phone and without figures', () => {
    expect(notNumbers(draw({ size: { width: 340, height: 400 } }).node)).toEqual([])
    expect(notNumbers(draw({ rows: MODEL.rows.map((row) => ({ ...row, dots: [] })) }).node)).toEqual([])
  })
})
