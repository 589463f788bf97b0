import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const STYLE_LINK = /<link rel="stylesheet"[^>]*href="([^"]*)"[^>]*>/g
const MODULE = /<script type="module"[^>]*src="([^"]*)"[^>]*><\/script>/
const FALLBACK = /<script src="[^"]*fallback\.js"><\/script>/

/**
 * Lets the browser paint each page from its HTML alone: the build prerenders it without a link, with its styles, from
 * the same components and models. The page's script replaces that when it arrives; its modules are preloaded at once.
 * The policy allows inlined scripts and styles by their hashes.
 */
export function firstPaint(): Plugin {
  let stills: Promise<RenderStill> | undefined
  return {
    name: 'sawtooth:first-paint',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client' || name === 'pages',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path, bundle = {} }) {
        stills ??= bundleStills()
        const still = (await stills)(basename(path, '.html'))
        return still === undefined ? html : paint(html, still, bundle)
      },
    },
  }
}

type RenderStill = (name: string) => string | undefined

/** Bundles the pages' components for this process: Node cannot import them as they are. */
async function bundleStills(): Promise<RenderStill> {
  const outDir = mkdtempSync(join(tmpdir(), 'sawtooth-stills-'))
  const entryFileNames = 'stills.mjs'
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: 'build/stills.tsx', outDir, rolldownOptions: { output: { entryFileNames, codeSplitting: false } } },
  })
  const { renderStill } = await import(pathToFileURL(join(outDir, entryFileNames)).href)
  rmSync(outDir, { recursive: true })
  return renderStill
}

function paint(html: string, still: string, bundle: Rolldown.OutputBundle): string {
  const { markup, rules } = takeStyles(still)
  const sheets: string[] = []
  const script = ['build/before-paint.js', 'public/fallback.js'].map((file) => readFileSync(file, 'utf8')).join('')
  const page = html
    // Parts that come later look for the styles that they share with the page: they find them, and nothing is loaded.
    .replace(STYLE_LINK, (link, href) => {
      sheets.push(toText(bundle, href))
      return link.replace(/>$/, ' disabled>')
    })
    .replace(FALLBACK, '')
    .replace(MODULE, (tag, src) => [...preloads(src, bundle), tag].join('\n    '))
  const style = [...sheets, readFileSync('build/first-paint.css', 'utf8'), ...rules].join('\n')
  return page
    .replace(/(script-src 'self')/, (all) => `${all} '${toHash(script)}'`)
    .replace(/(style-src 'self')/, (all) => `${all} '${toHash(style)}'`)
    .replace('</title>', (end) => `${end}\n    <script>${script}</script>\n    <style>${style}</style>`)
    .replace('<div id="root">', (start) => `${start}<div class="still" inert aria-hidden="true">${markup}</div>`)
}

/** The policy forbids style attributes: each becomes a rule. */
function takeStyles(still: string): { readonly markup: string; readonly rules: readonly string[] } {
  const rules: string[] = []
  const markup = still.replace(/ style="([^"]*)"/g, (_, declarations) => {
    const name = `data-still-${rules.length}`
    rules.push(`[${name}]{${declarations}}`)
    return ` ${name}`
  })
  return { markup, rules }
}

/** Preload links for the modules that a script imports: otherwise each is found only after the one before. */
function preloads(src: string, bundle: Rolldown.OutputBundle): readonly string[] {
  const entry = find(bundle, src).fileName
  const files = new Set([entry])
  for (const file of files) {
    const chunk = bundle[file]
    if (chunk?.type === 'chunk') for (const imported of chunk.imports) files.add(imported)
  }
  files.delete(entry)
  const toHref = (file: string) => posix.join(dirname(src), basename(file)).replace(/^(?!\.)/, './')
  return [...files].map((file) => `<link rel="modulepreload" crossorigin href="${toHref(file)}">`)
}

function toText(bundle: Rolldown.OutputBundle, href: string): string {
  const file = find(bundle, href)
  return file.type === 'asset' ? String(file.source).trim() : ''
}

/** @throws Error for an address that the build does not write */
function find(bundle: Rolldown.OutputBundle, href: string): Rolldown.OutputAsset | Rolldown.OutputChunk {
  const found = Object.values(bundle).find(({ fileName }) => basename(fileName) === basename(href))
  if (!found) throw new Error(`a page loads ${href}, which is not in the build`)
  return found
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
