import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { Problem } from '../../result.ts'
import type { CliIo } from '../io.ts'
import { type Fence, findFences, withPictures } from './fences.ts'
import { drawFence, type FencePicture } from './picture.ts'
import { toPng } from './png.ts'

const EXIT_STALE = 3
const DOCUMENTS = ['.md', '.mdx', '.markdown']

export interface RenderCall {
  readonly paths: readonly string[]
  /** Writes nothing: tells what would be written. */
  readonly isCheck: boolean
  /** Address of a copy of Sawtooth that pictures lead to, with a slash at its end; none: they lead nowhere. */
  readonly base: string | undefined
}

/** A file as it should be. */
interface Wanted {
  readonly path: string
  readonly content: string | (() => Promise<Uint8Array | undefined>)
  readonly madeFrom?: Wanted
}

/**
 * `sawtooth render PATH…`: pictures of the fenced blocks marked `sawtooth`, beside the documents that hold them.
 * @returns the exit code: 1 for problems, 3 where `--check` found a picture that is not as it should be
 */
export async function runRender({ paths, isCheck, base }: RenderCall, io: CliIo): Promise<number> {
  let isBroken = false
  let isStale = false
  for (const path of paths.flatMap((each) => documentsOf(each, io))) {
    const { wanted, problems } = renderDocument(path, base)
    for (const { path: where, message } of problems) io.warn(`sawtooth: ${where}: ${message}`)
    isBroken ||= problems.length > 0
    for (const file of wanted) {
      if (!isOther(file)) continue
      isStale = true
      if (isCheck || (await write(file, io))) await io.write(`${isCheck ? 'stale: ' : ''}${file.path}\n`)
    }
  }
  if (isBroken) return 1
  return isCheck && isStale ? EXIT_STALE : 0
}

/** The documents at a path: itself, or all in a folder, by name. */
function documentsOf(path: string, io: CliIo): readonly string[] {
  if (!existsSync(path)) throw new Error(`${path}: there is no such file or folder`)
  if (!statSync(path).isDirectory()) return [path]
  const found = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => DOCUMENTS.includes(extname(name)) && !/(^|[/\\])(node_modules|\.git)[/\\]/.test(name))
    .sort()
  if (found.length === 0) io.warn(`sawtooth: ${path}: no Markdown in this folder`)
  return found.map((name) => join(path, name))
}

function renderDocument(path: string, base: string | undefined) {
  const text = readFileSync(path, 'utf8')
  const fences = findFences(text)
  const problems: Problem[] = []
  const wanted: Wanted[] = []
  const stem = basename(path, extname(path))
  const drawn = fences.map((fence, i) => {
    const picture = drawFence(fence)
    if (!picture.ok) {
      const where = `${path}:${fence.line + 1}`
      problems.push(
        ...picture.problems.map(({ path: key, message }) => ({
          path: where,
          message: key ? `${key}: ${message}` : message,
        })),
      )
      return undefined
    }
    const name = `${stem}.sawtooth-${i + 1}`
    for (const shade of ['light', 'dark'] as const) {
      const svg = picture.value.svg[shade]
      const file = (kind: string) => join(dirname(path), `${name}.${shade}.${kind}`)
      const vector = { path: file('svg'), content: svg }
      // First: whether it is out of date is told by the SVG that it was made from.
      wanted.push({ path: file('png'), content: () => toPng(svg), madeFrom: vector }, vector)
    }
    return toHtml(name, picture.value, fence, base)
  })
  const isMdx = extname(path) === '.mdx'
  if (fences.length > 0 && problems.length === 0)
    wanted.push({
      path,
      content: withPictures(
        text,
        fences,
        drawn.map((html) => html ?? ''),
        isMdx,
      ),
    })
  return { wanted: problems.length > 0 ? [] : wanted, problems }
}

/** What a page shows: the picture for its own brightness, and the way to the live figure. */
function toHtml(
  name: string,
  { alt, link, caption }: FencePicture,
  { options }: Fence,
  base: string | undefined,
): string {
  const height = /^[1-9]\d{0,4}$/.test(options.get('height') ?? '') ? ` height="${options.get('height')}"` : ''
  const picture = [
    '<picture>',
    `<source media="(prefers-color-scheme: dark)" srcset="./${name}.dark.svg" />`,
    `<img src="./${name}.light.svg" alt="${escapeHtml(caption === undefined ? alt : `${caption} ${alt}`)}"${height} />`,
    '</picture>',
  ].join('')
  return base === undefined ? picture : `<a href="${escapeHtml(base + link)}">${picture}</a>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Pixels depend on the fonts of a machine: a PNG is out of date only where its SVG is, or where it is missing. */
function isOther({ path, content, madeFrom }: Wanted): boolean {
  if (!existsSync(path)) return true
  return typeof content === 'string'
    ? readFileSync(path, 'utf8') !== content
    : madeFrom !== undefined && isOther(madeFrom)
}

async function write({ path, content }: Wanted, io: CliIo): Promise<boolean> {
  const bytes = typeof content === 'string' ? content : await content()
  if (bytes === undefined) {
    io.warn(`sawtooth: ${path}: not written, @resvg/resvg-js is not installed here`)
    return false
  }
  writeFileSync(path, bytes)
  return true
}
