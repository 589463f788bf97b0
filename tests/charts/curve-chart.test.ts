import { describe, expect, it } from 'vitest'
import { type Curve, type CurveChartModel, createCurveChart } from '../../src/charts/curve-chart.ts'
import { createPage, notNumbers } from './support/page.ts'

const LEFT: Curve = {
  kind: 'overhead',
  name: 'memory overhead',
  side: 'left',
  points: [
    [100, 1],
    [50, 0.5],
    [10, 0.1],
  ],
  measured: [[50, 0.5]],
  max: 1,
  format: (share) => `${Math.round(100 * share)} %`,
}
const RIGHT: Curve = {
  kind: 'frequency',
  name: 'cycles per second',
  side: 'right',
  points: [
    [100, 0.8],
    [10, 8],
  ],
  measured: [
    [100, 0.8],
    [10, 6],
  ],
  max: 8,
  format: String,
}

const MODEL: CurveChartModel = {
  label: 'against GOGC',
  size: { width: 600, height: 300 },
  axis: { name: 'GOGC', max: 100 },
  curves: [LEFT, RIGHT],
  textSize: 12,
}

function draw(model: Partial<CurveChartModel> = {}) {
  const chart = createCurveChart(createPage().document)
  chart.update({ ...MODEL, ...model })
  return chart
}

const attributes = (element: Element | null, ...names: string[]) =>
  names.map((name) => Number(element?.getAttribute(name)))
const placesOf = (node: Element, kind: string) =>
  (node.querySelector(`.curve.${kind}`)?.getAttribute('d') ?? '')
    .slice(1)
    .split(' ')
    .map((place) => place.split(',').map(Number))

describe('two curves over one axis', () => {
  it('each rise on a scale of their own: half of either maximum is at the same height', () => {
    const half = { ...RIGHT, points: [[50, 4]] as const }
    const { node } = draw({ curves: [LEFT, half] })
    const [, middle] = placesOf(node, 'overhead')
    expect(placesOf(node, 'frequency')).toEqual([middle])
  })

  it('share the axis below: the same value is at the same place', () => {
    const { node } = draw()
    const [left] = placesOf(node, 'overhead')
    const [right] = placesOf(node, 'frequency')
    expect(left?.[0]).toBe(right?.[0])
  })

  it('what was measured stands in open circles, on the curve where it agrees and beside it where not', () => {
    const { node } = draw()
    const [, half] = placesOf(node, 'overhead')
    expect(attributes(node.querySelector('.measured.overhead'), 'cx', 'cy')).toEqual(half)
    const [agrees, differs] = [...node.querySelectorAll('.measured.frequency')]
    const [first, last] = placesOf(node, 'frequency')
    expect(attributes(agrees!, 'cx', 'cy')).toEqual(first)
    const [x, y] = attributes(differs!, 'cx', 'cy')
    expect(x).toBe(last?.[0])
    expect(y).toBeGreaterThan(last?.[1] ?? Infinity)
  })

  it('the figures of each stand at its side, in its colour', () => {
    const { node } = draw()
    const textsOf = (kind: string) => [...node.querySelectorAll(`text.${kind}`)].map(({ textContent }) => textContent)
    expect(textsOf('overhead')).toEqual(['0 %', '20 %', '40 %', '60 %', '80 %', '100 %', 'memory overhead'])
    expect(textsOf('frequency')).toEqual(['0', '2', '4', '6', '8', 'cycles per second'])
    const xs = (kind: string) => [...node.querySelectorAll(`text.${kind}`)].map((text) => attributes(text, 'x')[0]!)
    expect(Math.max(...xs('overhead'))).toBeLessThan(Math.min(...xs('frequency')))
  })

  it('is named for those who do not see it', () => {
    expect(draw().node.getAttribute('aria-label')).toBe('against GOGC')
  })

  it('draws the same data once, and changed data again', () => {
    const chart = draw()
    const picture = chart.node.querySelector('.curve')
    chart.update({ ...MODEL })
    expect(chart.node.querySelector('.curve')).toBe(picture)
    chart.update({ ...MODEL, size: { width: 300, height: 300 } })
    expect(chart.node.getAttribute('width')).toBe('300')
    expect(chart.node.querySelectorAll('.curve')).toHaveLength(2)
  })

  it.each([
    [
      'no point yet',
      {
        curves: [
          { ...LEFT, points: [] },
          { ...RIGHT, points: [], measured: [] },
        ],
      },
    ],
    ['hardly any room', { size: { width: 40, height: 30 } }],
  ] as const)('with %s it has no NaN and no Infinity', (_, model) => {
    expect(notNumbers(draw(model).node)).toEqual([])
  })

  it('destroy removes it', () => {
    const { document } = createPage()
    const chart = createCurveChart(document)
    document.body.append(chart.node)
    chart.destroy()
    expect(document.querySelector('svg')).toBeNull()
  })
})
