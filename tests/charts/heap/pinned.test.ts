import { describe, expect, it } from 'vitest'
import { createHeapChart } from '../../../src/charts/heap/heap-chart.ts'
import { textEms } from '../../../src/charts/layout.ts'
import { endOf } from '../../../src/model/steps.ts'
import type { Trace } from '../../../src/model/trace.ts'
import { findPreset } from '../../../src/scenario/presets/catalogue.ts'
import { run } from '../../support/run.ts'
import { createPage, createRecorder, heapModel } from '../support/page.ts'

const SPIKE = findPreset('spike')!.json
const spike = run(SPIKE)
const EM = 13

/** Where the name of the outlined run is, and the label of live memory, in a window this many times as long as the run. */
function places(pinned: Trace, pinnedName: string, times: number) {
  const { document } = createPage()
  const chart = createHeapChart(document, createRecorder().handlers)
  chart.update(heapModel(spike, { pinned, pinnedName, window: [0, times * endOf(spike)] }))
  const note = [...chart.node.querySelectorAll('.note')].find((text) => text.textContent === pinnedName)!
  const label = chart.node.querySelector('.end-label.live')!
  const [middle, start] = [note, label].map((text) => Number(text.getAttribute('x')))
  const half = (textEms(pinnedName) * EM) / 2
  return {
    name: { left: middle! - half, right: middle! + half },
    label: { left: start!, right: start! + textEms(label.textContent ?? '') * EM },
  }
}

const longerBy = (times: number) =>
  run({ gogc: 'off', program: { phases: [{ duration: times * endOf(spike), allocRate: '10MiB' }] } })

describe('the name of the outlined run', () => {
  it('is left of the labels if the run ends inside the window', () => {
    // Without GC its peak is at its end, just before that of the spike, which takes a quarter of the window.
    const { name, label } = places(run({ ...SPIKE, gogc: 'off', model: 'runtime' }), 'runtime model', 4)
    expect(name.right).toBeLessThan(label.left)
  })

  it('is right of them if its peak is there', () => {
    const { name, label } = places(longerBy(4), 'pinned', 4)
    expect(name.left).toBeGreaterThan(label.right)
  })

  it('stands beyond the labels of a run that ends too soon to leave room before them', () => {
    for (const other of [run({ ...SPIKE, gogc: 200 }), longerBy(40)]) {
      const { name, label } = places(other, 'measured', 40)
      expect(name.left).toBeGreaterThan(label.right)
    }
  })
})
