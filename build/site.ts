import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { toResultsText, toSettingsText } from '../src/charts/still/caption.ts'
import { simulate } from '../src/model/simulate.ts'
import { PRESETS } from '../src/scenario/presets/all.ts'
import { toScenario } from '../src/scenario/presets/catalogue.ts'
import type { Preset } from '../src/scenario/presets/preset.ts'
import { encodeLink } from '../src/share/encode.ts'
import { escapeHtml } from '../src/share/export/snippets.ts'
import { circumstancesOf } from '../src/store/circumstances.ts'
import { toPngFile } from './png.ts'
import { drawPreview, PREVIEW } from './preview.ts'

const NAME = 'Sawtooth'
const EMBED = { width: 800, height: 780 } as const

/**
 * Writes a page per preset, at `p/<preset>/`, with metadata for link previews (whose servers never see fragments), a
 * preview picture from the model, and an oEmbed description. It redirects people to the app. The page for missing
 * addresses, which a host shows at any depth, gets the whole path of its files. All of this needs the address at which
 * the build will be served; without it nothing is written.
 */
export function sitePages(siteUrl: string | undefined): Plugin {
  const site = siteUrl && toSite(siteUrl)
  return {
    name: 'sawtooth:site-pages',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transformIndexHtml: (html, { path }) =>
      site && path === '/index.html'
        ? html.replace('</title>', () => `</title>\n    ${homeTags(site).join('\n    ')}`)
        : html,
    generateBundle() {
      if (!site) return
      const missing = toRooted(readFileSync('public/404.html', 'utf8'), new URL(site).pathname)
      this.emitFile({ type: 'asset', fileName: '404.html', source: missing })
      for (const preset of PRESETS) {
        const page = toPage(preset, site)
        const emit = (fileName: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName: `p/${preset.id}/${fileName}`, source })
        emit('index.html', toHtml(page))
        emit('oembed.json', `${JSON.stringify(toOembed(page), undefined, 2)}\n`)
        emit('preview.png', toPngFile(drawPreview(simulate(toScenario(preset)))))
      }
    },
  }
}

/** A page whose relative addresses begin at `root`, a path with a slash at its end. */
function toRooted(html: string, root: string): string {
  return html.replace(/(href|src)="(?:\.\/)?([\w.]*)"/g, (_, name, file) => `${name}="${escapeHtml(root)}${file}"`)
}

/** The address with a slash at its end. @throws Error for what is no address of the web */
function toSite(text: string): string {
  const { protocol, href } = new URL(text.replace(/\/*$/, '/'))
  if (!/^https?:$/.test(protocol)) throw new Error(`SITE_URL is "${text}": it begins with https://`)
  return href
}

interface Page {
  readonly title: string
  readonly description: string
  /** Of this page, with a slash at its end. */
  readonly address: string
  /** Of the app with this preset. */
  readonly app: string
  readonly frame: string
}

function toPage(preset: Preset, site: string): Page {
  const scenario = toScenario(preset)
  const link = encodeLink({ scenario, presetId: preset.id })
  return {
    title: preset.title,
    description: `${preset.look} ${toSettingsText(scenario)}. ${toResultsText(simulate(scenario), circumstancesOf({ presetId: preset.id }))}.`,
    address: `${site}p/${preset.id}/`,
    app: site + link,
    frame: `${site}embed.html${link}`,
  }
}

function toHtml(page: Page): string {
  const { title, description, address, app } = page
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)} · ${NAME}</title>
    ${tags(title, description, address, address).join('\n    ')}
    <link rel="alternate" type="application/json+oembed" href="${escapeHtml(address)}oembed.json" title="${escapeHtml(title)}" />
    <meta http-equiv="refresh" content="0; url=${escapeHtml(app)}" />
  </head>
  <body>
    <h1>${escapeHtml(title)}</h1>
    <p>${escapeHtml(description)}</p>
    <p><a href="${escapeHtml(app)}">Open it in ${NAME}</a></p>
  </body>
</html>
`
}

function homeTags(site: string): readonly string[] {
  const description = 'See what GOGC, the memory limit and the GC CPU limit do to a Go program.'
  const all = tags(`${NAME}: the Go garbage collector, live`, description, site, `${site}p/spike/`)
  // The page has a description of its own.
  return all.filter((tag) => !tag.startsWith('<meta name="description"'))
}

function tags(title: string, description: string, address: string, pictureBase: string): readonly string[] {
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}" />`
  return [
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    property('type', 'website'),
    property('site_name', NAME),
    property('title', title),
    property('description', description),
    property('url', address),
    property('image', `${pictureBase}preview.png`),
    property('image:width', String(PREVIEW.width)),
    property('image:height', String(PREVIEW.height)),
    property('image:alt', `Heap over CPU time: ${title}`),
    '<meta name="twitter:card" content="summary_large_image" />',
  ]
}

/** oEmbed 1.0, §2.3.4. */
function toOembed({ title, address, frame }: Page) {
  const html = `<iframe src="${escapeHtml(frame)}" title="${escapeHtml(title)}" width="${EMBED.width}" height="${EMBED.height}" style="border:0" loading="lazy" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>`
  return {
    version: '1.0',
    type: 'rich',
    provider_name: NAME,
    title,
    html,
    width: EMBED.width,
    height: EMBED.height,
    thumbnail_url: `${address}preview.png`,
    thumbnail_width: PREVIEW.width,
    thumbnail_height: PREVIEW.height,
  }
}
