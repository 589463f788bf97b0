import { expect, it } from 'vitest'
import type { TimeRange } from '../../src/charts/chart.ts'
import { createHeapChart } from '../../src/charts/heap/heap-chart.ts'
import { textEms } from '../../src/charts/layout.ts'
import type { Trace } from '../../src/model/trace.ts'
import { run } from '../support/run.ts'
import { createPage, createRecorder, heapModel } from './support/page.ts'

function draw(trace: Trace, window: TimeRange) {
  const chart = createHeapChart(createPage().document, createRecorder().handlers)
  chart.update(heapModel(trace, { window }))
  return chart.node
}

it('keeps the figures of the time axis apart, and in the picture, however long they are', () => {
  const phases = [{ duration: 1e6, allocRate: '100MiB' }]
  const long = run({ gogc: 'off', program: { initialLive: '20MiB', phases } })
  const windows = [
    [0, 1e6],
    [999_950, 1_000_050],
    [999_999.9998, 999_999.9999],
    [0, 1e-5],
  ] as const
  for (const window of windows) {
    const labels = [...draw(long, window).querySelectorAll('.ticks.middle text')]
    const spans = labels.map((label) => {
      const half = (textEms(label.textContent ?? '') / 2) * 13
      return { from: Number(label.getAttribute('x')) - half, to: Number(label.getAttribute('x')) + half }
    })
    expect(spans.length, String(window)).toBeGreaterThan(2)
    expect(spans[0]!.from, String(window)).toBeGreaterThanOrEqual(0)
    for (const [i, { from }] of spans.entries())
      if (i > 0) expect(from, String(window)).toBeGreaterThan(spans[i - 1]!.to + 5)
  }
})

it('has three figures of memory at least where the plot has room for them, and never figures that overlap', () => {
  const trace = run({ program: { phases: [{ duration: 1, allocRate: '20MiB' }] } })
  for (const memoryMax of [1.9, 2.2, 3.9, 4.9, 9.75, 45, 120, 1500].map((mebibytes) => mebibytes * 2 ** 20))
    for (const textSize of [13, 19]) {
      const chart = createHeapChart(createPage().document, createRecorder().handlers)
      chart.update({ ...heapModel(trace), memoryMax, textSize, size: { width: 700, height: 240 } })
      const places = [...chart.node.querySelectorAll('.ticks.end text')].map((text) => Number(text.getAttribute('y')))
      expect(places.length, `${memoryMax}`).toBeGreaterThanOrEqual(3)
      for (const [i, y] of places.entries())
        if (i > 0) expect(Math.abs(y - places[i - 1]!)).toBeGreaterThan(1.1 * textSize)
    }
})
