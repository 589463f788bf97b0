import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { Shade } from '../../charts/still/styles.ts'
import { failed, failedAt, ok, type Problem, type Result } from '../../result.ts'
import { EXIT } from '../exit.ts'
import type { CliIo } from '../io.ts'
import { readText } from '../read.ts'
import { refuse } from '../simulate.ts'
import { type Fence, findFences, withPictures, withPicturesInPlace } from './fences.ts'
import { toHtml, toInlineParagraph, toParagraph } from './html.ts'
import { drawFence, type FencePicture } from './picture.ts'
import { loadToPng } from './png.ts'

const STDIN = '-'
const DOCUMENTS = ['.md', '.mdx', '.markdown']

interface RenderCall {
  readonly paths: readonly string[]
  /** Writes nothing, only says what would be written. */
  readonly isCheck: boolean
  /** The Sawtooth that pictures lead to, with a slash at its end; undefined: pictures have no link. */
  readonly base: string | undefined
}

interface Wanted {
  readonly path: string
  readonly content: string | (() => Promise<Uint8Array | undefined>)
  readonly madeFrom?: Wanted
}

/**
 * `sawtooth render PATH…`: draws the fenced blocks marked `sawtooth` into files beside their documents. For
 * standard input it prints the document, with pictures instead of its blocks.
 *
 * @param load loads what draws PNGs
 * @returns the exit code: 1 for problems, 3 if `--check` found a picture that is out of date
 */
export async function runRender({ paths, isCheck, base }: RenderCall, io: CliIo, load = loadToPng): Promise<number> {
  const states: Result<State>[] = []
  // A check does not judge PNGs where nothing can draw them.
  const hasPng = !isCheck || (await load()) !== undefined
  if (paths.includes(STDIN)) states.push(await printInPlace(io, base))
  for (const path of paths.filter((one) => one !== STDIN)) {
    const documents = documentsOf(path, io)
    if (!documents.ok) states.push(documents)
    else for (const document of documents.value) states.push(await renderFiles(document, { isCheck, base, hasPng }, io))
  }
  const problems = states.flatMap((state) => (state.ok ? [] : state.problems))
  // For the log of a build too, which may take standard output for the document.
  for (const { path, message } of problems) io.warn(`sawtooth: ${path}: ${message}`)
  const hasDocument = paths.includes(STDIN) && states[0]?.ok
  if (problems.length > 0) return hasDocument ? EXIT.problems : refuse(problems, io)
  return isCheck && states.some((state) => state.ok && state.value === 'stale') ? EXIT.notKept : 0
}

/** The result for a document without problems: a file was out of date, or all files were correct. */
type State = 'stale' | 'current'

async function printInPlace(io: CliIo, base: string | undefined): Promise<Result<State>> {
  const document = await renderInPlace(io, base)
  if (!document.ok) return document
  await io.write(document.value)
  return ok('current')
}

async function renderFiles(
  path: string,
  { isCheck, base, hasPng }: Omit<RenderCall, 'paths'> & { readonly hasPng: boolean },
  io: CliIo,
): Promise<Result<State>> {
  const wanted = await renderDocument(path, base)
  if (!wanted.ok) return wanted
  const stale = wanted.value.filter((file) => (hasPng || typeof file.content === 'string') && isOther(file))
  for (const file of stale)
    if (isCheck || (await write(file, io))) await io.write(`${isCheck ? 'stale: ' : ''}${file.path}\n`)
  return ok(stale.length > 0 ? 'stale' : 'current')
}

function documentsOf(path: string, io: CliIo): Result<readonly string[]> {
  if (!existsSync(path)) return failedAt(path, 'there is no such file or folder')
  if (!statSync(path).isDirectory()) return ok([path])
  const found = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => DOCUMENTS.includes(extname(name)) && !/(^|[/\\])(node_modules|\.git)[/\\]/.test(name))
    .sort()
  if (found.length === 0) io.warn(`sawtooth: ${path}: no Markdown in this folder`)
  return ok(found.map((name) => join(path, name)))
}

