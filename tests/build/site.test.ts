import { inflateSync } from 'node:zlib'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { toPngFile } from '../../build/png.ts'
import { drawPreview, PREVIEW } from '../../build/preview.ts'
import { sitePages } from '../../build/site.ts'
import { simulate } from '../../src/model/simulate.ts'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { decodeLink } from '../../src/share/decode.ts'

/** The files that the build writes for an address. */
function write(siteUrl: string | undefined): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>()
  const { generateBundle } = sitePages(siteUrl)
  if (typeof generateBundle !== 'function') throw new Error('the plugin writes nothing')
  const context = {
    emitFile: ({ fileName, source }: { fileName: string; source: string | Uint8Array }) => files.set(fileName, source),
  }
  Reflect.apply(generateBundle, context, [])
  return files
}

function parse(html: string | Uint8Array | undefined) {
  const window = new Window()
  window.document.write(String(html))
  const meta = (name: string) =>
    window.document.querySelector(`meta[property="${name}"]`)?.getAttribute('content') ?? undefined
  return { document: window.document, meta }
}

describe('a build with an address', () => {
  const files = write('https://example.org/sawtooth')

  it('has a page, a picture and an oEmbed description per preset', () => {
    const expected = PRESETS.flatMap(({ id }) =>
      ['index.html', 'oembed.json', 'preview.png'].map((file) => `p/${id}/${file}`),
    )
    expect([...files.keys()].filter((name) => name !== '404.html').sort()).toEqual(expected.sort())
  })

  it('has a page for missing addresses that finds its files and the app from any depth', () => {
    const { document } = parse(files.get('404.html'))
    const addresses = [...document.querySelectorAll('[href], [src]')].map(
      (element) => element.getAttribute('href') ?? element.getAttribute('src'),
    )
    expect(addresses).toEqual(['/sawtooth/404.css', '/sawtooth/404.js', '/sawtooth/'])
  })

  it('has the metadata for link previews on each page', () => {
    const { document, meta } = parse(files.get('p/spike/index.html'))
    expect(meta('og:title')).toBe('Transient spike')
    expect(meta('og:url')).toBe('https://example.org/sawtooth/p/spike/')
    expect(meta('og:image')).toBe('https://example.org/sawtooth/p/spike/preview.png')
    expect(meta('og:description')).toContain('peak memory 60.0 MiB')
    expect(document.querySelector('link[type="application/json+oembed"]')?.getAttribute('href')).toBe(
      'https://example.org/sawtooth/p/spike/oembed.json',
    )
    // The description is in the part that WordPress and others read.
    expect(String(files.get('p/spike/index.html')).length).toBeLessThan(150_000)
  })

  it('leads people on to the app with the preset', () => {
    for (const { id } of PRESETS) {
      const { document } = parse(files.get(`p/${id}/index.html`))
      const app = document.querySelector('a')?.getAttribute('href') ?? ''
      expect(app.startsWith('https://example.org/sawtooth/#v=1&')).toBe(true)
      expect(decodeLink(app)).toMatchObject({ presetId: id, problems: [] })
      expect(document.querySelector('meta[http-equiv=refresh]')?.getAttribute('content')).toBe(`0; url=${app}`)
    }
  })

  it('offers a sandboxed frame by oEmbed', () => {
    const oembed = JSON.parse(String(files.get('p/thrash/oembed.json')))
    expect(oembed).toMatchObject({ version: '1.0', type: 'rich', title: findPreset('thrash')?.title })
    expect(oembed.html).toContain('src="https://example.org/sawtooth/embed.html#v=1&amp;preset=thrash"')
    expect(oembed.html).not.toContain('allow-same-origin')
  })

  it('refuses an invalid address', () => {
    expect(() => sitePages('example.org')).toThrow()
    expect(() => sitePages('ftp://example.org/')).toThrow('https://')
  })
})

describe('a build without an address', () => {
  it('writes no pages', () => {
    expect(write(undefined).size).toBe(0)
    expect(write('').size).toBe(0)
  })
})

describe('the preview picture', () => {
  const trace = simulate(toScenario(findPreset('spike')!))
  const { width, height, data } = drawPreview(trace)
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]

  it('shows the run: paper above the heap, live heap at its foot', () => {
    expect([width, height]).toEqual([PREVIEW.width, PREVIEW.height])
    expect(at(10, 10)).toEqual([0xfd, 0xfc, 0xf9])
    expect(at(1000, 560)).toEqual([0x2f, 0x6b, 0xa8])
  })

  it('is a PNG file that holds these pixels', () => {
    const png = Buffer.from(toPngFile({ width, height, data }))
    expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
    const length = png.readUInt32BE(33)
    expect(png.subarray(37, 41).toString('latin1')).toBe('IDAT')
    const rows = inflateSync(png.subarray(41, 41 + length))
    const row = rows.subarray(300 * (1 + 3 * width) + 1, 301 * (1 + 3 * width))
    expect(Buffer.compare(row, data.subarray(300 * 3 * width, 301 * 3 * width))).toBe(0)
  })
})
