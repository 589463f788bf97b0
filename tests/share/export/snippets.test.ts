import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { LINK_ATTRIBUTES } from '../../../src/share/attributes.ts'
import { KNOBS } from '../../../src/share/base.ts'
import { toElementHtml, toFileStem, toIframeHtml, toMarkdown } from '../../../src/share/export/snippets.ts'
import { VIEW_KEYS } from '../../../src/share/view.ts'

const place = {
  base: 'https://example.org/sawtooth/',
  page: 'https://example.org/sawtooth/',
  link: '#v=1&preset=spike&memoryLimit=60MiB',
  embedLink: '#v=1&preset=spike&memoryLimit=60MiB&hide=procs.cpu',
  title: 'A "spike" <i>& more</i>',
}
const size = { width: undefined, height: 640 }

function parse(html: string) {
  const { document } = new Window()
  document.body.innerHTML = html
  return document.body
}

describe('snippets', () => {
  it('make a sandboxed frame with the link to the figure', () => {
    const frame = parse(toIframeHtml(place, { width: 500, height: 640 })).querySelector('iframe')
    expect(frame?.getAttribute('src')).toBe(`${place.base}embed.html${place.embedLink}`)
    expect(frame?.getAttribute('title')).toBe(`Go GC: ${place.title}`)
    expect(frame?.getAttribute('sandbox')?.split(' ')).not.toContain('allow-same-origin')
    expect(frame?.getAttribute('style')).toBe('width:500px;height:640px;border:0')
  })

  it('make an element with an attribute per key, and a plain link in it', () => {
    const body = parse(toElementHtml(place, size))
    const figure = body.querySelector('sawtooth-figure')
    expect(figure?.getAttribute('memory-limit')).toBe('60MiB')
    expect(figure?.getAttribute('hide')).toBe('procs.cpu')
    expect(figure?.querySelector('a')?.getAttribute('href')).toBe(place.page + place.link)
    expect(figure?.querySelector('a')?.textContent).toBe(place.title)
    expect(body.querySelector('script')?.getAttribute('src')).toBe(`${place.base}embed.js`)
  })

  it('make the element as wide as it is asked to be, or as wide as the page around it', () => {
    const styleOf = (width: number | undefined) =>
      parse(toElementHtml(place, { width, height: 640 }))
        .querySelector('sawtooth-figure')
        ?.getAttribute('style')
    expect(styleOf(500)).toBe('width:500px')
    expect(styleOf(undefined)).toBeNull()
  })

  it('give the element a packed link whole', () => {
    const figure = parse(toElementHtml({ ...place, embedLink: '#v=1&z=abc' }, size)).querySelector('sawtooth-figure')
    expect(figure?.getAttribute('src')).toBe(`${place.base}#v=1&z=abc`)
  })

  it('make Markdown in which a title’s brackets are escaped', () => {
    expect(toMarkdown({ ...place, title: 'a [b](c) *d*' }, 'x.svg')).toBe(
      `[![a \\[b\\]\\(c\\) \\*d\\*](x.svg)](${place.page}${place.link})\n`,
    )
  })

  it('name files in letters, digits and hyphens', () => {
    expect(toFileStem('Über/../../etc: <x>')).toMatch(/^[a-z0-9-]+$/)
    expect(toFileStem('')).toBe('')
    expect(toFileStem(' A spike, then 2 more.')).toBe('a-spike-then-2-more')
    expect(toFileStem('x'.repeat(61))).toBe('x'.repeat(60))
    expect(toFileStem(`${'x'.repeat(59)} and more`)).toBe('x'.repeat(59))
  })
})

describe('the element’s attributes', () => {
  it('are the link’s keys: every knob, and the view state that makes sense in a frame', () => {
    const keys = [...LINK_ATTRIBUTES.values()]
    expect(KNOBS.map(({ key }) => key).filter((key) => !keys.includes(key))).toEqual([])
    const others = keys.filter((key) => !KNOBS.some((knob) => knob.key === key))
    const view = VIEW_KEYS.filter((key) => !['present', 'map', 'edit', 'advise', 'compare'].includes(key))
    expect(others.sort()).toEqual(['preset', 'modelVersion', ...view].sort())
  })
})
