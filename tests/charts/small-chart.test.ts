import { describe, expect, it } from 'vitest'
import { createSmallChart } from '../../src/charts/small-chart.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import type { Trace } from '../../src/model/trace.ts'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { MIB } from '../../src/units.ts'
import { run } from '../support/run.ts'
import { createPage, notNumbers } from './support/page.ts'
import { heightAt, linesOf, outlineOf } from './support/path.ts'

const preset = (id: string) => simulate(toScenario(findPreset(id)!))

const SIZE = { width: 180, height: 60 }

function draw(trace: Trace, memoryMax = 100 * MIB) {
  const chart = createSmallChart(createPage().document)
  const model = {
    trace,
    memoryMax,
    window: [0, endOf(trace)] as const,
    size: SIZE,
    label: 'small',
  }
  chart.update(model)
  const before = chart.node.outerHTML
  chart.update({ ...model })
  expect(chart.node.outerHTML).toBe(before)
  return chart.node
}

describe('a thumbnail', () => {
  it('has no role before it is drawn, and then is an image with a name', () => {
    expect(createSmallChart(createPage().document).node.getAttribute('role')).toBeNull()
    const node = draw(preset('spike'))
    expect([node.getAttribute('role'), node.getAttribute('aria-label')]).toEqual(['img', 'small'])
  })

  it('spans its whole width, and is as high as the run', () => {
    const outline = outlineOf(draw(preset('spike'), 60 * MIB), 'fresh')
    expect(outline[0]!.x).toBe(0)
    expect(outline.at(-1)!.x).toBe(180)
    // The peak of 60 MiB touches the top of the plot, two pixels below the edge.
    expect(Math.min(...outline.map(({ y }) => y))).toBeCloseTo(2, 0)
  })

  it('marks a kill', () => {
    const killed = run({ ...findPreset('spike')!.json, containerLimit: '50MiB' })
    expect(draw(killed).querySelector('.kill-cross')!.getAttribute('visibility')).toBe('visible')
    expect(draw(preset('spike')).querySelector('.kill-cross')!.getAttribute('visibility')).toBe('hidden')
  })

  it('marks it where and when it was: at the limit, at the end of the run', () => {
    const killed = run({ ...findPreset('spike')!.json, containerLimit: '50MiB' })
    const chart = createSmallChart(createPage().document)
    chart.update({ trace: killed, memoryMax: 100 * MIB, window: [0, 2 * endOf(killed)], size: SIZE, label: 'killed' })
    const [corner] = linesOf(chart.node.querySelector('.kill-cross')!.getAttribute('d')!).flat()
    // Half of the width, and half of the height: its corners are 4 px off.
    expect(corner!.x).toBeCloseTo(90 - 4, -0.5)
    expect(corner!.y).toBeCloseTo(30 - 4, -0.5)
  })

  it('draws exactly the limits of the run', () => {
    const pathOf = (node: Element, line: string) => node.querySelector(`.line.${line}`)!.getAttribute('d') ?? ''
    const limited = draw(run({ ...findPreset('spike')!.json, memoryLimit: '50MiB', containerLimit: '75MiB' }))
    const heights = ['memory-limit', 'container-limit'].map((line) => linesOf(pathOf(limited, line))[0]![0]!.y)
    // 50 and 75 of 100 MiB, in a plot from 59 up to 2.
    expect(heights[0]).toBeCloseTo(59 - 0.5 * 57, 0)
    expect(heights[1]).toBeCloseTo(59 - 0.75 * 57, 0)
    const free = draw(preset('spike'))
    expect(pathOf(free, 'memory-limit') + pathOf(free, 'container-limit')).toBe('')
  })

  it('shows memory outside the heap as the line of total memory, above it', () => {
    const outside = draw(preset('rpc-mmap'), 2000 * MIB)
    const total = linesOf(outside.querySelector('.line.total')!.getAttribute('d')!)[0]!
    const heap = outlineOf(outside, 'fresh')
    // 1 GiB of 2000 MiB is half of the plot.
    expect(heightAt(heap, 90) - heightAt(total, 90)).toBeGreaterThan(0.5 * 57)
  })

  it('is named for those who do not see it', () => {
    expect(draw(preset('spike')).getAttribute('aria-label')).toBe('small')
  })

  it.each(PRESETS.map(({ id }) => id))('has no NaN and no Infinity: %s', (id) => {
    expect(notNumbers(draw(preset(id)))).toEqual([])
  })
})
