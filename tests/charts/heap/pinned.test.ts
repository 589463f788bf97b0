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

/** In pixels: the right end of the run to compare with, of its name, and of the present run; and where the names of lines begin. */
function places(pinned: Trace, times: number) {
  const { document } = createPage()
  const chart = createHeapChart(document, createRecorder().handlers)
  const end = times * Math.max(endOf(spike), endOf(pinned))
  chart.update(heapModel(spike, { pinned, pinnedName: NAME, window: [0, end] }))
  const texts = [...chart.node.querySelectorAll<SVGTextElement>(':is(.note, .end-label)')]
  const name = texts.find((text) => text.textContent === NAME && text.getAttribute('visibility') !== 'hidden')!
  const plot = chart.node.querySelector('.plot')!
  const [left, width] = ['x', 'width'].map((key) => Number(plot.getAttribute(key)))
  const toX = (time: number) => left! + (width! * time) / end
  const at = Number(name.getAttribute('x'))
  const half = (textEms(NAME) * EM) / 2
  return {
    pinnedEnd: toX(endOf(pinned)),
    runEnd: toX(endOf(spike)),
    name: name.matches('.note') ? { left: at - half, right: at + half } : { left: at, right: at + 2 * half },
    label: Number(chart.node.querySelector('.end-label.live')?.getAttribute('x')),
    names: [...chart.node.querySelectorAll('.end-labels text')].map(({ textContent }) => textContent),
    covered: Number(plot.getAttribute('data-end')),
  }
}

const NAME = 'measured'
const lasting = (seconds: number) =>
  run({ gogc: 'off', program: { phases: [{ duration: seconds, allocRate: '10MiB' }] } })

describe('the run to compare with', () => {
  it.each([1, 2])('has its name at its own end if it is shorter (window: %d × the longer run)', (times) => {
    const { name, pinnedEnd, label } = places(lasting(endOf(spike) / 2), times)
    expect(name.left).toBeGreaterThan(pinnedEnd)
    expect(name.left - pinnedEnd).toBeLessThan(EM)
    expect(name.right).toBeLessThan(label)
  })

  it.each([1, 2])('is not covered by any label if it is longer (window: %d × the longer run)', (times) => {
    const { name, pinnedEnd, runEnd, label } = places(lasting(2 * endOf(spike)), times)
    expect(pinnedEnd).toBeGreaterThan(runEnd + 100)
    expect(label).toBeGreaterThan(pinnedEnd)
    expect(name.left).toBe(label)
  })

  it.each([8.5, 100])(
    'is the only one with a name at the right end if the run is too short to see: 1/%d of it',
    (times) => {
      const { name, names, pinnedEnd } = places(lasting(times * endOf(spike)), 1)
      expect(name.left).toBeGreaterThan(pinnedEnd)
      expect(names).toEqual([NAME])
    },
  )

  it('leaves the names of a run that is long enough to see', () => {
    expect(places(lasting(7.5 * endOf(spike)), 1).names).toEqual(expect.arrayContaining([NAME, 'live', 'new']))
  })

  it('has its name above its end if there is no room after it', () => {
    const { name, pinnedEnd, label } = places(lasting(endOf(spike) - 0.1), 1)
    expect(Math.abs(name.right - pinnedEnd)).toBeLessThanOrEqual(1)
    expect(name.right).toBeLessThan(label)
  })

  it('leaves the names of lines out of what playback covers', () => {
    for (const seconds of [5, 25]) {
      const { covered, label } = places(lasting(seconds), 2)
      expect(covered).toBeLessThan(label)
    }
  })
})
