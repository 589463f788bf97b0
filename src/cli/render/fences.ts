/** A fenced block marked `sawtooth`, with the pictures that an earlier run has put behind it. Lines count from 0. */
export interface Fence {
  /** What stands in the block: a link, a preset with settings, or scenario JSON. */
  readonly body: string
  /** What stands behind the mark: `height=300 show=heap caption="…" lang=en`. */
  readonly options: ReadonlyMap<string, string>
  /** What stands before each of its lines: the indent of a list, or the mark of a quote. */
  readonly indent: string
  /** The first line of the block, for messages. */
  readonly line: number
  /** The line behind the block. */
  readonly end: number
  /** Behind the pictures that stand there already; `end` where there are none. */
  readonly picturesEnd: number
}

/** What may stand before a fence: marks of quotes, and an indent. */
const PREFIX = '(?: {0,3}>)*[ \\t]*'
const OPEN = new RegExp(`^(${PREFIX})(\`{3,}|~{3,})\\s*sawtooth(?=\\s|$)(.*)$`)
const OTHER = new RegExp(`^${PREFIX}(\`{3,}|~{3,})`)
/** From this indent on a line is code, unless what it is indented under holds it. */
const CODE_INDENT = 4
/** An item of a list; an admonition, a part to unfold or a tab, as MkDocs has them. */
const CONTAINER = /^(?:[-*+] |\d{1,9}[.)] |!!! |\?\?\?\+? |=== )/
const OPTION = /(\w+)=(?:"([^"]*)"|(\S+))/g
const BEGIN = 'sawtooth:picture'
const END = '/sawtooth:picture'

/** The fences of a Markdown or MDX document, in their order. */
export function findFences(text: string): readonly Fence[] {
  const lines = text.split('\n')
  const found: Fence[] = []
  for (let i = 0; i < lines.length; i++) {
    const [, indent = '', mark, rest = ''] = OPEN.exec(lines[i]!.replace(/\r$/, '')) ?? []
    const last = mark === undefined ? skipOther(lines, i) : closingOf(lines, i, mark)
    if (mark !== undefined && !isCode(lines, i, indent)) {
      const end = Math.min(lines.length, last + 1)
      const body = lines
        .slice(i + 1, last)
        .map((line) => line.replace(/^(?: {0,3}> ?)+/, ''))
        .join('\n')
        .replaceAll('\r', '')
        .trim()
      found.push({ body, options: readOptions(rest), indent, line: i, end, picturesEnd: picturesEnd(lines, end) })
    }
    i = last
  }
  return found
}

/** `height=300 caption="A spike"` by its keys; what is no such pair is a key without a value, so that it is refused. */
export function readOptions(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(OPTION)].map(([, key = '', quoted, bare]) => [key, quoted ?? bare ?? ''] as const)
  const rest = text.replace(OPTION, ' ').trim()
  return new Map(rest === '' ? pairs : [...pairs, [rest, '']])
}

/** The line that closes a fence of this mark; the document's end where none does. */
function closingOf(lines: readonly string[], from: number, mark: string): number {
  const close = new RegExp(`^${PREFIX}${mark[0] === '~' ? '~' : '`'}{${mark.length},}\\s*$`)
  const at = lines.findIndex((line, i) => i > from && close.test(line))
  return at < 0 ? lines.length : at
}

/** Blocks of other languages may speak of ours: what stands in them is no fence. */
function skipOther(lines: readonly string[], i: number): number {
  const [, mark] = OTHER.exec(lines[i]!) ?? []
  return mark === undefined ? i : closingOf(lines, i, mark)
}

/** Whether a block is so far indented that it is code, as one that is shown, and no list nor admonition holds it. */
function isCode(lines: readonly string[], at: number, indent: string): boolean {
  if (indentOf(indent) < CODE_INDENT) return false
  let width = indentOf(indent)
  for (let i = at - 1; i >= 0 && width >= CODE_INDENT; i--) {
    const line = lines[i]!
    const own = indentOf(line)
    if (isBlank(line) || own >= width) continue
    if (CONTAINER.test(line.replace(/^[\s>]+/, ''))) return false
    width = own
  }
  return true
}

/** Columns before the text of a line, behind its marks of quotes; a tab takes four. */
function indentOf(line: string): number {
  const [, indent = ''] = /^(?: {0,3}> ?)*([ \t]*)/.exec(line) ?? []
  return indent.replaceAll('\t', '    ').length
}

function isBlank(line: string): boolean {
  return /^[\s>]*$/.test(line)
}

function picturesEnd(lines: readonly string[], end: number): number {
  const first = lines.findIndex((line, i) => i >= end && !isBlank(line))
  if (first < 0 || !lines[first]!.includes(BEGIN) || lines[first]!.includes(END)) return end
  const last = lines.findIndex((line, i) => i > first && line.includes(END))
  return last < 0 ? end : last + 1
}

/** The document with the pictures of each fence behind it, instead of those that stood there. */
export function withPictures(
  text: string,
  fences: readonly Fence[],
  pictures: readonly string[],
  isMdx: boolean,
): string {
  const comment = (what: string) => (isMdx ? `{/* ${what} */}` : `<!-- ${what} -->`)
  return splice(text, fences, ({ end }, i) => [end, ['', comment(BEGIN), pictures[i] ?? '', comment(END)]])
}

/** The document with pictures in place of the fences. */
export function withPicturesInPlace(text: string, fences: readonly Fence[], pictures: readonly string[]): string {
  return splice(text, fences, ({ line }, i) => [line, ['', pictures[i] ?? '', '']])
}

/** Puts lines in place of what stands from a line on to the end of a fence and its pictures. */
function splice(
  text: string,
  fences: readonly Fence[],
  toLines: (fence: Fence, i: number) => readonly [from: number, lines: readonly string[]],
): string {
  const lines = text.split('\n')
  const lineEnd = text.includes('\r\n') ? '\r' : ''
  const parts: string[] = []
  let last = 0
  fences.forEach((fence, i) => {
    const [from, put] = toLines(fence, i)
    const toLine = (line: string) => (line === '' && !fence.indent.includes('>') ? '' : fence.indent + line)
    parts.push(...lines.slice(last, from), ...put.map((line) => toLine(line).trimEnd() + lineEnd))
    last = fence.picturesEnd
  })
  return [...parts, ...lines.slice(last)].join('\n')
}

/** Whether a comment marks the begin, or the end, of pictures that an earlier run inserted: for plug-ins. */
export const isPicturesBegin = (comment: string) => comment.includes(BEGIN) && !comment.includes(END)
export const isPicturesEnd = (comment: string) => comment.includes(END)
