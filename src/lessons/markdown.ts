export type Inline =
  | { readonly kind: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

export type Block =
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }

const INLINE = /\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g
/** Links may lead to pages of the web, to places in this course, and to places on the page of evidence. */
const HREF = /^(https:\/\/|#lesson=|#at=)/

/**
 * Paragraphs, lists with `- `, code between lines of ```, **strong**, *emphasis*, `code` and links to https pages or
 * lessons. Anything else, HTML above all, is plain text.
 */
export function parseMarkdown(source: string): readonly Block[] {
  return splitBlocks(source).map((lines): Block => {
    const [first = ''] = lines
    if (first.startsWith('```')) return { kind: 'code', text: lines.slice(1).join('\n') }
    if (!first.startsWith('- ')) return { kind: 'paragraph', inlines: parseInlines(lines.join(' ')) }
    const items: string[] = []
    for (const line of lines)
      if (line.startsWith('- ')) items.push(line.slice(2))
      else items.push(`${items.pop() ?? ''} ${line}`)
    return { kind: 'list', items: items.map(parseInlines) }
  })
}

/** Markdown as plain text, for measuring and for names. */
export function toPlainText(source: string): string {
  const plain = (inlines: readonly Inline[]) => inlines.map(({ text }) => text).join('')
  return parseMarkdown(source)
    .flatMap((block) => {
      if (block.kind === 'code') return []
      return block.kind === 'list' ? block.items.map(plain) : [plain(block.inlines)]
    })
    .join('\n')
}

function splitBlocks(source: string): string[][] {
  const blocks: string[][] = []
  let current: string[] = []
  let isCode = false
  const close = () => {
    if (current.length > 0) blocks.push(current)
    current = []
  }
  for (const raw of source.split('\n')) {
    const line = raw.trim()
    if (line.startsWith('```')) {
      if (!isCode) close()
      else blocks.push(current)
      current = isCode ? [] : [line]
      isCode = !isCode
    } else if (isCode) current.push(raw)
    else if (line === '') close()
    else current.push(line)
  }
  close()
  return blocks
}

function parseInlines(text: string): readonly Inline[] {
  const inlines: Inline[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) inlines.push({ kind: 'text', text: text.slice(from, match.index) })
    inlines.push(toInline(match))
    from = match.index + match[0].length
  }
  if (from < text.length) inlines.push({ kind: 'text', text: text.slice(from) })
  return inlines
}

function toInline([whole, strong, em, code, label, href]: RegExpMatchArray): Inline {
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (em !== undefined) return { kind: 'em', text: em }
  if (code !== undefined) return { kind: 'code', text: code }
  if (label !== undefined && href !== undefined && HREF.test(href)) return { kind: 'link', text: label, href }
  return { kind: 'text', text: whole }
}
