import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createHeapChart } from '../../../src/charts/heap/heap-chart.ts'
import { textEms } from '../../../src/charts/layout.ts'
import { readAt } from '../../../src/model/reading.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { endOf } from '../../../src/model/steps.ts'
import type { Trace } from '../../../src/model/trace.ts'
import { PRESETS } from '../../../src/scenario/presets/all.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { MIB } from '../../../src/units.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { run } from '../../support/run.ts'
import { createPage, createRecorder, heapModel, notNumbers, prototypeWith } from '../support/page.ts'
import { boxesOf, heightAt, linesOf, outlineOf, type Point } from '../support/path.ts'

const spike = simulate(toScenario(findPreset('spike')!))
const SPIKE = findPreset('spike')!.json

function variation(settings: Record<string, unknown>, program: Record<string, unknown> = {}): Trace {
  return run({ ...SPIKE, ...settings, program: { ...(SPIKE.program as object), ...program } })
}

function draw(trace: Trace, rest: Parameters<typeof heapModel>[1] = {}) {
  const { document } = createPage()
  const { handlers } = createRecorder()
  const chart = createHeapChart(document, handlers)
  chart.update(heapModel(trace, rest))
  return chart.node
}

/** Where the plot is, from its clip. */
function plotOf(node: Element) {
  const plot = node.querySelector('.plot')!
  const [left, top, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(plot.getAttribute(name)))
  return { left: left!, top: top!, width: width!, height: height! }
}

const textsOf = (node: Element, selector: string) =>
  [...node.querySelectorAll(selector)]
    .filter((text) => text.getAttribute('visibility') !== 'hidden')
    .map((text) => (text.textContent ?? '').trim())

const dOf = (node: Element, selector: string) => node.querySelector(selector)?.getAttribute('d') ?? ''

describe('the note on the heap chart', () => {
  const boxOf = (node: Element, selector: string) => {
    const rect = node.querySelector(`${selector} rect`)!
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(rect.getAttribute(name)))
    return { x: x!, y: y!, right: x! + width!, bottom: y! + height! }
  }
  const NOTE = 'phase 3 not as drawn: 30.0 MiB live, not 120.0 MiB'

  it('is there only where there is something to say', () => {
    expect(textsOf(draw(spike), '.remark:not([visibility=hidden]) text')).toEqual([])
    expect(textsOf(draw(spike, { note: NOTE }), '.remark text')).toEqual([NOTE])
  })

  it('stands above the plot, and below the flag of a run that was killed', () => {
    const whole = draw(spike, { note: NOTE })
    expect(boxOf(whole, '.remark').bottom).toBeLessThanOrEqual(plotOf(whole).top)
    const killed = draw(variation({ containerLimit: '50MiB' }), { note: NOTE })
    expect(boxOf(killed, '.remark').y).toBeGreaterThanOrEqual(boxOf(killed, '.flag').bottom)
  })

  it.each([320, 390, 640, 900, 1400])('stays within a chart of %d px', (width) => {
    const node = draw(spike, { note: NOTE, size: { width, height: 300 } })
    const { x, right } = boxOf(node, '.remark')
    const { left, width: inner } = plotOf(node)
    expect(x).toBeGreaterThanOrEqual(left)
    expect(right).toBeLessThanOrEqual(left + inner)
  })
})

/** Half a pixel up or down; where the line is steep, of what it passes within half a pixel to the sides. */
function expectNear(line: readonly Point[], x: number, y: number): void {
  const passed = line.filter((point) => Math.abs(point.x - x) <= 0.5).map((point) => point.y)
  const heights = [...[x - 0.5, x, x + 0.5].map((at) => heightAt(line, at)), ...passed]
  expect(y).toBeGreaterThan(Math.min(...heights) - 0.5)
  expect(y).toBeLessThan(Math.max(...heights) + 0.5)
}

