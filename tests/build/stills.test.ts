import { describe, expect, it, vi } from 'vitest'
import { renderStill } from '../../build/stills.tsx'
import { simulate } from '../../src/model/simulate.ts'
import { defaultScenario } from '../../src/scenario/presets/catalogue.ts'

const PAGES = ['index', 'learn', 'experiments', 'evidence', 'program', 'log']

describe('a page as the build draws it', () => {
  it.each(PAGES)('has the header and the title of %s', (page) => {
    const complaint = vi.spyOn(console, 'error')
    const html = renderStill(page) ?? ''
    // React complains about attributes that no element has.
    expect(complaint).not.toHaveBeenCalled()
    expect(html).toContain('class="site-header"')
    expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
    // It is written into the HTML as it is, where no script may stand.
    expect(html).not.toMatch(/<script|<style| on\w+=/)
    // A file that is given to it would be lost.
    expect(html).not.toContain('type="file"')
  })

  it('has the results of the default run, from the model', () => {
    const html = renderStill('index') ?? ''
    const { result } = simulate(defaultScenario())
    const number = (name: string) => new RegExp(`result-${name}">.*?class="number">([^<]*)`).exec(html)?.[1]
    expect(Number(number('gc-cpu'))).toBeCloseTo(result.gcCpuFraction * 100, 1)
    expect(Number(number('cycles'))).toBe(result.cycles)
  })

  it('draws the run: its highest point stands where its scale has it', () => {
    const d = /class="area fresh" d="M([^"]*)Z"/.exec(renderStill('index') ?? '')?.[1] ?? ''
    const points = d.split(/[ML ]/).map((point) => point.split(',').map(Number) as [number, number])
    const [time, height] = points.reduce((a, b) => (b[1] < a[1] ? b : a))
    // Cycle 9 of the run: 60 MiB at 7.55 of 10.67 s, as the guide has it. The scale has room above it.
    expect(time / 2000).toBeCloseTo(7.55 / 10.67, 2)
    expect(1 - height / 2000).toBeGreaterThan(0.8)
    expect(1 - height / 2000).toBeLessThan(0.95)
  })

  it('restores the global `location`', () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'location')
    renderStill('experiments')
    expect(Object.getOwnPropertyDescriptor(globalThis, 'location')).toEqual(before)
  })

  it('is not made for the embedded frame', () => {
    expect(renderStill('embed')).toBeUndefined()
  })
})
