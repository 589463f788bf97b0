import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

/** Where the pages beside index.html are written. They are served beside it: `src/pages/log.html` as `log.html`. */
export const FOLDER = 'src/pages'
/** Built apart, as a classic script (embed.ts). */
const BUILT_APART = 'embed.html'
/** From a page's folder up to where it is served. */
const UP = '../../'

const pages = () => readdirSync(FOLDER).filter((file) => file.endsWith('.html'))

/** What the `pages` environment builds, as paths from the project's root. */
export const pageInputs = () => pages().flatMap((file) => (file === BUILT_APART ? [] : [`${FOLDER}/${file}`]))

/** The HTML that all pages share, with their policy. Each comment in it is replaced by the tag that it names. */
const SHELL = readFileSync(new URL('./page.html', import.meta.url), 'utf8')

/** Adds the shared HTML to a page's own tags. `index.html` and `embed.html` are complete already. */
export const pageShell: Plugin = {
  name: 'sawtooth:page-shell',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) =>
      html.includes('<html')
        ? html
        : SHELL.replace(/<!-- (\w+) -->/g, (_, tag: string) => html.match(`<${tag}[ >].*`)?.[0] ?? ''),
  },
}

/** Serves and writes each page at the top, whatever folder its HTML is in. */
export const pagesOnTop: Plugin = {
  name: 'sawtooth:pages-on-top',
  enforce: 'post',
  configureServer(server) {
    const known = new Set(pages())
    server.middlewares.use((request, _response, next) => {
      const [path = '', query] = (request.url ?? '').split('?')
      if (known.has(path.slice(1))) request.url = `/${FOLDER}${path}${query === undefined ? '' : `?${query}`}`
      next()
    })
  },
  generateBundle(_, bundle) {
    for (const [key, file] of Object.entries(bundle)) if (isPage(file)) raise(this, bundle, key, file)
  },
}

function isPage(file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputAsset {
  return file.type === 'asset' && file.fileName.startsWith(`${FOLDER}/`) && file.fileName.endsWith('.html')
}

function raise(
  context: Pick<Rolldown.PluginContext, 'emitFile'>,
  bundle: Rolldown.OutputBundle,
  key: string,
  { fileName, source }: Rolldown.OutputAsset,
): void {
  delete bundle[key]
  const html = String(source).replaceAll(`="${UP}`, '="./')
  context.emitFile({ type: 'asset', fileName: fileName.slice(FOLDER.length + 1), source: html })
}