describe('the heap chart', () => {
  it('stacks live and new on other memory, as high as the trace says', () => {
    const trace = variation({}, { otherMemory: '10MiB' })
    const memoryMax = 80 * MIB
    const node = draw(trace, { memoryMax })
    const { left, top, width, height } = plotOf(node)
    const end = endOf(trace)
    for (let i = 1; i < 200; i++) {
      const reading = readAt(trace, (i / 200) * end)!
      const x = left + (i / 200) * width
      const y = (bytes: number) => top + height * (1 - bytes / memoryMax)
      const { other, live, total } = reading
      expectNear(outlineOf(node, 'fresh'), x, y(total))
      expectNear(outlineOf(node, 'live'), x, y(other + live))
      expectNear(outlineOf(node, 'other'), x, y(10 * MIB))
    }
  })

  it('shows the published peak of 60 MiB where the axis says 60', () => {
    const node = draw(spike, { memoryMax: 80 * MIB })
    const { top, height } = plotOf(node)
    const highest = Math.min(...outlineOf(node, 'fresh').map(({ y }) => y))
    expect(highest).toBeCloseTo(top + height / 4, 0)
    const sixty = [...node.querySelectorAll('.ticks.end text')].find((text) => text.textContent === '60')!
    const middle = Number(sixty.getAttribute('y')) - 0.35 * 13
    expect(Math.abs(middle - highest)).toBeLessThan(1)
  })

  it('marks every cycle, and no more than pixels when there are thousands', () => {
    expect(boxesOf(dOf(draw(spike), '.rug'))).toHaveLength(spike.cycles.count)
    const many = variation({ gogc: 'off', memoryLimit: '1MiB' })
    expect(many.cycles.count).toBeGreaterThan(3000)
    const marks = boxesOf(dOf(draw(many), '.rug'))
    expect(marks.length).toBeGreaterThan(0)
    expect(marks.length).toBeLessThan(900)
  })

  it('draws limits only where there are any, and steps them where they change', () => {
    const node = draw(spike)
    expect(dOf(node, '.line.memory-limit') + dOf(node, '.line.container-limit')).toBe('')
    const changed = variation({ changes: [{ at: 3, memoryLimit: '70MiB' }], containerLimit: '90MiB' })
    const limited = draw(changed, { memoryMax: 100 * MIB })
    const { left, width } = plotOf(limited)
    const [first] = dOf(limited, '.line.memory-limit').slice(1).split(',')
    expect(Number(first)).toBeCloseTo(left + (width * changed.segments[1]!.time) / endOf(changed), 0)
    expect(textsOf(limited, '.end-label')).toEqual(expect.arrayContaining(['memory limit', 'container limit']))
  })

  it.each([320, 390, 640, 1280])('points up at limits above its axis, on a page of %i px, too', (width) => {
    const limits = variation({ memoryLimit: '10GiB', containerLimit: '12GiB' })
    const node = draw(limits, { memoryMax: 80 * MIB, size: { width, height: 380 } })
    const labels = textsOf(node, '.end-label').filter((text) => /lim|cont/.test(text))
    expect(labels).toHaveLength(2)
    expect(labels.filter((text) => !text.startsWith('↑'))).toEqual([])
  })

  it('draws the goal above other memory: the stack reaches it when a cycle starts', () => {
    const changes = [{ at: 3.3, otherMemory: '20MiB' }]
    const trace = variation({ changes }, { otherMemory: '10MiB' })
    const node = draw(trace)
    const goal = linesOf(dOf(node, '.line.goal'))[0]!
    const peaks = outlineOf(node, 'fresh')
    const { left, width } = plotOf(node)
    for (let i = 0; i < trace.cycles.count; i++) {
      const x = left + (width * trace.points.time[trace.cycles.startPoint[i]!]!) / endOf(trace)
      const peak = Math.min(...peaks.filter((p) => Math.abs(p.x - x) < 1).map(({ y }) => y))
      // Each is rounded to a tenth of a pixel.
      expect(Math.abs(heightAt(goal, x) - peak)).toBeLessThan(0.11)
    }
  })

  it('draws all cycles of a view alike: each as a tooth where there is room for them, else as one band', () => {
    const trace = simulate(toScenario(findPreset('weaviate-oom')!))
    const teeth = (width: number) => {
      const outline = outlineOf(draw(trace, { size: { width, height: 380 } }), 'fresh')
      return outline.filter(({ y }, i) => i > 0 && y > outline[i - 1]!.y + 10).length
    }
    expect(teeth(900)).toBeGreaterThan(0.9 * trace.cycles.count)
    expect(teeth(400)).toBeLessThan(0.1 * trace.cycles.count)
  })

  it('draws no goal if GOGC and the limit are off', () => {
    const node = draw(variation({ gogc: 'off' }))
    expect(dOf(node, '.line.goal')).toBe('')
    expect(textsOf(node, '.end-label').some((text) => text.startsWith('goal'))).toBe(false)
  })

  it('flags a kill with its time, and nothing where the program ends by itself', () => {
    const killed = draw(variation({ containerLimit: '50MiB' }), { window: [0, 11] })
    expect(textsOf(killed, '.flag.kill text')).toEqual(['killed at 7.05 s'])
    expect(killed.querySelector('.flag')!.getAttribute('visibility')).toBe('visible')
    expect(draw(spike).querySelector('.flag')!.getAttribute('visibility')).toBe('hidden')
  })

  it('draws memory and limit of a run killed at its start as levels, on an axis without times', () => {
    const atOnce = variation({ containerLimit: '1MiB', model: 'runtime' }, { otherMemory: '2MiB', initialLive: '2MiB' })
    const node = draw(atOnce, { window: [0, 1] })
    expect(textsOf(node, '.flag.kill text')).toEqual(['killed as it starts'])
    for (const level of ['.area.live', '.area.other', '.line.container-limit', '.line.total'])
      expect(Math.max(...linesOf(dOf(node, level))[0]!.map(({ x }) => x)), level).toBeGreaterThan(1000)
    expect(textsOf(node, '.ticks.middle text')).toEqual(['0'])
    expect(textsOf(node, '.end-label').filter((text) => /^(new$|↑)/.test(text))).toEqual([])
  })

  it('flags a run that was stopped, with the reason', () => {
    const stopped = simulate(toScenario(findPreset('thrash')!), { maxCycles: 20 })
    expect(textsOf(draw(stopped), '.flag.stopped text')[0]).toMatch(/stopped/)
  })

  it('draws the pinned run as an outline, and takes it away again', () => {
    const { document } = createPage()
    const chart = createHeapChart(document, createRecorder().handlers)
    chart.update(heapModel(spike, { pinned: variation({ gogc: 200 }) }))
    expect(dOf(chart.node, '.pinned')).toMatch(/^M/)
    expect(textsOf(chart.node, '.note')).toContain('pinned')
    chart.update(heapModel(spike))
    expect(dOf(chart.node, '.pinned')).toBe('')
    expect(textsOf(chart.node, '.note')).not.toContain('pinned')
  })

  it('names the outline as the page asks, or “pinned” by default', () => {
    const other = variation({ gogc: 200 })
    const noteOf = (pinnedName?: string) => textsOf(draw(spike, { pinned: other, pinnedName }), '.note')[0]
    expect([noteOf('as it is'), noteOf()]).toEqual(['as it is', 'pinned'])
  })

  it('reads out the values under the crosshair, and nothing without one', () => {
    const node = draw(spike, { cursorTime: 5.2 })
    const readout = node.querySelector('.readout')!
    expect(readout.getAttribute('display')).toBe('inline')
    // From the guide's figures: by 5.2 s the live heap is 20 MiB and the goal with GOGC=100 twice that.
    expect(textsOf(readout, 'text')).toEqual(expect.arrayContaining(['5.20 s', '20.0 MiB', '40.0 MiB']))
    expect(draw(spike).querySelector('.readout')!.getAttribute('display')).toBe('none')
  })

  it('has no lines of a read-out before it is pointed at, and later as many as there are values', () => {
    const { document } = createPage()
    const chart = createHeapChart(document, createRecorder().handlers)
    const names = () => chart.node.querySelectorAll('.readout .name').length
    chart.update(heapModel(spike))
    expect(names()).toBe(0)
    for (const cursorTime of [5.2, 0.1, 5.2]) {
      chart.update(heapModel(spike, { cursorTime }))
      const values = textsOf(chart.node, '.readout .value')
      expect(names()).toBe(values.length)
      expect(values).not.toContain('')
    }
  })

  it('keeps the read-out inside, wherever the crosshair is', () => {
    for (let i = 0; i <= 20; i++) {
      const node = draw(spike, { cursorTime: (endOf(spike) * i) / 20, size: { width: 390, height: 300 } })
      const [, x] = /translate\(([\d.-]+)/.exec(node.querySelector('.readout')!.getAttribute('transform')!)!
      const width = Number(node.querySelector('.readout rect')!.getAttribute('width'))
      expect(Number(x)).toBeGreaterThanOrEqual(0)
      expect(Number(x) + width).toBeLessThanOrEqual(390)
    }
  })

  it('has a description for screen readers', () => {
    const node = draw(spike, { label: 'Heap of the spike' })
    expect(node.getAttribute('role')).toBe('img')
    expect(node.getAttribute('aria-label')).toBe('Heap of the spike')
  })
})

describe('labels at the ends of lines', () => {
  const sizes = [
    { width: 900, height: 380 },
    { width: 640, height: 300 },
    { width: 358, height: 260 },
    { width: 300, height: 140 },
  ]

  it('never overlap, and end inside the chart, in any run at any size', () => {
    fc.assert(
      fc.property(plausibleScenario(), fc.constantFrom(...sizes), (scenario, size) => {
        const node = draw(simulate(scenario, { maxCycles: 300 }), { size })
        const heights = [...node.querySelectorAll('.end-labels text')].map((text) => Number(text.getAttribute('y')))
        heights.sort((a, b) => a - b)
        for (const [i, y] of heights.entries()) if (i > 0) expect(y - heights[i - 1]!).toBeGreaterThanOrEqual(13 * 1.1)
        for (const text of node.querySelectorAll('.end-labels text')) {
          const end = Number(text.getAttribute('x')) + 13 * textEms((text.textContent ?? '').trim())
          expect(end).toBeLessThanOrEqual(size.width)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a drawing', () => {
  const extremes: [string, Trace][] = [
    ['an empty program', run({ program: { phases: [] } })],
    ['a program that allocates nothing', run({ program: { phases: [{ duration: 1 }] } })],
    ['thousands of cycles', variation({ gogc: 'off', memoryLimit: '1MiB' })],
    ['killed at once', variation({ containerLimit: '1MiB' }, { otherMemory: '2MiB' })],
    ['GOGC off', variation({ gogc: 'off' })],
    ['GOGC 0', variation({ gogc: 0 })],
    ['the largest sizes', variation({ memoryLimit: '16TiB', gogc: 1e6 }, { initialLive: '16TiB' })],
    ['the runtime model', variation({ model: 'runtime' })],
    ...PRESETS.map((preset): [string, Trace] => [preset.id, simulate(toScenario(preset))]),
  ]

  it.each(extremes)('has no NaN and no Infinity: %s', (_, trace) => {
    for (const cursorTime of [undefined, 0, endOf(trace) / 3, endOf(trace)])
      expect(notNumbers(draw(trace, { cursorTime, pinned: spike }))).toEqual([])
    expect(notNumbers(draw(trace, { window: [endOf(trace) / 3, endOf(trace) / 2], cursorTime: 0 }))).toEqual([])
  })

  it('has no NaN and no Infinity, in any run', () => {
    fc.assert(
      fc.property(plausibleScenario(), (scenario) => {
        expect(notNumbers(draw(simulate(scenario, { maxCycles: 300 }), { cursorTime: 0.1 }))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('is the same after the same update, and touches nothing in the page', () => {
    const { document } = createPage()
    const chart = createHeapChart(document, createRecorder().handlers)
    const model = heapModel(spike, { cursorTime: 3, pinned: variation({ gogc: 50 }) })
    chart.update(model)
    const before = chart.node.outerHTML
    const set = vi.spyOn(prototypeWith(chart.node, 'setAttribute'), 'setAttribute')
    chart.update({ ...model })
    expect(set).not.toHaveBeenCalled()
    expect(chart.node.outerHTML).toBe(before)
    chart.update({ ...model, cursorTime: 4 })
    expect(set).toHaveBeenCalled()
    set.mockRestore()
  })

  it('does not depend on what was drawn before', () => {
    const { document } = createPage()
    const chart = createHeapChart(document, createRecorder().handlers)
    const killed = variation({ containerLimit: '50MiB', memoryLimit: '45MiB' }, { outsideMemory: '4MiB' })
    chart.update(heapModel(killed, { cursorTime: 2 }))
    chart.update(heapModel(spike, { cursorTime: 2 }))
    const shown = (node: Element) => [textsOf(node, '.end-label'), dOf(node, '.area.fresh'), dOf(node, '.area.outside')]
    expect(shown(chart.node)).toEqual(shown(draw(spike, { cursorTime: 2 })))
    expect(chart.node.querySelector('.flag')!.getAttribute('visibility')).toBe('hidden')
  })
})

describe('cycles that a call of runtime.GC() forced', () => {
  const at = [1, 4, 7]
  const trace = variation({ changes: at.map((time) => ({ at: time, forceGC: true })) })

  it('have a shape of their own, where they start, and a name', () => {
    const node = draw(trace)
    const { left, width } = plotOf(node)
    const diamonds = [...dOf(node, '.forced').matchAll(/M([\d.]+),/g)].map(([, x]) => Number(x))
    const times = trace.cycles.forced.map((i) => trace.points.time[trace.cycles.startPoint[i]!]!)
    expect(times).toHaveLength(at.length)
    expect(diamonds).toHaveLength(at.length)
    // They stand in the middle of a pixel.
    times.forEach((time, i) => {
      expect(Math.abs(diamonds[i]! - (left + (time / endOf(trace)) * width))).toBeLessThanOrEqual(1)
    })
    expect(textsOf(node, '.forced-name')).toEqual(Array(3).fill('runtime.GC()'))
  })

  it('have the name of the call that the program made', () => {
    const node = draw(
      variation({
        changes: [
          { at: 1, freeOSMemory: true },
          { at: 5, forceGC: true },
        ],
      }),
    )
    expect(textsOf(node, '.forced-name')).toEqual(['debug.FreeOSMemory()', 'runtime.GC()'])
  })

  it('leave nothing outside the window, or in a run without any', () => {
    for (const node of [draw(spike), draw(trace, { window: [5, 6] })]) {
      expect(dOf(node, '.forced')).toBe('')
      expect(dOf(node, '.forced-line')).toBe('')
      expect(textsOf(node, '.forced-name')).toEqual([])
    }
  })
})

describe('memory that was not measured', () => {
  const bounds = (trace: Trace): Trace => {
    const runtime = trace.points.runtime!
    const [countedLow, countedHigh] = [0.9, 1.2].map((factor) => runtime.counted.map((bytes) => factor * bytes))
    return {
      ...trace,
      points: { ...trace.points, runtime: { ...runtime, countedLow: countedLow!, countedHigh: countedHigh! } },
    }
  }
  const measured = variation({ model: 'runtime', memoryLimit: '100MiB' })

  it('is drawn as one line within a band, named an estimate, without a figure', () => {
    const node = draw(bounds(measured))
    expect(dOf(node, '.area.range')).not.toBe('')
    expect(dOf(node, '.line.total')).toBe('')
    const names = textsOf(node, '.end-label, .label').filter((text) => /estimate|est\./.test(text))
    expect(names.length).toBe(1)
    expect(names[0]).not.toMatch(/\d/)
  })

  it('is no estimate in a run that was simulated', () => {
    const node = draw(measured)
    expect(dOf(node, '.area.range')).toBe('')
    expect(dOf(node, '.line.total')).not.toBe('')
    expect(textsOf(node, '.end-label, .label').join()).not.toContain('est')
  })
})
