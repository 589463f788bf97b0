import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCpuChart } from '../../../src/charts/cpu/cpu-chart.ts'
import { createHeapChart } from '../../../src/charts/heap/heap-chart.ts'
import { UNKNOWN_SETTINGS } from '../../../src/gctrace/goals.ts'
import { toTrace } from '../../../src/gctrace/to-trace.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { endOf } from '../../../src/model/steps.ts'
import type { Trace } from '../../../src/model/trace.ts'
import { PRESETS } from '../../../src/scenario/presets/all.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { readLog } from '../../gctrace/support.ts'
import { run } from '../../support/run.ts'
import { cpuModel, createPage, createRecorder, heapModel, notNumbers } from '../support/page.ts'
import { boxesOf, heightAt, outlineOf } from '../support/path.ts'

const preset = (id: string) => simulate(toScenario(findPreset(id)!))

function draw(trace: Trace, rest: Parameters<typeof cpuModel>[1] = {}) {
  const { document } = createPage()
  const chart = createCpuChart(document, createRecorder().handlers)
  chart.update(cpuModel(trace, rest))
  return chart.node
}

const plotOf = (node: Element) => {
  const plot = node.querySelector('.plot')!
  return { x: Number(plot.getAttribute('x')), width: Number(plot.getAttribute('width')) }
}
const dOf = (node: Element, selector: string) => node.querySelector(selector)?.getAttribute('d') ?? ''
const labelsOf = (node: Element) =>
  [...node.querySelectorAll('.end-label')].map((text) => (text.textContent ?? '').trim())

