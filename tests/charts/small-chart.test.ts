import { describe, expect, test } from 'vitest'
import { createSmallChart } from '../../src/charts/small-chart.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import type { Trace } from '../../src/model/trace.ts'
import { findPreset, PRESETS, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { MIB } from '../../src/units.ts'
import { run } from '../support/run.ts'
import { createPage, notNumbers } from './support/page.ts'
import { outlineOf } from './support/path.ts'

const preset = (id: string) => simulate(toScenario(findPreset(id)!))

function draw(trace: Trace, memoryMax = 100 * MIB) {
  const chart = createSmallChart(createPage().document)
  const model = {
    trace,
    memoryMax,
    window: [0, endOf(trace)] as const,
    size: { width: 180, height: 60 },
    label: 'small',
  }
  chart.update(model)
  const before = chart.node.outerHTML
  chart.update({ ...model })
  expect(chart.node.outerHTML).toBe(before)
  return chart.node
}

describe('a thumbnail', () => {
  test('spans its whole width, and is as high as the run', () => {
    const outline = outlineOf(draw(preset('spike'), 60 * MIB), 'fresh')
    expect(outline[0]!.x).toBe(0)
    expect(outline.at(-1)!.x).toBe(180)
    // The peak of 60 MiB touches the top of the plot, two pixels below the edge.
    expect(Math.min(...outline.map(({ y }) => y))).toBeCloseTo(2, 0)
  })

  test('marks a kill', () => {
    const killed = run({ ...findPreset('spike')!.json, containerLimit: '50MiB' })
    expect(draw(killed).querySelector('.kill-cross')!.getAttribute('visibility')).toBe('visible')
    expect(draw(preset('spike')).querySelector('.kill-cross')!.getAttribute('visibility')).toBe('hidden')
  })

  test.each(PRESETS.map(({ id }) => id))('holds nothing that is no number: %s', (id) => {
    expect(notNumbers(draw(preset(id)))).toEqual([])
  })
})
