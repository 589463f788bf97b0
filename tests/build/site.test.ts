import { Window } from 'happy-dom'
import { describe, expect, it, vi } from 'vitest'
import { sitePages } from '../../build/site.ts'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { findPreset } from '../../src/scenario/presets/catalogue.ts'
import { decodeLink } from '../../src/share/decode.ts'

const warn = vi.fn()

/** The files that the build writes for an address. */
async function write(...args: Parameters<typeof sitePages>): Promise<Map<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>()
  const { buildStart, generateBundle } = sitePages(...args)
  if (typeof buildStart !== 'function' || typeof generateBundle !== 'function') throw new Error('no such hooks')
  const context = {
    warn,
    emitFile: ({ fileName, source }: { fileName: string; source: string | Uint8Array }) => files.set(fileName, source),
  }
  await Reflect.apply(buildStart, context, [])
  await Reflect.apply(generateBundle, context, [])
  return files
}

function parse(html: string | Uint8Array | undefined) {
  const window = new Window()
  window.document.write(String(html))
  const meta = (name: string) =>
    window.document.querySelector(`meta[property="${name}"]`)?.getAttribute('content') ?? undefined
  return { document: window.document, meta }
}

describe('a build with an address', async () => {
  const files = await write('https://example.org/sawtooth')

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
    expect(addresses).toEqual(
      [
        ...['404.css', '404.js', '', ''],
        ...['learn', 'experiments', 'evidence', 'program'].map((page) => `${page}.html`),
        '',
      ].map((file) => `/sawtooth/${file}`),
    )
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

  it('has preview pictures of the size that sites show', () => {
    const png = Buffer.from(files.get('p/spike/preview.png') ?? '')
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
  })

  it('refuses an invalid address', () => {
    expect(() => sitePages('example.org')).toThrow()
    expect(() => sitePages('ftp://example.org/')).toThrow('https://')
  })
})

describe('a build without an address', () => {
  it('writes no pages', async () => {
    expect((await write(undefined)).size).toBe(0)
    expect((await write('')).size).toBe(0)
  })
})

describe('the preview picture', () => {
  it('is the figure of the run, on the background of the page', async () => {
    const toPng = vi.fn((_svg: string, _options: object) => new Uint8Array())
    await write('https://example.org/', async () => toPng)
    const [svg, options] = toPng.mock.calls[PRESETS.findIndex(({ id }) => id === 'spike')]!
    expect(svg).toContain('<title>Transient spike</title>')
    expect(options).toEqual({ background: '#fdfcf9' })
  })

  it('is left out with its metadata, and the build says so, where nothing can draw it', async () => {
    warn.mockClear()
    const files = await write('https://example.org/', async () => undefined)
    expect(warn.mock.calls).toEqual([['no preview pictures: @resvg/resvg-js is not installed here']])
    expect([...files.keys()].filter((name) => name.endsWith('.png'))).toEqual([])
    const { meta } = parse(files.get('p/spike/index.html'))
    expect(meta('og:title')).toBe('Transient spike')
    expect(meta('og:image')).toBeUndefined()
    expect(String(files.get('p/spike/oembed.json'))).not.toContain('thumbnail')
  })
})