describe('the GC CPU chart', () => {
  it('draws each period’s share as a step: 6 % of 1.06 s with a cycle of 0.06 s a second', () => {
    const trace = run({
      program: {
        initialLive: '20MiB',
        fixedCost: 0.04,
        phases: [{ duration: 3.5, allocRate: '20MiB', scanRate: '1000MiB' }],
      },
    })
    const node = draw(trace)
    const line = outlineOf(node, 'gc')
    const baseline = Number(/,([\d.]+)H/.exec(dOf(node, '.baseline'))![1])
    const half = Number(/,([\d.]+)H/.exec(dOf(node, '.line.half'))![1])
    const { x, width } = plotOf(node)
    const share = (time: number) =>
      (0.5 * (baseline - heightAt(line, x + (width * time) / endOf(trace)))) / (baseline - half)
    // Lines stand on pixels, and half the axis is some 50 of them high.
    for (const time of [0.5, 1.5, 2.5]) expect(Math.abs(share(time) - 0.06 / 1.06)).toBeLessThan(0.015)
    expect(Math.abs(share(3.4))).toBeLessThan(0.015)
  })

  it('names no share between its ends where there is no room for it, as on a phone that presents sideways', () => {
    const sharesAt = (height: number) => {
      const node = draw(preset('spike'), { size: { width: 640, height }, textSize: 19 })
      return [...node.querySelectorAll('.ticks.end text')].map((text) => text.textContent)
    }
    expect([sharesAt(140), sharesAt(75)]).toEqual([
      ['0', '50', '100'],
      ['0', '100'],
    ])
  })

  it('of a run that takes no time says so, and names no line', () => {
    // The first byte is one too many: killed after some 50 ns.
    const killed = run({ ...findPreset('spike')!.json, containerLimit: '1B' })
    expect(endOf(killed)).toBeGreaterThan(0)
    const node = draw(killed)
    expect(node.querySelector('.title')?.textContent).toBe('No time passes')
    expect(labelsOf(node)).toEqual([])
  })

  it('has its time axis exactly under that of the heap chart, at every width and type size', () => {
    const trace = preset('spike')
    for (const width of [320, 390, 640, 900, 1600])
      for (const textSize of [12, 13, 20]) {
        const { document } = createPage()
        const heap = createHeapChart(document, createRecorder().handlers)
        heap.update(heapModel(trace, { size: { width, height: 300 }, textSize }))
        expect(plotOf(draw(trace, { size: { width, height: 100 }, textSize }))).toEqual(plotOf(heap.node))
      }
  })

  it('keeps the label of the widest band where there is no room for all', () => {
    // Idle workers mark most of the time that there is, and hardly anybody assists.
    const trace = run({
      model: 'runtime',
      procs: 4,
      gogc: 20,
      cpuLimiter: false,
      program: { initialLive: '100MiB', busyProcs: 1, phases: [{ duration: 5, allocRate: '60MiB', scanRate: '1GiB' }] },
    })
    const node = draw(trace, { size: { width: 400, height: 60 } })
    const roomy = draw(trace, { size: { width: 900, height: 400 } })
    expect(labelsOf(roomy)).toContain('background')
    expect(labelsOf(roomy)).toContain('idle')
    expect(labelsOf(node).filter((name) => name !== '')).toContain('idle')
  })

  it('names all who mark before a bucket that is empty', () => {
    const trace = preset('lines-naive')
    expect(labelsOf(draw(trace, { size: { width: 900, height: 240 } }))).toContain('limiter bucket')
    const named = labelsOf(draw(trace, { size: { width: 900, height: 80 } }))
    expect(named).toEqual(expect.arrayContaining(['background', 'idle', 'GC CPU limit']))
    expect(named).not.toContain('limiter bucket')
  })

  it('reads out the bucket by the name at its line, and the whole share in the colour of no part', () => {
    const readout = draw(run({ ...findPreset('spike')!.json, model: 'runtime' }), { cursorTime: 5 }).querySelector(
      '.readout',
    )!
    const names = [...readout.querySelectorAll('.name')].map(({ textContent }) => textContent)
    expect(names).toEqual(['GC share', 'limiter bucket'])
    expect(readout.querySelector('.swatch')!.getAttribute('class')).toBe('swatch time')
  })

  it('does not draw a bucket that stays empty over the GC share', () => {
    const node = draw(preset('rpc'), { size: { width: 900, height: 240 } })
    expect(dOf(node, '.line.bucket')).toBe('')
    expect(labelsOf(node)).not.toContain('limiter bucket')
    expect(labelsOf(node)).toContain('GC CPU limit')
  })

  it('shows the bucket only where the limiter is on', () => {
    const plain = draw(preset('thrash'))
    expect(dOf(plain, '.line.bucket')).toBe('')
    expect(labelsOf(plain)).toEqual(['GC', 'GC CPU limit, off'])
    const capped = draw(preset('thrash-capped'))
    expect(dOf(capped, '.line.bucket')).toMatch(/^M/)
    expect(labelsOf(capped)).toEqual(expect.arrayContaining(['GC', 'GC CPU limit', 'limiter bucket']))
  })

  it('tells pages that do not show a GC CPU limit which one is off: its line, its label and the leader between', () => {
    const offIn = (id: string) => draw(preset(id)).querySelectorAll('.half.off').length
    expect([offIn('thrash'), offIn('thrash-capped')]).toEqual([3, 0])
    expect(draw(preset('thrash')).querySelectorAll('.half')).toHaveLength(3)
  })

  it('labels every kind of GC work above 1 % of the CPU time, even if the last cycle had none of it', () => {
    for (const { id } of PRESETS) {
      const trace = simulate({ ...toScenario(findPreset(id)!), model: 'runtime' })
      const runtime = trace.cycles.runtime!
      const seconds = (part: 'background' | 'assist' | 'idle' | 'pause') =>
        runtime[part].slice(0, trace.cycles.count).reduce((sum, one) => sum + one, 0)
      const large = (['background', 'assist', 'idle', 'pause'] as const).filter(
        (part) => seconds(part) > 0.01 * endOf(trace),
      )
      expect(labelsOf(draw(trace, { size: { width: 900, height: 240 } })), id).toEqual(expect.arrayContaining(large))
    }
  })

  it('labels the assists that a log shows as few high bars', () => {
    const log = readFileSync('tests/fixtures/services/quiet/logs/queue-gogc100-limit36MiB.log', 'utf8')
    const trace = toTrace(readLog(log).columns, UNKNOWN_SETTINGS)
    expect(labelsOf(draw(trace, { size: { width: 900, height: 240 } }))).toContain('assist')
  })

  it('hatches where due cycles were held back', () => {
    const trace = preset('thrash-capped')
    expect(trace.holds.length).toBeGreaterThan(1)
    const { x, width } = plotOf(draw(trace))
    const hatch = boxesOf(dOf(draw(trace), '.hatch'))
    const first = trace.holds[0]!
    expect(hatch[0]!.left).toBeCloseTo(x + (width * first.start) / endOf(trace), 0)
    expect(boxesOf(dOf(draw(preset('thrash')), '.hatch'))).toEqual([])
  })

  it('names what is hatched where there is room to', () => {
    const trace = preset('thrash-capped')
    const [{ start, end }] = trace.holds as [{ start: number; end: number }]
    const note = draw(trace, { window: [start, end] }).querySelector('.note')!
    expect(note.getAttribute('visibility')).toBe('visible')
    expect(note.textContent).toBe('cycle held back')
    expect(draw(trace).querySelector('.note')!.getAttribute('visibility')).toBe('hidden')
  })

  it('the same update changes nothing', () => {
    const { document } = createPage()
    const chart = createCpuChart(document, createRecorder().handlers)
    const model = cpuModel(preset('thrash-capped'), { cursorTime: 8, pinned: preset('thrash') })
    chart.update(model)
    const before = chart.node.outerHTML
    chart.update({ ...model })
    expect(chart.node.outerHTML).toBe(before)
  })

  it.each(PRESETS.map(({ id }) => id))('has no NaN and no Infinity: %s', (id) => {
    const trace = preset(id)
    expect(notNumbers(draw(trace, { cursorTime: endOf(trace) / 3, pinned: preset('spike') }))).toEqual([])
  })

  it('has no NaN and no Infinity, in any run', () => {
    fc.assert(
      fc.property(plausibleScenario(), (scenario) => {
        expect(notNumbers(draw(simulate(scenario, { maxCycles: 300 }), { cursorTime: 0.1 }))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})
