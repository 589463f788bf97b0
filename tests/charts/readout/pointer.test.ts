import { describe, expect, it, vi } from 'vitest'
import { createCpuChart } from '../../../src/charts/cpu/cpu-chart.ts'
import { createHeapChart } from '../../../src/charts/heap/heap-chart.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { endOf } from '../../../src/model/steps.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { cpuModel, createPage, createRecorder, heapModel, prototypeWith } from '../support/page.ts'

const trace = simulate(toScenario(findPreset('spike')!))
const end = endOf(trace)

function setUp() {
  const { document, send } = createPage()
  const recorder = createRecorder()
  const chart = createHeapChart(document, recorder.handlers)
  document.body.append(chart.node)
  chart.update(heapModel(trace))
  const plot = chart.node.querySelector('.plot')!
  const left = Number(plot.getAttribute('x'))
  const width = Number(plot.getAttribute('width'))
  return {
    ...recorder,
    chart,
    document,
    send,
    at: (share: number) => ({ clientX: left + share * width, clientY: 100 }),
  }
}

describe('a pointer on a chart', () => {
  it('reads out the time under it, and nothing once it has left', () => {
    const { chart, send, cursors, at } = setUp()
    send(chart.node, 'pointermove', at(0.5))
    send(chart.node, 'pointerleave')
    expect(cursors[0]).toBeCloseTo(end / 2, 9)
    expect(cursors[1]).toBeUndefined()
  })

  it('beside the plot reads out nothing', () => {
    const { chart, send, cursors } = setUp()
    send(chart.node, 'pointermove', { clientX: 5 })
    expect(cursors).toEqual([undefined])
  })

  it('drags out a stretch to zoom into, in either direction', () => {
    const { chart, send, zooms, at } = setUp()
    for (const [from, to] of [
      [0.25, 0.5],
      [0.5, 0.25],
    ] as const) {
      send(chart.node, 'pointerdown', at(from))
      send(chart.node, 'pointermove', at((from + to) / 2))
      send(chart.node, 'pointermove', at(to))
      send(chart.node, 'pointerup', at(to))
    }
    for (const zoom of zooms) {
      expect(zoom![0]).toBeCloseTo(end / 4, 9)
      expect(zoom![1]).toBeCloseTo(end / 2, 9)
    }
    expect(zooms).toHaveLength(2)
  })

  it('dragged beyond the plot zooms to its edge', () => {
    const { chart, send, zooms, at } = setUp()
    send(chart.node, 'pointerdown', at(0.5))
    send(chart.node, 'pointermove', at(1.4))
    send(chart.node, 'pointerup', at(1.4))
    expect(zooms[0]![1]).toBeCloseTo(end, 9)
  })

  it('that clicks, or whose drag is cancelled, does not zoom', () => {
    const { chart, send, zooms, at } = setUp()
    send(chart.node, 'pointerdown', at(0.5))
    send(chart.node, 'pointerup', at(0.5))
    send(chart.node, 'pointerdown', at(0.2))
    send(chart.node, 'pointermove', at(0.6))
    send(chart.node, 'pointercancel')
    send(chart.node, 'pointermove', at(0.7))
    send(chart.node, 'pointerup', at(0.7))
    expect(zooms).toEqual([])
    expect(chart.node.querySelector('.brush')!.getAttribute('visibility')).toBe('hidden')
  })

  it('double-clicks back to the whole run', () => {
    const { chart, send, zooms } = setUp()
    send(chart.node, 'dblclick')
    expect(zooms).toEqual([undefined])
  })

  it('that is a finger reads out and leaves dragging to the page', () => {
    const { chart, send, zooms, cursors, at } = setUp()
    const touch = { pointerType: 'touch' }
    send(chart.node, 'pointerdown', { ...at(0.25), ...touch })
    send(chart.node, 'pointermove', { ...at(0.5), ...touch })
    send(chart.node, 'pointerup', { ...at(0.5), ...touch })
    send(chart.node, 'pointerleave', { ...at(0.5), ...touch })
    expect(cursors).toHaveLength(2)
    expect(cursors[0]).toBeCloseTo(end / 4, 9)
    expect(zooms).toEqual([])
  })

  it('takes the read-out away with a second tap where it is shown, or one beside the plot', () => {
    const { chart, send, cursors, at } = setUp()
    const show = (time: number | undefined) => chart.update({ ...heapModel(trace), cursorTime: time })
    const touch = (from: object, to = from) => {
      const [down, up] = [from, to].map((place) => ({ ...place, pointerType: 'touch' }))
      send(chart.node, 'pointerdown', down!)
      send(chart.node, 'pointermove', up!)
      show(cursors.at(-1))
      send(chart.node, 'pointerup', up!)
      send(chart.node, 'pointerleave', up!)
      show(cursors.at(-1))
      return cursors.at(-1)
    }
    expect(touch(at(0.5))).toBeCloseTo(end / 2, 9)
    expect(touch(at(0.51))).toBeUndefined()
    expect(touch(at(0.5))).toBeCloseTo(end / 2, 9)
    expect(touch(at(0.75)), 'another place').toBeCloseTo(0.75 * end, 9)
    expect(touch(at(0.75), at(0.9)), 'a finger that moves the read-out').toBeCloseTo(0.9 * end, 9)
    expect(touch(at(1.3))).toBeUndefined()
    touch(at(0.5))
    // The other chart of the run has moved it, or a key has taken it away.
    for (const elsewhere of [0.2 * end, undefined]) {
      show(elsewhere)
      expect(touch(at(0.5))).toBeCloseTo(end / 2, 9)
    }
  })

  it('of a finger that starts to scroll the page removes its readout', () => {
    const { chart, send, cursors, at } = setUp()
    const touch = { pointerType: 'touch' }
    send(chart.node, 'pointerdown', { ...at(0.25), ...touch })
    send(chart.node, 'pointercancel', { ...at(0.25), ...touch })
    expect(cursors.at(-1)).toBeUndefined()
  })

  it('leaves the wheel to the page', () => {
    const { document } = createPage()
    const listen = vi.spyOn(prototypeWith(document, 'addEventListener'), 'addEventListener')
    for (const create of [createHeapChart, createCpuChart]) create(document, createRecorder().handlers)
    const types = listen.mock.calls.map(([type]) => type)
    listen.mockRestore()
    expect(types).toContain('pointermove')
    expect(types.filter((type) => /wheel|scroll|touch/.test(String(type)))).toEqual([])
  })

  it('is not listened to any more once the chart is destroyed', () => {
    const { chart, document, send, cursors, zooms, at } = setUp()
    const { node } = chart
    chart.destroy()
    expect(document.body.contains(node)).toBe(false)
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointerleave', 'dblclick'])
      send(node, type, at(0.5))
    expect([...cursors, ...zooms]).toEqual([])
  })

  it('works on the CPU chart, too', () => {
    const { document, send } = createPage()
    const { cursors, handlers } = createRecorder()
    const chart = createCpuChart(document, handlers)
    chart.update(cpuModel(trace))
    send(chart.node, 'pointermove', { clientX: 300 })
    expect(cursors[0]).toBeGreaterThan(0)
  })
})
