/** A fenced block marked `sawtooth`, with the pictures that an earlier run has put behind it. Lines count from 0. */
export interface Fence {
  /** What stands in the block: a link, a preset with settings, or scenario JSON. */
  readonly body: string
  /** What stands behind the mark: `height=300 show=heap caption="…" lang=en`. */
  readonly options: ReadonlyMap<string, string>
  /** The first line of the block, for messages. */
  readonly line: number
  /** The line behind the block. */
  readonly end: number
  /** Behind the pictures that stand there already; `end` where there are none. */
  readonly picturesEnd: number
}

const OPEN = /^( {0,3})(`{3,}|~{3,})\s*sawtooth\b(.*)$/
const OPTION = /(\w+)=(?:"([^"]*)"|(\S+))/g
const BEGIN = 'sawtooth:picture'
const END = '/sawtooth:picture'

/** The fences of a Markdown or MDX document, in their order. */
export function findFences(text: string): readonly Fence[] {
  const lines = text.split('\n')
  const found: Fence[] = []
  for (let i = 0; i < lines.length; i++) {
    const [, , mark, rest = ''] = OPEN.exec(lines[i]!.replace(/\r$/, '')) ?? []
    const last = mark === undefined ? skipOther(lines, i) : closingOf(lines, i, mark)
    if (mark !== undefined) {
      const end = Math.min(lines.length, last + 1)
      const body = lines
        .slice(i + 1, last)
        .join('\n')
        .replaceAll('\r', '')
        .trim()
      const options = new Map(
        [...rest.matchAll(OPTION)].map(([, key = '', quoted, bare]) => [key, quoted ?? bare ?? '']),
      )
      found.push({ body, options, line: i, end, picturesEnd: picturesEnd(lines, end) })
    }
    i = last
  }
  return found
}

/** The line that closes a fence of this mark; the document's end where none does. */
function closingOf(lines: readonly string[], from: number, mark: string): number {
  const close = new RegExp(`^ {0,3}${mark[0] === '~' ? '~' : '`'}{${mark.length},}\\s*$`)
  const at = lines.findIndex((line, i) => i > from && close.test(line))
  return at < 0 ? lines.length : at
}

/** Blocks of other languages may speak of ours: what stands in them is no fence. */
function skipOther(lines: readonly string[], i: number): number {
  const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(lines[i]!) ?? []
  return mark === undefined ? i : closingOf(lines, i, mark)
}

function picturesEnd(lines: readonly string[], end: number): number {
  const first = lines.findIndex((line, i) => i >= end && line.trim() !== '')
  if (first < 0 || !lines[first]!.includes(BEGIN) || lines[first]!.includes(END)) return end
  const last = lines.findIndex((line, i) => i > first && line.includes(END))
  return last < 0 ? end : last + 1
}

/** The document with the pictures of each fence behind it, in place of those that stood there. */
export function withPictures(
  text: string,
  fences: readonly Fence[],
  pictures: readonly string[],
  isMdx: boolean,
): string {
  const lines = text.split('\n')
  const comment = (what: string) => (isMdx ? `{/* ${what} */}` : `<!-- ${what} -->`)
  const parts: string[] = []
  let from = 0
  fences.forEach(({ end, picturesEnd }, i) => {
    parts.push(...lines.slice(from, end), '', comment(BEGIN), pictures[i] ?? '', comment(END))
    from = picturesEnd
  })
  return [...parts, ...lines.slice(from)].join('\n')
}