async function renderInPlace(io: CliIo, base: string | undefined): Promise<Result<string>> {
  const text = await readText(io.stdin())
  if (!text.ok) return failed(text.problems.map(({ message }) => ({ path: 'standard input', message })))
  const fences = findFences(text.value)
  const pictures = drawAll(fences, 'standard input')
  if (!pictures.ok) return pictures
  const drawn = pictures.value.map((picture) => toHtml(toInlineParagraph(picture, base), false))
  return ok(withPicturesInPlace(text.value, fences, drawn))
}

/** The correct content of a document and of its picture files. Writing would change a document that is not UTF-8. */
async function renderDocument(path: string, base: string | undefined): Promise<Result<readonly Wanted[]>> {
  const read = await readText(createReadStream(path))
  if (!read.ok) return failed(read.problems.map(({ message }) => ({ path, message })))
  const text = read.value
  const fences = findFences(text)
  const pictures = drawAll(fences, path)
  if (!pictures.ok) return pictures
  const isMdx = extname(path) === '.mdx'
  const stem = stemOf(path)
  const toName = (i: number, shade: Shade) => `${stem}.sawtooth-${i + 1}.${shade}`
  const files = pictures.value.flatMap(({ svg }, i) =>
    (['light', 'dark'] as const).flatMap((shade): Wanted[] => {
      const file = (kind: string) => join(dirname(path), `${toName(i, shade)}.${kind}`)
      const vector = { path: file('svg'), content: svg[shade] }
      return [{ path: file('png'), content: () => toPng(svg[shade]), madeFrom: vector }, vector]
    }),
  )
  const drawn = pictures.value.map((picture, i) => {
    const toAddress = (shade: Shade) => `./${encodeURIComponent(toName(i, shade))}.svg`
    const addresses = { light: toAddress('light'), dark: toAddress('dark') }
    return toHtml(toParagraph(picture, addresses, base), isMdx)
  })
  return ok([...files, { path, content: withPictures(text, fences, drawn, isMdx) }])
}

/** The beginning of picture files’ names: the document’s name, with its extension if two documents share the name. */
function stemOf(path: string): string {
  const end = extname(path)
  const plain = basename(path, end)
  const before = DOCUMENTS.slice(0, Math.max(0, DOCUMENTS.indexOf(end)))
  return before.some((other) => existsSync(join(dirname(path), plain + other))) ? plain + end : plain
}

/** Each problem names the place of its fence. */
function drawAll(fences: readonly Fence[], place: string): Result<readonly FencePicture[]> {
  const problems: Problem[] = []
  const pictures = fences.flatMap((fence) => {
    const picture = drawFence(fence)
    if (picture.ok) return [picture.value]
    for (const { path, message } of picture.problems)
      problems.push({ path: `${place}:${fence.line + 1}`, message: path ? `${path}: ${message}` : message })
    return []
  })
  return problems.length > 0 ? failed(problems) : ok(pictures)
}

/** Pixels depend on the fonts of a machine, so a PNG counts as out of date only if its SVG is, or if it is missing. */
function isOther({ path, content, madeFrom }: Wanted): boolean {
  if (!existsSync(path)) return true
  return typeof content === 'string'
    ? toUnixLines(readFileSync(path, 'utf8')) !== toUnixLines(content)
    : madeFrom !== undefined && isOther(madeFrom)
}

/** Git may change the line ends of a file. */
const toUnixLines = (text: string) => text.replaceAll('\r\n', '\n')

async function write({ path, content }: Wanted, io: CliIo): Promise<boolean> {
  const bytes = typeof content === 'string' ? content : await content()
  if (bytes === undefined) {
    io.warn(`sawtooth: ${path}: not written, @resvg/resvg-js is not installed here`)
    return false
  }
  writeFileSync(path, bytes)
  return true
}

/** PNG pixels per pixel of the picture, for high-resolution screens. */
const ZOOM = 2

async function toPng(svg: string): Promise<Uint8Array | undefined> {
  return (await loadToPng())?.(svg, { fitTo: { mode: 'zoom', value: ZOOM } })
}
