import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { readLicences } from './licences.ts'

const PAGE = 'index.html'
const FILE = 'sawtooth.html'
const WORKER = /new Worker\(\s*new URL\([^()]*\),\s*\{[^{}]*\},?\s*\)/g

/** A single file has no workers: creating one fails, and the page computes on its own thread. */
export const withoutWorkers: Plugin = {
  name: 'sawtooth:without-workers',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/.*\.tsx?$/.test(id) || !WORKER.test(code)) return undefined
    const refusal = "(() => { throw new Error('a single file has no workers') })()"
    return { code: code.replace(WORKER, () => refusal), map: null }
  },
}

/** Puts the one script and the one style into the page, allowed by their hashes and nothing else. */
export const singlePage: Plugin = {
  name: 'sawtooth:single-page',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const { script, style } = takeApart(bundle)
    const icon = `data:image/svg+xml;base64,${readFileSync('public/favicon.svg').toString('base64')}`
    const policy = [
      "default-src 'none'",
      `script-src '${toHash(script)}'`,
      `style-src '${toHash(style)}'`,
      'img-src data: blob:',
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ]
    const source = readFileSync(PAGE, 'utf8')
      .replace(
        /(http-equiv="Content-Security-Policy"\s+content=")[^"]*"/,
        (_all, start) => `${start}${policy.join('; ')}"`,
      )
      .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${icon}" />\n    <style>${style}</style>`)
      .replace(/\s*<script[^>]*><\/script>/g, '')
      .replace('</body>', () => `<script>${script}</script>\n  </body>`)
      .replace('</html>', () => `</html>\n<!--\n${toComment(readLicences())}\n-->`)
    if (!source.includes(toHash(script))) throw new Error(`${PAGE} has no policy to write the hashes into`)
    this.emitFile({ type: 'asset', fileName: FILE, source })
  },
}

/** The one script and the one style of the bundle, which is then empty. */
function takeApart(bundle: Rolldown.OutputBundle): { readonly script: string; readonly style: string } {
  const files = Object.values(bundle)
  const chunks = files.filter((file) => file.type === 'chunk')
  const styles = files.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  const [chunk] = chunks
  const [style] = styles
  if (!chunk || style?.type !== 'asset' || files.length !== 2)
    throw new Error(`one script and one style were expected, not ${files.map(({ fileName }) => fileName).join(', ')}`)
  for (const { fileName } of files) delete bundle[fileName]
  return { script: toInline(chunk.code), style: String(style.source).trim() }
}

/** Nothing in the script may look like the end of it, or like the beginning of a comment, to an HTML parser. */
function toInline(code: string): string {
  return code
    .replace(/\r\n?/g, '\n')
    .replace(/<\/(?=script)/gi, '<\\/')
    .replace(/<!--/g, '<\\x21--')
    .replace(/<(?=script)/gi, '\\x3c')
    .trim()
}

/** A comment ends at the first two hyphens before ">". */
function toComment(text: string): string {
  return text.replace(/--/g, '- -')
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
