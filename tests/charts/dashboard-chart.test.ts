import { describe, expect, it } from 'vitest'
import { createHeapChart } from '../../src/charts/heap/heap-chart.ts'
import { createDashboardChart } from '../../src/charts/small-chart.ts'
import { sampleTrace } from '../../src/lessons/sample.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { MIB } from '../../src/units.ts'
import { createPage, createRecorder, heapModel, notNumbers } from './support/page.ts'
import { outlineOf } from './support/path.ts'

const trace = simulate(toScenario(findPreset('spike')!))
const WINDOW = [0, endOf(trace)] as const
const MAX = 80 * MIB

function draw(textSize?: number) {
  const { document } = createPage()
  const chart = createDashboardChart(document)
  const size = { width: 700, height: 140 }
  const model = { trace: sampleTrace(trace, 3), window: WINDOW, memoryMax: MAX, size, label: 'samples', textSize }
  chart.update(model)
  const before = chart.node.outerHTML
  chart.update({ ...model })
  expect(chart.node.outerHTML).toBe(before)
  const heap = createHeapChart(document, createRecorder().handlers)
  heap.update(heapModel(trace, { memoryMax: MAX, size: { width: 700, height: 400 }, ...(textSize && { textSize }) }))
  return { node: chart.node, heap: heap.node }
}

const ticksOf = (node: SVGSVGElement) => [...node.querySelectorAll('.ticks.end text')].map((text) => text.textContent)

describe('the chart of a dashboard', () => {
  it('has a memory axis, with its unit, up to the largest value of the axis of the heap', () => {
    const { node } = draw()
    expect(node.querySelector('.unit')!.textContent).toBe('MiB')
    expect(ticksOf(node)[0]).toBe('0')
    expect(ticksOf(node).length).toBeGreaterThanOrEqual(2)
    for (const tick of ticksOf(node)) expect(Number(tick)).toBeLessThanOrEqual(80)
    expect(notNumbers(node)).toEqual([])
  })

  it.each([13, 16, 24])('begins where the heap chart above it begins, at a text size of %i', (textSize) => {
    const { node, heap } = draw(textSize)
    const left = (chart: SVGSVGElement) => outlineOf(chart, 'fresh')[0]!.x
    expect(left(node)).toBe(left(heap))
    expect(node.getAttribute('font-size')).toBe(String(textSize))
  })

  it('draws a sample as high as its share of the axis', () => {
    const { node } = draw()
    const samples = sampleTrace(trace, 3)
    const highest = Math.max(...samples.points.fresh)
    const plot = node.querySelector('.plot')!
    const [top, height] = ['y', 'height'].map((name) => Number(plot.getAttribute(name)))
    const drawn = Math.min(...outlineOf(node, 'fresh').map(({ y }) => y))
    expect((top! + height! - drawn) / height!).toBeCloseTo(highest / MAX, 2)
  })
})
