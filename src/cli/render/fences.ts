/** A fenced block marked `sawtooth`, with the pictures that an earlier run has put after it. Lines count from 0. */
export interface Fence {
  /** The text in the block: a link, a preset with settings, or scenario JSON. */
  readonly body: string
  /** The text after the mark: `height=300 show=heap caption="…" lang=en`. */
  readonly options: ReadonlyMap<string, string>
  readonly indent: string
  /** The first line of the block, for messages. */
  readonly line: number
  /** The line after the block; if it is not closed, after its last line with text. */
  readonly end: number
  /** The missing line that would close the block; undefined if it is closed. */
  readonly closing: string | undefined
  /** The line after the present pictures; `end` if there are none. */
  readonly picturesEnd: number
}

const FENCE = /^(`{3,}|~{3,})(.*)$/
const OURS = /^\s*sawtooth(?=\s|$)(.*)$/
/** An item of a list, whose text begins after its mark. */
const ITEM = /^([-*+]|\d{1,9}[.)])[ \t]+\S/
/** An admonition, a collapsible part or a tab of MkDocs: its content is indented by four. */
const HOLDER = /^(!!!|\?\?\?\+?|===)[ \t]/
/** A line that is indented by this much more than its container is code. */
const CODE_INDENT = 4
const OPTION = /(\w+)=(?:"([^"]*)"|(\S+))/g
const BEGIN = 'sawtooth:picture'
const END = '/sawtooth:picture'
/** A line with the first or the last comment around pictures, in Markdown or in MDX. */
const COMMENT = /^[\s>]*(?:<!--|\{\/\*)\s*\/?sawtooth:picture\s*(?:-->|\*\/\})\s*$/

/**
 * Fences in lists, admonitions and quotes count too. A fence that is shown as code, in another fence or by its indent,
 * does not.
 */
export const findFences = (text: string): readonly Fence[] => scan(text).fences

/** From a line to the one after the last. */
interface Lines {
  readonly from: number
  readonly to: number
}

/** The fences of a document, and pictures without a fence, because their block was removed. */
function scan(text: string): { readonly fences: readonly Fence[]; readonly left: readonly Lines[] } {
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
  const fences: Fence[] = []
  const left: Lines[] = []
  let holders: readonly Holder[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = toLine(lines[i]!)
    if (line.rest === '') continue
    holders = holders.filter((one) => one.quotes === line.quotes && one.column <= line.indent)
    const column = holders.at(-1)?.column ?? 0
    if (line.indent - column >= CODE_INDENT) continue
    const [, mark, info = ''] = FENCE.exec(line.rest) ?? []
    if (mark === undefined) {
      holders = [...holders, ...holderOf(line)]
      const to = picturesEnd(lines, i)
      if (to === i) continue
      left.push({ from: i, to })
      i = to - 1
      continue
    }
    const { last, end, isOpen } = closingOf(lines, i, mark, { quotes: line.quotes, column })
    const [, options] = OURS.exec(info) ?? []
    const behind = options === undefined ? end : behindPictures(lines, end)
    if (options !== undefined) {
      const body = lines.slice(i + 1, last).map((one) => toLine(one, line.quotes).rest)
      fences.push({
        body: body.join('\n').trim(),
        options: readOptions(options),
        indent: line.before,
        line: i,
        end,
        closing: isOpen ? mark : undefined,
        picturesEnd: behind,
      })
    }
    i = behind - 1
  }
  return { fences, left }
}

interface Line {
  /** Marks of quotes and the indent, as written. */
  readonly before: string
  /** The number of marks of quotes. */
  readonly quotes: number
  readonly indent: number
  readonly rest: string
}

/** @param most the most marks of quotes to skip */
function toLine(text: string, most = Infinity): Line {
  let [at, quotes] = [0, 0]
  for (let mark = /^ {0,3}> ?/.exec(text); mark && quotes < most; mark = /^ {0,3}> ?/.exec(text.slice(at))) {
    at += mark[0].length
    quotes++
  }
  const [indent = ''] = /^[ \t]*/.exec(text.slice(at)) ?? []
  const before = text.slice(0, at) + indent
  return { before, quotes, indent: indent.replaceAll('\t', '    ').length, rest: text.slice(before.length).trimEnd() }
}

interface Holder {
  readonly quotes: number
  readonly column: number
}

function holderOf({ quotes, indent, rest }: Line): readonly Holder[] {
  const [item] = ITEM.exec(rest) ?? []
  if (item !== undefined) return [{ quotes, column: indent + item.length - 1 }]
  return HOLDER.test(rest) ? [{ quotes, column: indent + CODE_INDENT }] : []
}

/** `height=300 caption="A spike"` by keys. Anything else is a key without a value, so that it is refused. */
export function readOptions(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(OPTION)].map(([, key = '', quoted, bare]) => [key, quoted ?? bare ?? ''] as const)
  const rest = text.replace(OPTION, ' ').trim()
  return new Map(rest === '' ? pairs : [...pairs, [rest, '']])
}

/** A block that is not closed ends where its quote, its list or the document ends. */
function closingOf(lines: readonly string[], from: number, mark: string, { quotes, column }: Holder) {
  const close = new RegExp(`^${mark[0] === '~' ? '~' : '`'}{${mark.length},}$`)
  let last = from + 1
  for (; last < lines.length; last++) {
    const line = toLine(lines[last]!, quotes)
    const isLeft = line.rest !== '' && line.indent < column
    if (line.quotes < quotes || isLeft) break
    if (line.indent - column < CODE_INDENT && close.test(line.rest)) return { last, end: last + 1, isOpen: false }
  }
  let end = last
  while (end > from + 1 && isBlank(lines[end - 1])) end--
  return { last, end, isOpen: true }
}

/** The line after the pictures that come next, after blank lines; `end` if something else comes next. */
function behindPictures(lines: readonly string[], end: number): number {
  let first = end
  while (first < lines.length && isBlank(lines[first])) first++
  const behind = picturesEnd(lines, first)
  return behind > first ? behind : end
}

/** The line after the pictures that begin in a line; the line itself if none begin there, or their end is missing. */
function picturesEnd(lines: readonly string[], first: number): number {
  if (!COMMENT.test(lines[first] ?? '') || !isPicturesBegin(lines[first]!)) return first
  let last = first + 1
  // If their end is missing, the text up to the end of the next pictures belongs to the author.
  while (last < lines.length && !isMark(lines[last]!)) last++
  return isPicturesEnd(lines[last] ?? '') ? last + 1 : first
}

const isMark = (line: string) => COMMENT.test(line) || FENCE.test(toLine(line).rest)
const isBlank = (line: string | undefined) => line !== undefined && /^[\s>]*$/.test(line)

export function withPictures(
  text: string,
  fences: readonly Fence[],
  pictures: readonly string[],
  isMdx: boolean,
): string {
  const comment = (what: string) => (isMdx ? `{/* ${what} */}` : `<!-- ${what} -->`)
  const put = splice(text, fences, ({ end, closing = [] }, i) => [
    end,
    [closing, '', comment(BEGIN), pictures[i] ?? '', comment(END)].flat(),
  ])
  return withoutLeft(put)
}

export function withPicturesInPlace(text: string, fences: readonly Fence[], pictures: readonly string[]): string {
  return withoutLeft(splice(text, fences, ({ line }, i) => [line, ['', pictures[i] ?? '', '']]))
}

/** The document without pictures of removed blocks: their files may now belong to other blocks. */
function withoutLeft(text: string): string {
  const lines = text.split('\n')
  const kept: string[] = []
  let last = 0
  for (const { from, to } of scan(text).left) {
    kept.push(...lines.slice(last, from))
    if (isBlank(lines[to] ?? '') && isBlank(kept.at(-1))) kept.pop()
    last = to
  }
  return [...kept, ...lines.slice(last)].join('\n')
}

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

/** Whether a comment is the first or the last around pictures that an earlier run inserted. For plug-ins. */
export const isPicturesBegin = (comment: string) => comment.includes(BEGIN) && !comment.includes(END)
export const isPicturesEnd = (comment: string) => comment.includes(END)
