import { readFileSync } from 'node:fs'
import { type Plugin, runnerImport } from 'vite'
import { toResultsText, toSettingsText } from '../src/charts/still/caption.ts'
import { parseSheet, resolveValue } from '../src/charts/still/styles.ts'
import { loadToPng } from '../src/cli/render/png.ts'
import { simulate } from '../src/model/simulate.ts'
import { PRESETS } from '../src/scenario/presets/all.ts'
import { toScenario } from '../src/scenario/presets/catalogue.ts'
import type { Preset } from '../src/scenario/presets/preset.ts'
import { encodeLink } from '../src/share/encode.ts'
import { escapeHtml } from '../src/share/export/snippets.ts'
import { circumstancesOf } from '../src/store/circumstances.ts'

const NAME = 'Sawtooth'
/** What sites show of a link: 1.91 to 1. */
const PREVIEW = { width: 1200, height: 630 } as const
/** The figure's own width, in pixels: narrower than the preview, because sites show that small and the texts would be too. */
const STILL_WIDTH = 840
const EMBED = { width: 800, height: 780 } as const

/**
 * Writes a page per preset, at `p/<preset>/`, with metadata for link previews (whose servers never see fragments), a
 * preview picture (where it can be drawn), and an oEmbed description. It redirects people to the app. The page for missing
 * addresses, which a host shows at any depth, gets the whole path of its files. All of this needs the address at which
 * the build will be served; without it nothing is written.
 */
export function sitePages(siteUrl: string | undefined, load = loadToPng): Plugin {
  const site = siteUrl && toSite(siteUrl)
  let toPng: Awaited<ReturnType<typeof load>>
  return {
    name: 'sawtooth:site-pages',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async buildStart() {
      if (site) toPng = await load()
      if (site && !toPng) this.warn('no preview pictures: @resvg/resvg-js is not installed here')
    },
    transformIndexHtml: (html, { path }) =>
      site && path === '/index.html'
        ? html.replace('</title>', () => `</title>\n    ${homeTags(site, toPng !== undefined).join('\n    ')}`)
        : html,
    async generateBundle() {
      if (!site) return
      const draw = toPng && (await drawPreviewBy(toPng))
      const missing = toRooted(readFileSync('public/404.html', 'utf8'), new URL(site).pathname)
      this.emitFile({ type: 'asset', fileName: '404.html', source: missing })
      for (const preset of PRESETS) {
        const page = toPage(preset, site, draw !== undefined)
        const emit = (fileName: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName: `p/${preset.id}/${fileName}`, source })
        emit('index.html', toHtml(page))
        emit('oembed.json', `${JSON.stringify(toOembed(page), undefined, 2)}\n`)
        if (draw) emit('preview.png', draw(preset))
      }
    },
  }
}

/** Draws the figure of a preset on a sheet of the preview's shape, on the page's background. */
async function drawPreviewBy(toPng: NonNullable<Awaited<ReturnType<typeof loadToPng>>>) {
  // Vite has to import it, because it imports a style sheet.
  const { module } = await runnerImport<typeof import('../src/charts/still/picture.ts')>('src/charts/still/picture.ts')
  const background = resolveValue(parseSheet(readFileSync('src/charts/charts.css', 'utf8')), 'var(--paper)', 'light')
  return (preset: Preset) => {
    const scenario = toScenario(preset)
    const { svg, width, height } = module.drawStill({
      scenario,
      trace: simulate(scenario),
      circumstances: circumstancesOf({ presetId: preset.id }),
      shade: 'light',
      isHeapOnly: true,
      width: STILL_WIDTH,
    })
    const size = `width="${PREVIEW.width}" height="${PREVIEW.height}" viewBox="0 0 ${width} ${height}"`
    return toPng(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${svg}</svg>`, { background })
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
  /** The address of its preview picture, if there is one. */
  readonly picture: string | undefined
}

function toPage(preset: Preset, site: string, hasPicture: boolean): Page {
  const scenario = toScenario(preset)
  const address = `${site}p/${preset.id}/`
  const link = encodeLink({ scenario, presetId: preset.id })
  return {
    title: preset.title,
    description: `${preset.look} ${toSettingsText(scenario)}. ${toResultsText(simulate(scenario), circumstancesOf({ presetId: preset.id }))}.`,
    address,
    picture: hasPicture ? `${address}preview.png` : undefined,
    app: site + link,
    frame: `${site}embed.html${link}`,
  }
}

function toHtml(page: Page): string {
  const { title, description, address, app, picture } = page
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)} · ${NAME}</title>
    ${tags(title, description, address, picture).join('\n    ')}
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

function homeTags(site: string, hasPicture: boolean): readonly string[] {
  const description = 'See what GOGC, the memory limit and the GC CPU limit do to a Go program.'
  const picture = hasPicture ? `${site}p/spike/preview.png` : undefined
  const all = tags(`${NAME}: the Go garbage collector, live`, description, site, picture)
  // The page has a description of its own.
  return all.filter((tag) => !tag.startsWith('<meta name="description"'))
}

function tags(title: string, description: string, address: string, picture: string | undefined): readonly string[] {
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}" />`
  return [
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    property('type', 'website'),
    property('site_name', NAME),
    property('title', title),
    property('description', description),
    property('url', address),
    ...(picture === undefined
      ? []
      : [
          property('image', picture),
          property('image:width', String(PREVIEW.width)),
          property('image:height', String(PREVIEW.height)),
          property('image:alt', `Heap over CPU time: ${title}`),
          '<meta name="twitter:card" content="summary_large_image" />',
        ]),
  ]
}

/** oEmbed 1.0, §2.3.4. */
function toOembed({ title, picture, frame }: Page) {
  const html = `<iframe src="${escapeHtml(frame)}" title="${escapeHtml(title)}" width="${EMBED.width}" height="${EMBED.height}" style="border:0" loading="lazy" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>`
  return {
    version: '1.0',
    type: 'rich',
    provider_name: NAME,
    title,
    html,
    width: EMBED.width,
    height: EMBED.height,
    ...(picture !== undefined && {
      thumbnail_url: picture,
      thumbnail_width: PREVIEW.width,
      thumbnail_height: PREVIEW.height,
    }),
  }
}
