import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import css from '../../../src/charts/charts.css?raw'
import { textEms } from '../../../src/charts/layout.ts'
import { wrapText } from '../../../src/charts/still/caption.ts'
import { drawStill } from '../../../src/charts/still/picture.ts'
import { parseSheet } from '../../../src/charts/still/styles.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { PRESETS } from '../../../src/scenario/presets/all.ts'
import { toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { decodeLink } from '../../../src/share/decode.ts'
import { notNumbers } from '../support/page.ts'

function draw(link: string, rest: object = {}) {
  const { scenario } = decodeLink(link)
  const still = drawStill({ circumstances: {}, scenario, trace: simulate(scenario), shade: 'light', ...rest })
  return { ...still, root: parse(still.svg) }
}

function parse(svg: string): Element {
  const window = new Window()
  const document = new window.DOMParser().parseFromString(svg, 'image/svg+xml')
  return document.documentElement as unknown as Element
}

const textOf = (root: Element) => [...root.querySelectorAll('text')].map((text) => text.textContent).join('\n')

describe('a picture of a run', () => {
  it.each(PRESETS.map(({ id }) => id))('is an SVG document of its own for preset %s', (id) => {
    const preset = PRESETS.find((one) => one.id === id)!
    const scenario = toScenario(preset)
    const { svg, width, height } = drawStill({ circumstances: {}, scenario, trace: simulate(scenario), shade: 'dark' })
    const root = parse(svg)
    expect(root.tagName).toBe('svg')
    expect(root.getAttribute('viewBox')).toBe(`0 0 ${width} ${height}`)
    expect(notNumbers(root)).toEqual([])
    // Nothing that needs a style sheet, a page or a network.
    expect(svg).not.toMatch(/class=|style=|var\(|light-dark|currentColor|<style|<script|<image|url\(/)
  })

  it('says title, settings, results, model and link', () => {
    const link = 'https://example.org/#v=1&preset=spike&memoryLimit=60MiB'
    const { root } = draw(link, { link })
    const text = textOf(root)
    expect(text).toContain('Transient spike')
    expect(text).toContain('GOMEMLIMIT=60MiB')
    expect(text).toContain('peak memory 60.0 MiB')
    expect(text).toContain('guide-1')
    expect(root.querySelector('a')?.getAttribute('href')).toBe(link)
  })

  it('has the colours of the theme', () => {
    const light = draw('#v=1&preset=spike')
    const dark = draw('#v=1&preset=spike', { shade: 'dark' })
    const paper = parseSheet(css).variables.get('--paper') ?? ''
    const [, first = '', second = ''] = /light-dark\((\S+), (\S+)\)/.exec(paper) ?? []
    expect(light.root.querySelector('rect')?.getAttribute('fill')).toBe(first)
    expect(dark.root.querySelector('rect')?.getAttribute('fill')).toBe(second)
  })

  it('shows the whole run where the window lies beyond its end, and no more than the run where it reaches beyond', () => {
    // A container of 45 MiB kills the spike before 8 s.
    const link = '#v=1&preset=spike&containerLimit=45MiB'
    const ticks = (root: Element) => [...root.querySelectorAll('text')].map((text) => text.textContent)
    const drawn = (window?: object) => {
      const { root } = draw(link, { window })
      return [...root.querySelectorAll('path')].map((path) => path.getAttribute('d'))
    }
    expect(drawn({ start: 8, end: 10 })).toEqual(drawn())
    expect(drawn({ start: 0, end: 1000 })).toEqual(drawn())
    expect(ticks(draw(link, { window: { start: 8, end: 10 } }).root)).toEqual(ticks(draw(link).root))
    expect(drawn({ start: 2, end: 1000 })).not.toEqual(drawn())
  })

  it('shows the stretch of time that was zoomed into, and a pinned run', () => {
    const whole = draw('#v=1&preset=spike')
    const part = draw('#v=1&preset=spike', { window: { start: 6, end: 8 } })
    expect(textOf(whole.root)).toContain('\n10\n')
    expect(textOf(part.root)).not.toContain('\n10\n')
    const pinned = draw('#v=1&preset=spike', { pinned: simulate(decodeLink('#v=1&preset=spike&gogc=200').scenario) })
    expect(textOf(pinned.root)).toContain('pinned')
    expect(textOf(whole.root)).not.toContain('pinned')
  })

  it('survives any title', () => {
    const { scenario } = decodeLink('#v=1&preset=spike')
    const title = `</text><script>"&'\u0000\u0007\uffff ]]>`
    const { svg } = drawStill({
      circumstances: {},
      scenario: { ...scenario, title },
      trace: simulate(scenario),
      shade: 'light',
    })
    expect(svg).not.toContain('<script')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them
    expect(svg).not.toMatch(/[\u0000-\u0008\uffff]/)
    expect(textOf(parse(svg))).toContain(`</text><script>"&' ]]>`)
  })

  it('can be URL-encoded even if the title has half a character', () => {
    const { scenario } = decodeLink('#v=1&preset=spike')
    const half = { ...scenario, title: 'Mine \ud83d' }
    const { svg } = drawStill({ circumstances: {}, scenario: half, trace: simulate(scenario), shade: 'light' })
    expect(decodeURIComponent(encodeURIComponent(svg))).toBe(svg)
  })
})

describe('wrapped text', () => {
  it('loses nothing, and breaks within a word only where a line is too short for it', () => {
    const text = `a few words and https://example.org/${'x'.repeat(200)} and more`
    const lines = wrapText(text, 30)
    expect(lines.length).toBeGreaterThan(3)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    expect(wrapText('short', 30)).toEqual(['short'])
    expect(wrapText('', 30)).toEqual([])
  })

  it('takes a link of any length, and cuts no letter in two', () => {
    const link = '👍z'.repeat(100_000)
    const lines = wrapText(link, 30)
    expect(lines.join('')).toBe(link)
    expect(lines.every((line) => textEms(line) <= 30 && line.isWellFormed())).toBe(true)
  })
})
