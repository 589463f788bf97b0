import type { InputKind } from './input-kind.ts'

/** What opens a block of code, also within a list, perhaps with words after it: ```yaml title="pod.yaml". */
const FENCE = /^(`{3,}|~{3,})[^`]*$/
/** The mark of a quotation at the beginning of a line, as in a mail. */
const QUOTED = /^[ \t]*> ?/
const MARKS = /^[ \t]*(?:`{3}|~{3}|>)/m

/** A text with more is not a manifest. */
const MOST_BLOCKS = 200

/** Indices of the lines of a block, without its fences; `to` is the first that is not in it. */
interface Span {
  readonly from: number
  readonly to: number
}

interface Block extends Span {
  readonly kind: InputKind | undefined
}

/** Kinds of which each block is another program: only the first block counts. Of all other kinds, all blocks count. */
const APART: readonly (InputKind | undefined)[] = ['env-file', 'systemd', 'dockerfile', 'docker-run', 'ecs']

interface Unmarked {
  /** With as many lines as before, so that each keeps its number. */
  readonly text: string
  /** Whether blocks of a known kind are not in it. */
  readonly isCut: boolean
}

/**
 * Removes the marks of a quotation; and of a text that has inputs only in its blocks of code, or in what it quotes, all
 * but the blocks of one kind.
 * @param kindOf recognises the kind of a text
 * @param wanted the kind of the blocks to keep; undefined for that of the first known block
 */
export function withoutMarkdown(
  text: string,
  kindOf: (text: string) => InputKind | undefined,
  wanted?: InputKind,
): Unmarked {
  if (!MARKS.test(text)) return { text, isCut: false }
  const { lines, isQuotation, blocks, rest } = blocksIn(text, kindOf)
  const kind = wanted ?? blocks.find((one) => one.kind !== undefined)?.kind
  const alike = blocks.filter((one) => one.kind === kind)
  const kept = APART.includes(kind) ? alike.slice(0, 1) : alike
  // A manifest may have Markdown in one of its texts.
  const isWhole = kind === undefined || kept.length === 0 || kindOf(rest.join('\n')) !== undefined
  if (isWhole) return { text: isQuotation ? lines.join('\n') : text, isCut: false }
  return { text: onlyBlocks(lines, kept), isCut: blocks.some((one) => one.kind !== undefined && !kept.includes(one)) }
}

/** Whether a text has blocks of other kinds; not for a log or metrics, whose lines count wherever they are. */
export function hasOtherBlocks(
  text: string,
  kindOf: (text: string) => InputKind | undefined,
  kind: InputKind,
): boolean {
  if (!MARKS.test(text)) return false
  const { isFenced, blocks } = blocksIn(text, kindOf)
  // A program may print lines that look like a quotation.
  return isFenced && blocks.some((one) => one.kind !== undefined && one.kind !== kind)
}

/** A text without the marks of what it quotes. */
export function unquoted(text: string): string {
  return text.replace(new RegExp(QUOTED, 'gm'), '')
}

function onlyBlocks(lines: readonly string[], kept: readonly Block[]): string {
  const left = lines.map(() => '')
  for (const { from, to } of kept) {
    // A line that separates documents of YAML.
    if (from !== kept[0]?.from) left[from - 1] = '---'
    for (let i = from; i < to; i++) left[i] = lines[i]!
  }
  return left.join('\n')
}

/**
 * The blocks of a text, the rest that tells whether it has anything to read outside of them, and its lines without the
 * marks of a quotation, unless these are in a block of code. Where there are no such blocks, each quotation is one.
 */
function blocksIn(text: string, kindOf: (text: string) => InputKind | undefined) {
  const written = text.split('\n')
  const isQuotation = written.every((line) => line.trim() === '' || QUOTED.test(line))
  const hasCode = fencedIn(written).length > 0
  const lines = hasCode ? written : written.map((line) => line.replace(QUOTED, ''))
  const fenced = fencedIn(lines)
  const isFenced = fenced.length > 0
  const spans = isFenced || isQuotation ? fenced : quotedIn(written)
  const withKind = ({ from, to }: Span): Block => ({ kind: kindOf(lines.slice(from, to).join('\n')), from, to })
  const blocks = spans.length > MOST_BLOCKS ? [] : spans.map(withKind)
  // Behind its first block of code, a manifest has only text.
  const rest = isFenced ? lines.slice(0, spans[0]!.from - 1) : written.filter((line) => !QUOTED.test(line))
  return { lines, isQuotation, isFenced, blocks, rest }
}

function fencedIn(lines: readonly string[]): Span[] {
  const fences = fencesIn(lines)
  return fences.flatMap((fence, n) => (n % 2 === 1 ? [] : { from: fence + 1, to: fences[n + 1] ?? lines.length }))
}

function quotedIn(written: readonly string[]): Span[] {
  const isIn = (i: number) => QUOTED.test(written[i] ?? '')
  const starts = written.flatMap((_, i) => (isIn(i) && !isIn(i - 1) ? i : []))
  const ends = written.flatMap((_, i) => (isIn(i) && !isIn(i + 1) ? i + 1 : []))
  return starts.map((from, n) => ({ from, to: ends[n]! }))
}

function fencesIn(lines: readonly string[]): number[] {
  let open = ''
  return lines.flatMap((line, i) => {
    const bare = line.trim()
    const [, fence] = FENCE.exec(bare) ?? []
    // A block ends with the marks with which it began, alone on a line. It may have other fences in it.
    if (fence === undefined || (open !== '' && !(fence === bare && fence.startsWith(open)))) return []
    open = open === '' ? fence : ''
    return [i]
  })
}
