import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHeapChart } from '../../../src/charts/heap/heap-chart.ts'
import { toFrame } from '../../../src/charts/layout.ts'
import { placeReadout } from '../../../src/charts/readout/crosshair.ts'
import { cycleEnd, nearestCycle } from '../../../src/model/cycles.ts'
import { readAt } from '../../../src/model/reading.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { endOf } from '../../../src/model/steps.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { createPage, createRecorder, heapModel } from '../support/page.ts'

const frame = toFrame({ width: 900, height: 400 }, [0, 10], { top: 2.2, bottom: 2.9 })
const size = { width: 140, height: 100 }

describe('the values beside the crosshair', () => {
  it('stand at its right, at its left where there is no room, and away from what is explained', () => {
    const { left, right, top, bottom, em } = frame
    const y = Math.round(top + 0.4 * em)
    expect(placeReadout(frame, 300, size, undefined)).toEqual({ x: 300 + em, y })
    expect(placeReadout(frame, right - 20, size, undefined)).toEqual({ x: right - 20 - em - size.width, y })
    const after = { left: 310, right: 380, top, bottom }
    expect(placeReadout(frame, 300, size, after)).toEqual({ x: 300 - em - size.width, y })
    const around = { left: 250, right: 350, top, bottom }
    expect(placeReadout(frame, 300, size, around)).toEqual({ x: 350 + em, y })
    // Above what is explained there is room enough.
    expect(placeReadout(frame, 300, size, { left, right, top: y + size.height, bottom })).toEqual({ x: 300 + em, y })
  })

  it('stay within the plot wherever there is room for them', () => {
    const at = fc.double({ min: frame.left, max: frame.right, noNaN: true })
    fc.assert(
      fc.property(at, at, at, (x, a, b) => {
        const region = { left: Math.min(a, b), right: Math.max(a, b), top: frame.top, bottom: frame.bottom }
        const place = placeReadout(frame, x, size, region)
        expect(place.x).toBeGreaterThanOrEqual(frame.left - 1)
        expect(place.x + size.width).toBeLessThanOrEqual(frame.right + 1)
        expect(place.y).toBeGreaterThanOrEqual(frame.top)
      }),
    )
  })

  it('never lie over the cycle that is explained below the chart', () => {
    const { document } = createPage()
    const trace = simulate(toScenario(findPreset('spike')!))
    const chart = createHeapChart(document, createRecorder().handlers)
    for (let time = 0.1; time < endOf(trace); time += 0.1) {
      const model = heapModel(trace, { cursorTime: time, size: { width: 900, height: 400 } })
      chart.update(model)
      const [, x = '', y = ''] =
        /translate\(([\d.-]+),([\d.-]+)\)/.exec(chart.node.querySelector('.readout')!.getAttribute('transform')!) ?? []
      const box = chart.node.querySelector('.readout rect')!
      const [right, bottom] = [+x + Number(box.getAttribute('width')), +y + Number(box.getAttribute('height'))]
      const { top, bottom: floor, x: toX } = toFrame(model.size, model.window, { top: 2.2, bottom: 2.9 })
      const cycle = nearestCycle(trace, time)
      const at = (t: number) => toX.offset + toX.factor * t
      const tooth = [at(cycle > 0 ? cycleEnd(trace, cycle - 1) : 0), at(cycleEnd(trace, cycle))] as const
      const peak = readAt(trace, trace.points.time[trace.cycles.startPoint[cycle] ?? 0] ?? 0)!.total
      const height = floor - ((floor - top) * peak) / model.memoryMax
      const isOver = Math.min(right, tooth[1]) - Math.max(+x, tooth[0]) > 1 && bottom > height + 1
      expect(isOver, `at ${time.toFixed(1)} s`).toBe(false)
    }
  })
})
